#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

/// What a process keeps of the log: the state at the head, and what the next commit needs.
package struct Memory: Sendable {
  /// The transaction id of the snapshot that the state stands for.
  var stamp: TransactionID
  /// The state at the head.
  package private(set) var state = SettingsState()
  /// The digest of the head.
  private(set) var digest = Digest.zero
  /// The time of the head, which the next commit's must exceed.
  private(set) var time = Timestamp(microseconds: .min)
  /// The origin of the log's first record; nil while the log is empty.
  private(set) var firstOrigin: UUID?
  /// The idempotency keys of the commits that were folded in memory, by their bytes.
  private(set) var recentKeys: [[UInt8]: Revision] = [:]
  /// The revision from which on ``recentKeys`` is complete.
  private(set) var recentKeysStart = Revision.zero
  /// About how many bytes of log the next opening would have to fold.
  private(set) var tailBytes = 0
  /// Whether the saved state could not be trusted, so that the next commit saves all of it anew.
  private(set) var mustSaveAnew = false
  /// Whether a compaction was interrupted before it had removed what it dropped; commits go on with it.
  private(set) var hasDeadRecords = false
  /// Projections whose saved rows were found damaged since the last checkpoint.
  private(set) var distrusted: Set<String> = []
  /// An id that the shared map shows and no reader gets yet.
  var glimpse = Glimpse()

  /// Reads what was saved.
  ///
  /// What cannot be trusted counts as not saved, and is reported.
  static func load(
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> (Memory, LedgerNotice?) {
    var saved: SettingsState?
    var notice: LedgerNotice?
    let head = try LogReading.head(in: transaction)
    do {
      saved = try StateProjection.load(in: transaction)
      if let reached = saved?.revision, reached > head.revision { throw DamagedRow() }
      if saved == nil, try !StateProjection.table.isEmpty(in: transaction) { throw DamagedRow() }
    } catch is DamagedRow {
      saved = nil
      notice = .rebuilt(projection: StateProjection.table.name)
    }
    var memory = Memory(
      stamp: transaction.id, firstOrigin: try LogReading.firstOrigin(in: transaction))
    memory.mustSaveAnew = notice != nil
    memory.hasDeadRecords = try DeadRecords.areThere(in: transaction)
    let start = try LogReading.start(in: transaction)
    guard let saved, saved.revision > start.revision else {
      memory.restart(from: try Baseline.load(in: transaction))
      return (memory, notice)
    }
    memory.state = saved
    memory.recentKeysStart = saved.revision
    let commit = try LogReading.commit(
      saved.revision, firstOrigin: memory.firstOrigin, in: transaction)
    (memory.digest, memory.time) = (commit.digest, commit.time)
    return (memory, notice)
  }

  private init(stamp: TransactionID, firstOrigin: UUID?) {
    self.stamp = stamp
    self.firstOrigin = firstOrigin
  }

  /// Lets everything go, once nobody can read it any more.
  mutating func forget() { self = Memory(stamp: stamp, firstOrigin: nil) }

  var head: HeadRow { HeadRow(revision: state.revision, digest: digest) }

  /// Folds in what a slice holds, as far as it is new.
  mutating func take(_ slice: Slice) {
    if let baseline = slice.baseline { restart(from: baseline) }
    for (commit, byteCount) in slice.commits { apply(commit, byteCount: byteCount) }
  }

  /// Goes on from a baseline, when the commits up to it were dropped before they were folded in here.
  private mutating func restart(from baseline: Baseline) {
    let start = baseline.start
    guard start.revision > state.revision, let time = start.time else { return }
    state = baseline.state
    (digest, self.time, firstOrigin) = (start.digest, time, start.firstOrigin)
    (recentKeys, recentKeysStart) = ([:], start.revision)
  }

  /// Folds in a commit, if it is the next one: another thread may have been first.
  ///
  /// The last one of those folded in together carries its digest.
  mutating func apply(_ commit: SettingsCommit, byteCount: Int) {
    guard commit.revision == state.revision.next else { return }
    if commit.revision == 1 { firstOrigin = commit.origin }
    state.apply(commit)
    (digest, time) = (commit.digest, commit.time)
    tailBytes += byteCount
    if let key = commit.idempotencyKey { recentKeys[Array(key.utf8)] = commit.revision }
  }

  /// Marks the state as that of a snapshot whose head is known.
  mutating func reached(_ head: HeadRow, as id: TransactionID) {
    // The digest is the records' own: the head row is compared with it before each append.
    guard state.revision == head.revision, id > stamp else { return }
    stamp = id
  }

  /// Notes projections whose saved rows are damaged; gives those that were not known to be.
  mutating func distrust(_ projections: Set<String>) -> Set<String> {
    let new = projections.subtracting(distrusted)
    distrusted.formUnion(new)
    return new
  }

  /// Forgets what a checkpoint has saved.
  mutating func saved(_ progress: Checkpoint.Progress) {
    guard progress.state == state.revision else { return }
    tailBytes = 0
    distrusted = []
    mustSaveAnew = false
    hasDeadRecords = progress.leavesDeadRecords
    if progress.idempotencyKeys == state.revision {
      recentKeys = [:]
      recentKeysStart = state.revision
    }
  }
}
