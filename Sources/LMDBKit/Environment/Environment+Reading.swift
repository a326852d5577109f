#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension Environment {
  /// Runs a closure with a consistent view of the environment.
  ///
  /// The closure runs once, on this thread; what it reads is the last commit at its start. Keep it
  /// short: while it runs, space that later commits free cannot be used again, and the map cannot
  /// grow. From inside a write it sees the state before that write.
  /// - Throws: `LMDBError` when no transaction can be had: `.readersFull` when living readers hold
  ///   every slot, `.closed`, `.forked`, `.panic`, `.mapResized` when another process grew the file
  ///   while this thread is inside another read. And what the closure throws.
  package func read<R>(
    _ body: (borrowing ReadTransaction) throws -> R
  ) throws -> R {
    if !gate.tables.absent.isEmpty { try searchAbsentTables() }
    let reader = try beginReading()
    defer { _ = finishReading(reader) }
    return try body(ReadTransaction(context: reader))
  }

  /// Begins a read transaction: a rested one if there is one, else a new one.
  func beginReading() throws(LMDBError) -> TransactionContext {
    try ForkGuard.check("read", path)
    var attempts = 0
    while true {
      let (reader, status) = try tryReading()
      if let reader { return reader }
      attempts += 1
      guard attempts < 10 else { throw readingError(status) }
      switch status {
      case MDB_MAP_RESIZED: try adoptGrowth()
      case MDB_READERS_FULL: try makeRoomForReader(attempts)
      case MDB_BAD_RSLOT, LMDBError.Code.interrupted.rawValue: continue
      default: throw readingError(status)
      }
    }
  }

  private func tryReading() throws(LMDBError) -> (TransactionContext?, Int32) {
    switch try pass("read", gate.enterReading) {
    case .renew(let reader):
      let status = unsafe mdb_txn_renew(reader.pointer)
      if status == 0 { return (reader, 0) }
      // Before leaving: whoever waits to close the handle does so at once then.
      unsafe mdb_txn_abort(reader.pointer)
      gate.finished(reader, isSound: false) {}
      return (nil, status)
    case .begin:
      var begun: OpaquePointer?
      let status = unsafe mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &begun)
      guard status == 0, let pointer = unsafe begun else {
        gate.leaveVisiting()
        return (nil, status)
      }
      let reader = unsafe TransactionContext(pointer, path: path, isWrite: false, gate.tables)
      gate.began(reader)
      return (reader, 0)
    }
  }

  /// Frees the slots of dead processes, then waits a little for the living.
  private func makeRoomForReader(_ attempts: Int) throws(LMDBError) {
    let freed = try clearStaleReaders()
    if freed > 0 { return }
    guard attempts < 3 else { throw error(.readersFull, "read") }
    FileSystem.pause(milliseconds: 2)
  }

  private func readingError(_ status: Int32) -> LMDBError {
    if status == LMDBError.Code.temporarilyUnavailable.rawValue {
      return error(.pidNamespace, "read")
    }
    return LMDBError(status: status, "read", path)
  }

  /// Ends a read transaction, or lets it rest.
  ///
  /// It holds no view of the data then.
  @discardableResult
  func finishReading(_ reader: TransactionContext, keepingTables: Bool = false) -> Int32 {
    if ForkGuard.isForkedChild { return 0 }
    var status: Int32 = 0
    if keepingTables {
      status = unsafe mdb_txn_commit(reader.pointer)
      gate.finished(reader, isSound: false) {}
    } else {
      unsafe mdb_txn_reset(reader.pointer)
      gate.finished(reader, isSound: true) { unsafe mdb_txn_abort(reader.pointer) }
    }
    return status
  }

  /// Runs a closure that uses the handle while nobody can close it or move the map.
  func visit<R>(
    _ operation: StaticString, _ body: () throws(LMDBError) -> R
  ) throws(LMDBError) -> R {
    try ForkGuard.check(operation, path)
    try pass(operation, gate.enterVisiting)
    defer { gate.leaveVisiting() }
    return try body()
  }

  /// Turns the gate's refusal into this environment's error.
  func pass<R>(
    _ operation: StaticString, _ entry: () throws(Gate.Obstacle) -> R
  ) throws(LMDBError) -> R {
    do {
      return try entry()
    } catch {
      throw self.error(error, operation)
    }
  }

  func error(_ obstacle: Gate.Obstacle, _ operation: StaticString) -> LMDBError {
    switch obstacle {
    case .closed: error(LMDBError.Code.closed, operation)
    case .failed(let code): error(code, operation)
    }
  }
}
