/// Who is inside an environment, and who may come in: what the gate's lock guards.
struct Occupancy {
  /// Why nobody is let in.
  enum Obstacle: Error {
    case closed
    case failed(LMDBError.Code)
  }

  /// What a newcomer reads with.
  enum Ticket {
    /// A rested transaction, to be renewed.
    case renew(TransactionContext)
    /// Nothing yet: a transaction must be begun.
    case begin
  }

  private struct Reader {
    let context: TransactionContext
    let thread: UInt
  }

  /// Whether somebody waits for the readers to leave, so that the map can move.
  var isDraining = false
  /// What is to be done when the last one has left.
  var whenEmpty: (() -> Void)?
  /// The open tables, of which each transaction holds those of its start.
  var tables = TableHandles()
  /// Whether the next write is to switch to full durability.
  var wantsFullDurability = false

  private(set) var obstacle: Obstacle?
  private var readers: [Reader] = []
  private var resting: [TransactionContext] = []
  /// Those who use the map without being one of the pooled readers.
  private var visitors = 0
  /// The threads that write, or wait for their turn.
  private var writers: [UInt] = []

  /// More resting readers than this give their slots back to other processes.
  private static let restingLimit = 8

  var hasReaders: Bool { !readers.isEmpty || visitors > 0 }
  var isEmpty: Bool { !hasReaders && writers.isEmpty }

  func reads(_ thread: UInt) -> Bool { readers.contains { $0.thread == thread } }
  func writes(_ thread: UInt) -> Bool { writers.contains(thread) }
}

extension Occupancy {
  private func admit() throws(Obstacle) {
    if let obstacle { throw obstacle }
  }

  mutating func admitReader(_ thread: UInt) throws(Obstacle) -> Ticket {
    try admit()
    guard let context = resting.popLast() else {
      visitors += 1
      return .begin
    }
    register(context, thread)
    return .renew(context)
  }

  /// Makes a reader of the visitor that has begun a transaction.
  mutating func began(_ context: TransactionContext, _ thread: UInt) {
    visitors -= 1
    register(context, thread)
  }

  private mutating func register(_ context: TransactionContext, _ thread: UInt) {
    if context.handles !== tables { context.handles = tables }
    readers.append(Reader(context: context, thread: thread))
  }

  /// Removes a reader, and says whether it rests; if not, its transaction must be ended.
  mutating func finished(_ context: TransactionContext, isSound: Bool) -> Bool {
    if let index = readers.lastIndex(where: { $0.context === context }) {
      readers.remove(at: index)
    }
    let rests = isSound && resting.count < Self.restingLimit && obstacle == nil
    if rests { resting.append(context) }
    return rests
  }

  /// The resting readers, taken out to be ended.
  mutating func takeResting() -> [TransactionContext] {
    defer { resting.removeAll() }
    return resting
  }

  mutating func admitVisitor() throws(Obstacle) {
    try admit()
    visitors += 1
  }

  mutating func visitorLeft() { visitors -= 1 }

  mutating func admitWriter(_ thread: UInt) throws(Obstacle) {
    try admit()
    writers.append(thread)
  }

  mutating func writerLeft(_ thread: UInt) {
    if let index = writers.lastIndex(of: thread) { writers.remove(at: index) }
  }

  mutating func close() { obstacle = .closed }

  mutating func fail(_ code: LMDBError.Code) {
    if obstacle == nil { obstacle = .failed(code) }
  }
}
