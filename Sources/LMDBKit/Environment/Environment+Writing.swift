#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension Environment {
  /// Runs a closure that changes the environment, and makes the changes durable.
  ///
  /// Writers take turns, also with other processes. The closure runs on this thread; it runs again,
  /// from the state before, when the map had to grow or a signal interrupted the commit, so it must
  /// have no effects outside the transaction. An error it throws undoes its changes.
  /// - Returns: what the closure completed with, when its changes are durable or dropped.
  /// - Throws: `LMDBError`, with nothing changed: `.nestedWrite`, `.writeInsideRead`, `.readOnly`,
  ///   `.mapLimitReached`, `.diskFull`, `.inputOutput`, `.closed`, `.forked`, `.panic`. With
  ///   `.outcomeUnknown` the changes may be there or not after the environment has been opened
  ///   again; with `.storeReplaced` they are in a file that the path no longer names. And what the
  ///   closure throws.
  package func write<R>(
    _ body: (borrowing WriteTransaction) throws -> Completion<R>
  ) throws -> R {
    try writing { (context) throws in try body(WriteTransaction(context: context)) }
  }

  /// `write` for this module, which works on the transaction itself.
  func writing<R, E: Error>(
    _ body: (TransactionContext) throws(E) -> Completion<R>
  ) throws -> R {
    try ForkGuard.check("write", path)
    if isReadOnly { throw error(.readOnly, "write") }
    try WritingThreads.enter(path)
    defer { WritingThreads.leave() }
    // The map could not grow: that waits for all readers, this thread's own included.
    if gate.isCurrentThreadReading { throw error(.writeInsideRead, "write") }
    return try exclusively {
      var interruptions = 0
      while true {
        switch try attempt(body) {
        case .done(let result): return result
        case .mapFull: try grow()
        case .interrupted:
          interruptions += 1
          if interruptions == 16 { throw error(.interrupted, "commit") }
        }
      }
    }
  }

  /// Runs a closure as the only writer of this process.
  func exclusively<R>(_ body: () throws -> R) throws -> R {
    try pass("write", gate.enterWriting)
    defer { gate.leaveWriting() }
    writerLock.lock()
    defer { writerLock.unlock() }
    if let failure = gate.failure { throw error(failure, "write") }
    return try body()
  }
}

private enum Outcome<R> {
  case done(R)
  case mapFull
  case interrupted
}

extension Environment {
  private func attempt<R, E: Error>(
    _ body: (TransactionContext) throws(E) -> Completion<R>
  ) throws -> Outcome<R> {
    let context = try beginWriting()
    let completion: Completion<R>
    do {
      completion = try body(context)
    } catch {
      abort(context)
      if context.foundMapFull { return .mapFull }
      throw error
    }
    switch completion {
    // A closure that went on after a change had found no room must not decide by that.
    case _ where context.foundMapFull:
      abort(context)
      return .mapFull
    case .abort(let result):
      abort(context)
      return .done(result)
    case .commit(let result):
      return try commit(context, result)
    }
  }

  private func beginWriting() throws(LMDBError) -> TransactionContext {
    applyDurability()
    var attempts = 0
    while true {
      var begun: OpaquePointer?
      let status = unsafe mdb_txn_begin(handle, nil, 0, &begun)
      if status == 0, let pointer = unsafe begun {
        let context = unsafe TransactionContext(pointer, path: path, isWrite: true, gate.tables)
        return context
      }
      attempts += 1
      switch status {
      case MDB_MAP_RESIZED where attempts < 10: try adoptGrowthAsWriter()
      case LMDBError.Code.interrupted.rawValue where attempts < 10: continue
      default: throw LMDBError(status: status, "write", path)
      }
    }
  }

  private func commit<R>(
    _ context: TransactionContext, _ result: R
  ) throws(LMDBError) -> Outcome<R> {
    try ForkGuard.check("commit", path)
    let status = unsafe mdb_txn_commit(context.pointer)
    switch status {
    case 0:
      if !namesItsFile() { throw error(.storeReplaced, "commit") }
      return .done(result)
    case MDB_MAP_FULL: return .mapFull
    case LMDBError.Code.interrupted.rawValue: return .interrupted
    default: throw commitError(status)
    }
  }

  /// Tells a commit that failed cleanly from one that left the C library unable to go on.
  private func commitError(_ status: Int32) -> LMDBError {
    var probe: OpaquePointer?
    let answer = unsafe mdb_txn_begin(handle, nil, 0, &probe)
    if answer == 0 { unsafe mdb_txn_abort(probe) }
    guard answer == MDB_PANIC || status == MDB_PANIC else {
      return wasCutShort(status)
        ? error(.diskFull, "commit") : LMDBError(status: status, "commit", path)
    }
    fail(.panic)
    return LMDBError(
      .outcomeUnknown, operation: "commit", path: file.data,
      detail: LMDBError.Code(rawValue: status).explanation)
  }

  /// Whether a commit failed because the disk is full, though the status does not say so.
  ///
  /// The C library calls a write that took only some of its bytes an error of the device.
  private func wasCutShort(_ status: Int32) -> Bool {
    guard status == LMDBError.Code.inputOutput.rawValue else { return false }
    return (FileSystem.availableBytes(path) ?? .max) < 16 * FileSystem.pageSize
  }

  private func abort(_ context: TransactionContext) {
    if !ForkGuard.isForkedChild { unsafe mdb_txn_abort(context.pointer) }
  }

  /// Gives nobody a transaction any more, nor an id that resident state could be trusted by.
  func fail(_ code: LMDBError.Code) {
    gate.fail(code)
    stateLock.withLock { unsafe mapped = nil }
  }

  /// Flags change only here, between two transactions.
  private func applyDurability() {
    guard gate.takeDurabilityRequest() else { return }
    unsafe mdb_env_set_flags(handle, UInt32(MDB_NOMETASYNC), 0)
  }
}
