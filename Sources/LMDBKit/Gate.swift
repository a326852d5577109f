internal import CLMDB

/// Who is inside an environment: running transactions, and the readers that rest between two uses.
///
/// Moving the map needs every reader out. Closing needs everybody out. Both wait here.
final class Gate {
  /// Why nobody is let in.
  enum Obstacle: Error {
    case closed
    case failed(LMDBError.Code)
  }

  /// What a newcomer reads with.
  enum Ticket {
    /// A rested transaction, to be renewed.
    case renew(TransactionContext)
    /// Nothing yet: a transaction must be begun, and `began` or `leaveReading` be called.
    case begin
  }

  private let lock = Lock()
  private let emptied = Condition()
  private let drained = Condition()
  private var readers: [TransactionContext] = []
  private var resting: [TransactionContext] = []
  /// Those inside who use the map without being one of the pooled readers.
  private var visitors = 0
  /// The threads that write, or wait for their turn.
  private var writers: [UInt] = []
  private var isDraining = false
  private var obstacle: Obstacle?
  private var whenEmpty: (() -> Void)?
  private var tables = TableHandles()
  /// Whether commits are to flush their meta page, though the C library was told not to.
  private var wantsFullDurability = false

  /// More resting readers than this give their slots back to other processes.
  private static let restingLimit = 8
  /// How long a newcomer waits while the readers are wanted out, in milliseconds.
  ///
  /// Then it is let in all the same: it may be what a reader inside is waiting for.
  private static let courtesy = 20
}

// MARK: - Readers

extension Gate {
  func enterReading() throws(Obstacle) -> Ticket {
    lock.lock()
    defer { lock.unlock() }
    if isDraining { drained.wait(lock, atMost: Self.courtesy) }
    if let obstacle { throw obstacle }
    guard let reader = resting.popLast() else {
      visitors += 1
      return .begin
    }
    register(reader)
    return .renew(reader)
  }

  /// Makes a reader of the visitor that has begun a transaction.
  func began(_ reader: TransactionContext) {
    lock.withLock {
      visitors -= 1
      register(reader)
    }
  }

  private func register(_ reader: TransactionContext) {
    reader.thread = currentThread()
    reader.handles = tables
    readers.append(reader)
  }

  /// Lets a reader out.
  ///
  /// Says whether it rests; if not, its transaction must be ended.
  func finished(_ reader: TransactionContext, isSound: Bool) -> Bool {
    lock.lock()
    if let index = readers.lastIndex(where: { $0 === reader }) { readers.remove(at: index) }
    let rests = isSound && resting.count < Self.restingLimit && obstacle == nil
    if rests { resting.append(reader) }
    leaveAndUnlock()
    return rests
  }

  /// Lets somebody out who has begun nothing.
  func leaveReading() {
    lock.lock()
    visitors -= 1
    leaveAndUnlock()
  }

  /// Lets somebody in who uses the map, or what is left when it closes, in some other way.
  func enterVisiting() throws(Obstacle) {
    lock.lock()
    defer { lock.unlock() }
    if isDraining { drained.wait(lock, atMost: Self.courtesy) }
    if let obstacle { throw obstacle }
    visitors += 1
  }

  var isCurrentThreadReading: Bool {
    let thread = currentThread()
    return lock.withLock { readers.contains { $0.thread == thread } }
  }

  /// The resting readers, taken out to be ended.
  func takeResting() -> [TransactionContext] {
    lock.withLock {
      defer { resting.removeAll() }
      return resting
    }
  }
}

// MARK: - Writers and tables

extension Gate {
  func enterWriting() throws(Obstacle) {
    lock.lock()
    defer { lock.unlock() }
    if let obstacle { throw obstacle }
    writers.append(currentThread())
  }

  func leaveWriting() {
    let thread = currentThread()
    lock.lock()
    if let index = writers.lastIndex(of: thread) { writers.remove(at: index) }
    leaveAndUnlock()
  }

  /// Why nobody is let in, for a writer who has waited inside; closing waits for that one.
  var failure: Obstacle? {
    lock.withLock {
      if case .failed = obstacle { obstacle } else { nil }
    }
  }

  var currentTables: TableHandles { lock.withLock { tables } }

  func set(_ handles: [(name: String, handle: MDB_dbi?)]) {
    lock.withLock {
      for entry in handles { tables.set(entry.name, entry.handle) }
    }
  }
}

// MARK: - Durability

extension Gate {
  /// Asks the next write to switch to full durability.
  func requireFullDurability() { lock.withLock { wantsFullDurability = true } }

  /// Whether that was asked since the last call.
  func takeDurabilityRequest() -> Bool {
    lock.withLock {
      defer { wantsFullDurability = false }
      return wantsFullDurability
    }
  }
}

// MARK: - Everybody out

extension Gate {
  /// Runs the body when no reader is inside, with the state's lock held as well.
  func whenNobodyReads<R>(_ stateLock: Lock, _ body: () -> R) -> R {
    lock.lock()
    while true {
      isDraining = true
      while !readers.isEmpty || visitors > 0 { emptied.wait(lock) }
      lock.unlock()
      // In this order, so that a reader may use what the state's lock guards. Somebody whose
      // patience ended may have come in meanwhile.
      stateLock.lock()
      lock.lock()
      if readers.isEmpty && visitors == 0 { break }
      stateLock.unlock()
    }
    let result = body()
    isDraining = false
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
    obstacle = .closed
    whenEmpty = body
    let isInside = writers.contains(thread) || readers.contains { $0.thread == thread }
    leaveAndUnlock()
    lock.lock()
    while !isInside && whenEmpty != nil { emptied.wait(lock) }
    lock.unlock()
  }

  /// Lets nobody in any more because the C library cannot go on.
  func fail(_ code: LMDBError.Code) {
    lock.withLock { if obstacle == nil { obstacle = .failed(code) } }
  }

  /// Tells those who wait for the others to leave, and closes after the last one.
  private func leaveAndUnlock() {
    let isEmpty = readers.isEmpty && visitors == 0 && writers.isEmpty
    let closing = isEmpty ? whenEmpty : nil
    if isDraining { emptied.broadcast() }
    lock.unlock()
    guard let closing else { return }
    closing()
    lock.withLock {
      whenEmpty = nil
      emptied.broadcast()
    }
  }
}
