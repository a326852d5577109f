#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// One transaction of the C library, with what its operations need to know.
///
/// Transactions borrow it; it belongs to the environment, which begins and ends it. One thread at a
/// time uses it. It is package-visible only because `Reading` names it.
@safe
@usableFromInline
package final class TransactionContext {
  /// The C library's transaction, `MDB_txn`.
  let pointer: OpaquePointer
  let path: String
  let isWrite: Bool
  /// The handles of the open tables by the number of their names.
  var handles: TableHandles
  /// How many changes this transaction has made.
  private(set) var changes = 0
  /// Whether a change found no room in the map.
  private(set) var foundMapFull = false

  init(_ pointer: OpaquePointer, path: String, isWrite: Bool, _ handles: TableHandles) {
    self.handles = handles
    unsafe self.pointer = unsafe pointer
    self.path = path
    self.isWrite = isWrite
  }

  package var id: TransactionID {
    TransactionID(rawValue: UInt64(unsafe mdb_txn_id(pointer)))
  }
}

// MARK: - Operations on bytes

extension TransactionContext {
  static let keySizes = 1...511

  /// The stored bytes of a key, valid until the transaction changes something or ends.
  @usableFromInline
  func value(
    _ table: Int, _ key: Span<UInt8>
  ) throws(LMDBError) -> UnsafeRawBufferPointer? {
    guard let handle = try handle(table, "get") else { return nil }
    try checkKey(key, "get")
    var value = unsafe MDB_val()
    let status = unsafe key.withUnsafeBytes { bytes in
      var key = unsafe MDB_val(bytes)
      return unsafe mdb_get(pointer, handle, &key, &value)
    }
    if status == MDB_NOTFOUND { return nil }
    try check(status, "get", path)
    return unsafe UnsafeRawBufferPointer(value)
  }

  @usableFromInline
  func count(_ table: Int) throws(LMDBError) -> Int {
    guard let handle = try handle(table, "count") else { return 0 }
    var statistics = MDB_stat()
    try check(unsafe mdb_stat(pointer, handle, &statistics), "count", path)
    return Int(statistics.ms_entries)
  }

  /// Stores a value.
  ///
  /// With `appending`, the key must be greater than every key in the table.
  @usableFromInline
  func put(
    _ table: Int, _ key: Span<UInt8>, _ value: Span<UInt8>, appending: Bool
  ) throws(LMDBError) {
    let operation: StaticString = appending ? "append" : "put"
    guard let handle = try handle(table, operation) else { throw undeclared(operation) }
    try checkKey(key, operation)
    try checkValue(value, operation)
    let status = unsafe key.withUnsafeBytes { keyBytes in
      unsafe value.withUnsafeBytes { valueBytes in
        var key = unsafe MDB_val(keyBytes)
        var value = unsafe MDB_val(valueBytes)
        let flags = appending ? UInt32(MDB_APPEND) : 0
        return unsafe mdb_put(pointer, handle, &key, &value, flags)
      }
    }
    try note(status, operation)
  }

  /// Removes a key.
  ///
  /// Says whether it was there.
  @usableFromInline
  func delete(_ table: Int, _ key: Span<UInt8>) throws(LMDBError) -> Bool {
    guard let handle = try handle(table, "delete") else { throw undeclared("delete") }
    try checkKey(key, "delete")
    let status = unsafe key.withUnsafeBytes { bytes in
      var key = unsafe MDB_val(bytes)
      return unsafe mdb_del(pointer, handle, &key, nil)
    }
    if status == MDB_NOTFOUND { return false }
    try note(status, "delete")
    return true
  }

  /// Removes everything from a table; does nothing, and so changes nothing, when it is empty.
  @usableFromInline
  func clear(_ table: Int) throws(LMDBError) {
    guard let handle = try handle(table, "clear") else { throw undeclared("clear") }
    guard table != TableNames.main else {
      throw LMDBError(
        .incompatible, operation: "clear", path: path,
        detail: "the main table holds the other tables")
    }
    guard try count(table) > 0 else { return }
    try note(unsafe mdb_drop(pointer, handle, 0), "clear")
  }
}

// MARK: - Checks

extension TransactionContext {
  /// The handle of a table, `nil` for one that does not exist yet and so reads as empty.
  @inline(__always)
  func handle(_ table: Int, _ operation: StaticString) throws(LMDBError) -> MDB_dbi? {
    try ForkGuard.check(operation, path)
    switch handles[table] {
    case .open(let handle): return handle
    case .absent: return nil
    case .undeclared: throw undeclared(operation)
    }
  }

  @inline(never)
  private func undeclared(_ operation: StaticString) -> LMDBError {
    LMDBError(.undeclaredTable, operation: operation.description, path: path)
  }

  /// Refuses a key that LMDB could not store, before it can spoil the transaction.
  @inline(__always)
  func checkKey(_ key: Span<UInt8>, _ operation: StaticString) throws(LMDBError) {
    guard Self.keySizes.contains(key.count) else {
      throw LMDBError(
        .badValueSize, operation: operation.description, path: path,
        detail: "a key of \(key.count) bytes; keys have 1 to \(Self.keySizes.upperBound)")
    }
  }

  @inline(__always)
  private func checkValue(_ value: Span<UInt8>, _ operation: StaticString) throws(LMDBError) {
    guard UInt64(value.count) <= UInt64(UInt32.max) else {
      throw LMDBError(
        .badValueSize, operation: operation.description, path: path,
        detail: "a value of \(value.count) bytes; values have at most \(UInt32.max)")
    }
  }

  /// Keeps the books after a change.
  func note(_ status: Int32, _ operation: StaticString) throws(LMDBError) {
    if status == 0 { changes += 1 }
    if status == MDB_MAP_FULL { foundMapFull = true }
    try check(status, operation, path)
  }
}

extension MDB_val {
  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.init(
      mv_size: bytes.count, mv_data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  init(_ value: MDB_val) {
    unsafe self.init(start: value.mv_data, count: value.mv_size)
  }
}
