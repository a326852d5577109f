#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// Lets readers, writers and visitors into an environment and out again.
///
/// Moving the map needs every reader out. Closing needs everybody out. Both wait here.
final class Gate {
  typealias Obstacle = Occupancy.Obstacle

  private let lock = Lock()
  /// Told when somebody has left whom others wait for.
  private let departed = Condition()
  /// Told when the readers need not stay out any more.
  private let drained = Condition()
  private var occupancy = Occupancy()

  /// How long a newcomer waits while the readers are wanted out, in milliseconds.
  ///
  /// Then it is let in all the same: it may be what a reader inside is waiting for.
  private static let courtesy = 20

  private func modify<R>(_ body: (inout Occupancy) -> R) -> R {
    lock.lock()
    defer { lock.unlock() }
    return body(&occupancy)
  }

  /// Tells those who wait for others to leave, and closes after the last one.
  private func leave(_ body: (inout Occupancy) -> Void) {
    lock.lock()
    body(&occupancy)
    leaveAndUnlock(occupancy.isDraining, occupancy.whenEmpty)
  }
}

// MARK: - Coming and going

extension Gate {
  func enterReading() throws(Obstacle) -> Occupancy.Ticket {
    lock.lock()
    defer { lock.unlock() }
    waitForDraining()
    return try occupancy.admitReader(currentThread())
  }

  /// Makes a reader of the visitor that has begun a transaction.
  func began(_ reader: TransactionContext) {
    modify { $0.began(reader, currentThread()) }
  }

  /// Lets a reader out, to rest or else to end.
  ///
  /// It ends while it is still inside: the handle can be closed as soon as it has left.
  func finished(_ reader: TransactionContext, isSound: Bool, end: () -> Void) {
    leave { occupancy in
      if !occupancy.finished(reader, isSound: isSound) { end() }
    }
  }

  /// Lets somebody in who uses the map without being a pooled reader.
  func enterVisiting() throws(Obstacle) {
    lock.lock()
    defer { lock.unlock() }
    waitForDraining()
    try occupancy.admitVisitor()
  }

  func leaveVisiting() { leave { $0.visitorLeft() } }

  func enterWriting() throws(Obstacle) {
    lock.lock()
    defer { lock.unlock() }
    try occupancy.admitWriter(currentThread())
  }

  func leaveWriting() { leave { $0.writerLeft(currentThread()) } }

  private func waitForDraining() {
    if occupancy.isDraining { drained.wait(lock, atMost: Self.courtesy) }
  }
}

// MARK: - Questions and notes

extension Gate {
  var isCurrentThreadReading: Bool { modify { $0.reads(currentThread()) } }

  /// Why nobody is let in, for a writer who has waited inside; closing waits for that one.
  var failure: Obstacle? {
    modify { if case .failed = $0.obstacle { $0.obstacle } else { nil } }
  }

  /// Lets nobody in any more because the C library cannot go on.
  func fail(_ code: LMDBError.Code) { modify { $0.fail(code) } }

  /// The resting readers, taken out to be ended.
  func takeResting() -> [TransactionContext] { modify { $0.takeResting() } }

  var tables: TableHandles { modify { $0.tables } }

  func add(_ handles: [(name: String, handle: MDB_dbi?)]) {
    modify { $0.tables = TableHandles($0.tables, adding: handles) }
  }

  /// Asks the next write to switch to full durability.
  func requireFullDurability() { modify { $0.wantsFullDurability = true } }

  /// Whether that was asked since the last call.
  func takeDurabilityRequest() -> Bool {
    modify { occupancy in
      defer { occupancy.wantsFullDurability = false }
      return occupancy.wantsFullDurability
    }
  }
}

// MARK: - Everybody out

extension Gate {
  /// Runs the body when no reader is inside, with the state's lock held as well.
  func whenNobodyReads<R>(_ stateLock: Lock, _ body: () -> R) -> R {
    lock.lock()
    while true {
      occupancy.isDraining = true
      while occupancy.hasReaders { departed.wait(lock) }
      lock.unlock()
      // In this order, so that a reader may use what the state's lock guards. Somebody whose
      // patience ended may have come in meanwhile.
      stateLock.lock()
      lock.lock()
      if !occupancy.hasReaders { break }
      stateLock.unlock()
    }
    let result = body()
    occupancy.isDraining = false
    drained.broadcast()
    lock.unlock()
    stateLock.unlock()
    return result
  }

  /// Lets nobody in any more, and runs the body once, when the last one has left.
  ///
  /// Waits for that, unless the current thread is inside itself.
  func close(_ body: @escaping () -> Void) {
    let thread = currentThread()
    lock.lock()
    occupancy.close()
    occupancy.whenEmpty = body
    let isInside = occupancy.writes(thread) || occupancy.reads(thread)
    leaveAndUnlock(occupancy.isDraining, body)
    lock.lock()
    while !isInside && occupancy.whenEmpty != nil { departed.wait(lock) }
    lock.unlock()
  }

  @inline(__always)
  private func leaveAndUnlock(_ isDraining: Bool, _ whenEmpty: (() -> Void)?) {
    let closing = whenEmpty != nil && occupancy.isEmpty ? whenEmpty : nil
    if isDraining { departed.broadcast() }
    lock.unlock()
    guard let closing else { return }
    closing()
    modify { $0.whenEmpty = nil }
    departed.broadcast()
  }
}
