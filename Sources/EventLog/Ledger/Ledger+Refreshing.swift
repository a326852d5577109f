import LMDBKit
package import SettingsCore

extension Ledger {
  /// How many commits are folded in one read transaction; a longer tail takes several, so that none
  /// holds old pages for long.
  static let sliceLength = 4096

  /// Calls a closure with the state at the head, other processes' commits included.
  ///
  /// While nothing was written since the last call, this takes no system call and no transaction.
  /// The closure runs under a lock: it must be short and must not call the ledger.
  package func withState<R>(_ body: (borrowing SettingsState) throws -> R) throws -> R {
    if let result = try memory.withLock({ memory, id in
      memory.isCurrent(id) ? try body(memory.state) : nil
    }) {
      return result
    }
    try refresh()
    return try memory.withLock { memory, id in
      // Closed, failed or forked: beginning a transaction, as `refresh` did, has thrown then, unless it
      // happened just now.
      guard id != nil else { throw LMDBError(.closed, operation: "read", path: environment.path) }
      return try body(memory.state)
    }
  }

  /// Folds in what other handles and processes have committed.
  package func refresh() throws {
    try refresh { known in try read { try Slice(after: known, in: $0) } }
  }

  /// `refresh` with the reading given, for tests that do something meanwhile.
  func refresh(_ read: (Revision) throws -> Slice) throws {
    while true {
      let (known, shown) = memory.withLock { memory, id in (memory.state.revision, id) }
      let slice = try read(known)
      let (isDone, isStuck) = memory.withLock { memory, _ in memory.absorb(slice, shown: shown) }
      if !slice.commits.isEmpty { announce() }
      if isStuck { try freeStuckSnapshot() }
      if isDone { return }
    }
  }

  /// A writer that was killed between its two last steps leaves an id in the map that no reader gets
  /// until another write transaction begins.
  private func freeStuckSnapshot() throws {
    guard !environment.isReadOnly else { return }
    try? environment.write { _ in .abort(()) }
  }
}

/// Commits that were read from the log in one transaction.
struct Slice {
  let id: TransactionID
  let head: HeadRow
  /// Where the commits go on from when the ones in between were dropped; else nil.
  private(set) var baseline: Baseline?
  private(set) var commits: [(commit: SettingsCommit, byteCount: Int)] = []

  init(after known: Revision, in transaction: borrowing some Reading & ~Copyable) throws {
    id = transaction.id
    head = try LogReading.head(in: transaction)
    guard known < head.revision else { return }
    var known = known
    let floor = try LogReading.floor(in: transaction)
    if known < floor.previous {
      baseline = try Baseline.load(in: transaction)
      known = floor.previous
    }
    let origin = try LogReading.firstOrigin(in: transaction)
    let end = min(
      head.revision, Revision(rawValue: known.rawValue + UInt64(Ledger.sliceLength)))
    var commits: [(SettingsCommit, Int)] = []
    try LogReading.forEachRecord(after: known, through: end, in: transaction) { revision, bytes in
      let record = try LogReading.record(
        bytes, revision, firstOrigin: revision == 1 ? nil : origin)
      var commit = record.commit
      if revision == end { commit.digest = try record.digest(of: bytes) }
      commits.append((commit, bytes.count))
    }
    self.commits = commits
  }
}

extension SettingsState {
  func applying(_ slice: Slice) -> SettingsState {
    (slice.baseline?.state ?? self).applying(slice.commits.map(\.commit))
  }
}

extension Memory {
  /// Whether the state is the one that a new reader would see.
  func isCurrent(_ shown: TransactionID?) -> Bool { shown == stamp }

  /// Folds a slice in.
  ///
  /// - Parameter shown: the id that the map showed before the slice's transaction began. One shown since
  ///   is of a commit that the next look may well read.
  /// - Returns: whether the head of the slice is reached, and whether the map has shown an id for too
  ///   long that no reader gets.
  mutating func absorb(
    _ slice: Slice, shown: TransactionID?
  ) -> (isDone: Bool, isStuck: Bool) {
    take(slice)
    reached(slice.head, as: slice.id)
    guard state.revision >= slice.head.revision else { return (false, false) }
    guard let shown, shown > stamp else {
      glimpse = Glimpse()
      return (true, false)
    }
    return (true, glimpse.sawUnreadable(shown))
  }
}

/// An id that the shared map shows and no reader gets yet.
///
/// It appears some milliseconds early, while the last page of a commit reaches the disk; each read looks
/// again meanwhile. After a writer was killed in between, it stays.
struct Glimpse: Sendable {
  private var id: TransactionID?
  private var since = ContinuousClock.now

  private static let patience = Duration.milliseconds(100)

  /// Notes that a look found no newer snapshot; true when it is time to do something about it.
  mutating func sawUnreadable(_ id: TransactionID) -> Bool {
    guard self.id == id else {
      (self.id, since) = (id, .now)
      return false
    }
    guard .now - since >= Self.patience else { return false }
    since = .now
    return true
  }
}
