import CFloor

/// The least that a durable commit costs: one record appended to a table, from C, and nothing else.
final class Floor {
  private var environment: OpaquePointer?
  private var table: MDB_dbi = 0
  private var revision: UInt64 = 0

  init(directory: String) {
    mdb_env_create(&environment)
    mdb_env_set_mapsize(environment, 1 << 40)
    mdb_env_set_maxdbs(environment, 4)
    mdb_env_open(environment, directory, UInt32(MDB_NOTLS), 0o600)
    var transaction: OpaquePointer?
    mdb_txn_begin(environment, nil, 0, &transaction)
    mdb_dbi_open(transaction, "log", UInt32(MDB_CREATE), &table)
    mdb_txn_commit(transaction)
  }

  deinit { mdb_env_close(environment) }

  func append(_ record: [UInt8]) {
    revision += 1
    var transaction: OpaquePointer?
    mdb_txn_begin(environment, nil, 0, &transaction)
    withUnsafeBytes(of: revision.bigEndian) { key in
      record.withUnsafeBytes { value in
        var key = MDB_val(
          mv_size: key.count, mv_data: UnsafeMutableRawPointer(mutating: key.baseAddress))
        var value = MDB_val(
          mv_size: value.count, mv_data: UnsafeMutableRawPointer(mutating: value.baseAddress))
        mdb_put(transaction, table, &key, &value, UInt32(MDB_APPEND))
      }
    }
    mdb_txn_commit(transaction)
  }
}
