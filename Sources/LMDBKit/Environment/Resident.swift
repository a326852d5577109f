#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// A value kept in memory beside an environment, with a look at the newest commit's number.
///
/// It is guarded by the environment's state lock, the one that moving the map and closing take:
/// asking for the number while the map moves would crash. All residents of one environment share
/// that lock, so a body is short, does not call `withLock` again, and begins no transaction; it may
/// read in one that was begun before.
///
/// `@unchecked Sendable`: the value is only touched with the lock held, and is `Sendable` itself.
@safe
@usableFromInline
package final class Resident<State: Sendable>: @unchecked Sendable {
  @usableFromInline let environment: Environment
  @usableFromInline let state: UnsafeMutablePointer<State>

  package init(_ environment: Environment, _ initial: State) {
    self.environment = environment
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: initial)
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Calls a closure with the value and the number of the newest commit of any process.
  ///
  /// The number is `nil` when the environment is closed or has failed, and in a forked child. It
  /// can be known here a few milliseconds before a read can see that commit.
  @inlinable
  package func withLock<R>(
    _ body: (inout State, TransactionID?) throws -> R
  ) rethrows -> R {
    let latest = environment.lockState()
    defer { environment.unlockState() }
    return try unsafe body(&state.pointee, latest)
  }
}

extension Environment {
  /// Takes the state's lock.
  ///
  /// Gives the number of the newest commit, read from the map.
  @usableFromInline
  func lockState() -> TransactionID? {
    // A thread that the child does not have may have held the lock when it was forked.
    if ForkGuard.isForkedChild { return nil }
    stateLock.lock()
    guard let pointer = unsafe mapped else { return nil }
    var information = unsafe MDB_envinfo()
    unsafe mdb_env_info(pointer, &information)
    return TransactionID(rawValue: UInt64(unsafe information.me_last_txnid))
  }

  @usableFromInline
  func unlockState() { if !ForkGuard.isForkedChild { stateLock.unlock() } }
}
