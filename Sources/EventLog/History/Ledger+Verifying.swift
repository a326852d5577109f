#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

/// What a verification found.
package enum Verification: Hashable, Sendable {
  /// Every record, the chain, the head and the checkpoints are as they should be.
  case intact(HeadRow, redactions: [RecordedRedaction])
  /// Something is not as it should be; the revision is the first bad one.
  case damaged(Revision, problem: String)
}

extension Ledger {
  /// Reads every byte of the log and holds everything derived from it against a replay.
  ///
  /// The replay begins with the baseline, if there is one, and holds it against the log too. When a
  /// compaction drops what is being read, it begins again.
  ///
  /// - Parameter progress: called now and then with the revision reached and the head.
  package func verify(
    progress: (Revision, Revision) -> Void = { _, _ in }
  ) throws -> Verification {
    while true {
      do {
        return try verifyFromBaseline(progress)
      } catch let error as EventLogError where error.code == .compacted {
        continue
      }
    }
  }

  private func verifyFromBaseline(
    _ progress: (Revision, Revision) -> Void
  ) throws -> Verification {
    var verifier = try read { try Verifier(in: $0) }
    while verifier.revision < verifier.head.revision, verifier.damage == nil {
      try read { try verifier.readSlice(in: $0) }
      progress(verifier.revision, verifier.head.revision)
    }
    try read { try verifier.finish(in: $0) }
    if let damage = verifier.damage { return damage }
    return .intact(verifier.head, redactions: verifier.redactions)
  }
}

/// A replay of the log that stops at the first thing that is wrong.
private struct Verifier {
  let head: HeadRow
  private(set) var revision = Revision.zero
  private(set) var damage: Verification?
  private var digest = Digest.zero
  private var time: Timestamp?
  private var firstOrigin: UUID?
  private var state = SettingsState()
  private var projections = ReplayedProjections()
  private var replaced: Set<Revision> = []
  private var announced: [Revision: Announcement] = [:]
  private var keys = UsedKeys()
  /// The first commit that repeats another's idempotency key.
  private var repeated: (revision: Revision, earlier: Revision)?
  private(set) var redactions: [RecordedRedaction] = []
  private let floor: Revision
  /// The digest of the baseline's rows; nil when nothing was ever dropped.
  private var baseline: Digest?
  /// The newest compaction that the log tells of.
  private var compaction: (revision: Revision, facts: CommitCause.Compaction)?

  init(in transaction: borrowing ReadTransaction) throws {
    head = try LogReading.head(in: transaction)
    floor = try LogReading.floor(in: transaction)
    let rows = try BaselineTable.rows(in: transaction)
    if floor > 1 {
      do {
        try begin(with: rows)
      } catch let error as EventLogError where error.isDamage {
        damage = .damaged(floor.previous, problem: error.problem)
      }
    } else if !rows.isEmpty {
      damage = .damaged(.zero, problem: "there is a baseline, and no floor row")
    }
    try projections.readHeaders(in: transaction, state)
  }

  private mutating func begin(with rows: [BaselineRow]) throws {
    let found = try BaselineTable.baseline(of: rows)
    guard found.start.floor == floor else {
      throw EventLogError(.damaged("the baseline is not that of the floor \(floor)"))
    }
    baseline = try BaselineTable.digest(of: rows)
    (revision, digest, time) = (found.start.revision, found.start.digest, found.start.time)
    (firstOrigin, state) = (found.start.firstOrigin, found.state)
  }

  mutating func readSlice(in transaction: borrowing ReadTransaction) throws {
    let end = min(
      head.revision, Revision(rawValue: revision.rawValue + UInt64(Ledger.sliceLength)))
    do {
      try LogReading.forEachRecord(after: revision, through: end, in: transaction) {
        try check($1, $0)
      }
    } catch is BrokenChain {
      damage = try brokenChain(in: transaction)
    } catch let error as BrokenOrder {
      damage = try brokenOrder(error, in: transaction)
    } catch let error as EventLogError where error.code != .compacted {
      damage = .damaged(error.revision ?? revision.next, problem: error.problem)
    }
  }

  private mutating func check(_ bytes: [UInt8], _ revision: Revision) throws {
    let record = try LogReading.record(bytes, revision, firstOrigin: firstOrigin)
    let commit = record.commit
    if firstOrigin == nil { firstOrigin = commit.origin }
    guard record.previous == digest else { throw BrokenChain() }
    if let problem = commit.timeProblem(after: time) { throw BrokenOrder(problem: problem) }
    if let problem = record.misstatement {
      throw EventLogError(.damaged(problem), revision: revision)
    }
    if let earlier = keys.note(commit), repeated == nil { repeated = (revision, earlier) }
    digest = try record.digest(of: bytes)
    if record.originalDigest != nil { replaced.insert(revision) }
    if case .redact(let redactions) = commit.cause {
      for redaction in redactions { announced.add(redaction) }
      self.redactions += redactions.map { RecordedRedaction($0, by: commit) }
    }
    if case .compact(let facts) = commit.cause {
      if let problem = facts.problem(after: compaction?.facts) {
        throw EventLogError(.damaged(problem), revision: revision)
      }
      compaction = (revision, facts)
    }
    time = commit.time
    state.apply(commit)
    projections.fold(commit, state)
    self.revision = revision
  }

  /// What is wrong with the first record that is not as its last redaction left it.
  ///
  /// A redaction while this reads is recorded behind the head that it set out for.
  private mutating func firstForged(in transaction: borrowing ReadTransaction) throws
    -> Verification?
  {
    let now = try LogReading.head(in: transaction).revision
    try LogReading.forEachRecord(after: head.revision, through: now, in: transaction) {
      let record = try LogReading.record($1, $0, firstOrigin: firstOrigin)
      if case .redact(let redactions) = record.commit.cause {
        for redaction in redactions { announced.add(redaction) }
      }
    }
    let floor = try LogReading.floor(in: transaction)
    for revision in replaced.union(announced.keys).sorted() where revision >= floor {
      guard let bytes = try transaction.get(LogTables.log, RevisionKey(revision)) else { continue }
      let record = try LogReading.record(bytes, revision, firstOrigin: firstOrigin)
      guard let original = record.originalDigest else {
        return .damaged(revision, problem: "it was redacted, and holds what was erased")
      }
      guard let announcement = announced[revision] else {
        return .damaged(revision, problem: "it was replaced, and no redaction says so")
      }
      let problem = announcement.problem(
        original: original, replacement: try SHA256.digest(of: bytes),
        erased: record.commit.erasedNames)
      if let problem { return .damaged(revision, problem: problem) }
    }
    return nil
  }

  /// The number of the log's living rows, when it is not that of its commits.
  private func extraRecords(
    in transaction: borrowing ReadTransaction
  ) throws -> (count: Int, head: Revision)? {
    let floor = try LogReading.floor(in: transaction)
    let head = try LogReading.head(in: transaction).revision
    let count =
      try transaction.count(LogTables.log) - DeadRecords.count(below: floor, in: transaction)
    return UInt64(count) == head.rawValue &- floor.previous.rawValue ? nil : (count, head)
  }

  /// What is wrong between the baseline and the compaction that must have written it.
  private var brokenBaseline: Verification? {
    guard let compaction else {
      return baseline == nil
        ? nil : .damaged(floor.previous, problem: "there is a baseline, and no compaction says so")
    }
    guard compaction.facts.floor == floor else {
      let floor = compaction.facts.floor
      return .damaged(
        compaction.revision, problem: "it drops the commits below \(floor); the floor row does not")
    }
    return compaction.facts.baseline == baseline
      ? nil
      : .damaged(
        floor.previous,
        problem: "the baseline does not match the digest that revision \(compaction.revision) holds"
      )
  }

  /// Says which of two records is bad when the later one does not name the digest of the earlier.
  ///
  /// When the log says elsewhere that the later one is as it was written, the earlier one is not. A
  /// first record has none before.
  private func brokenChain(in transaction: borrowing ReadTransaction) throws -> Verification {
    let later = revision.next
    if revision > .zero, try isNamedElsewhere(later, in: transaction) {
      return .damaged(
        revision, problem: "its bytes do not match the digest that revision \(later) holds")
    }
    return .damaged(later, problem: "it does not hold the digest of the record before")
  }

  /// Says which of two records is bad when the later one has no later time: the earlier one is covered
  /// by the chain already, unless it was redacted.
  private func brokenOrder(
    _ broken: BrokenOrder, in transaction: borrowing ReadTransaction
  ) throws -> Verification {
    if replaced.contains(revision), try !isNamedElsewhere(revision, in: transaction) {
      return .damaged(revision, problem: "it was replaced, and no redaction says so")
    }
    return .damaged(revision.next, problem: broken.problem)
  }

  /// Whether the bytes of a record are those that the next record or the head row names, or, for a
  /// redacted record, the last redaction of it.
  private func isNamedElsewhere(
    _ revision: Revision, in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    guard let bytes = try transaction.get(LogTables.log, RevisionKey(revision)) else {
      return false
    }
    let isRedacted =
      try LogReading.record(bytes, revision, firstOrigin: firstOrigin).originalDigest != nil
    var named = !isRedacted && revision == head.revision ? head.digest : nil
    do {
      let now = try LogReading.head(in: transaction).revision
      let end = isRedacted ? now : min(revision.next, head.revision)
      try LogReading.forEachRecord(after: revision, through: end, in: transaction) {
        let record = try LogReading.record($1, $0, firstOrigin: firstOrigin)
        if !isRedacted {
          named = record.previous
        } else if case .redact(let redactions) = record.commit.cause {
          named = redactions.last { $0.revision == revision }?.replacement ?? named
        }
      }
    } catch is EventLogError {
      // What follows is bad too; the first bad record is what is asked for.
    }
    return try named == SHA256.digest(of: bytes)
  }

  mutating func finish(in transaction: borrowing ReadTransaction) throws {
    guard damage == nil else { return }
    if let problem = brokenBaseline {
      damage = problem
    } else if digest != head.digest {
      damage = .damaged(head.revision, problem: "its bytes do not match the head's digest")
    } else if let extra = try extraRecords(in: transaction) {
      damage = .damaged(
        extra.head.next, problem: "the log holds \(extra.count) rows up to revision \(extra.head)")
    } else if let forged = try firstForged(in: transaction) {
      damage = forged
    } else if let (revision, earlier) = repeated {
      damage = .damaged(
        revision, problem: "its idempotency key is that of revision \(earlier) already")
    } else if let (reached, name) = try projections.firstDifference(in: transaction) {
      damage = .damaged(reached, problem: "the saved state of \(name) differs from a replay")
    }
  }
}

/// A record does not hold the digest of the one before.
private struct BrokenChain: Error {}

/// A record's time does not follow from that of the one before.
private struct BrokenOrder: Error {
  let problem: String
}

/// A fresh fold of one projection, stopped where the saved one stands.
private protocol ProjectionReplay {
  mutating func readHeader(
    in transaction: borrowing ReadTransaction, _ beginning: SettingsState) throws
  mutating func fold(_ commit: SettingsCommit, _ state: SettingsState)
  func difference(in transaction: borrowing ReadTransaction) throws -> (Revision, String)?
}

/// Fresh folds of the projections, stopped where the saved ones stand.
private struct ReplayedProjections {
  private var replays: [any ProjectionReplay] = Projections.all.map { makeReplay($0) }

  private static func makeReplay<P: Projection>(_: P.Type) -> any ProjectionReplay { Replay<P>() }

  mutating func readHeaders(
    in transaction: borrowing ReadTransaction, _ beginning: SettingsState
  ) throws {
    for index in replays.indices { try replays[index].readHeader(in: transaction, beginning) }
  }

  mutating func fold(_ commit: SettingsCommit, _ current: SettingsState) {
    for index in replays.indices { replays[index].fold(commit, current) }
  }

  func firstDifference(
    in transaction: borrowing ReadTransaction
  ) throws -> (Revision, String)? {
    for replay in replays {
      if let difference = try replay.difference(in: transaction) { return difference }
    }
    return nil
  }

  private struct Replay<P: Projection>: ProjectionReplay {
    private var projection = P()
    private var header: Revision?
    private var isEmpty = true
    /// The last commit that was folded.
    private var reached = Revision.zero
    private var stateThere = SettingsState()

    mutating func readHeader(
      in transaction: borrowing ReadTransaction, _ beginning: SettingsState
    ) throws {
      header = try P.table.header(in: transaction)
      isEmpty = try P.table.isEmpty(in: transaction)
      // What was saved before the commits after it were dropped is of no use: the next checkpoint
      // makes it anew.
      if let reached = header, reached < beginning.revision { (header, isEmpty) = (nil, true) }
      (stateThere, self.reached) = (beginning, beginning.revision)
    }

    mutating func fold(_ commit: SettingsCommit, _ state: SettingsState) {
      guard let header, commit.revision <= header else { return }
      projection.fold(commit)
      reached = commit.revision
      if commit.revision == header { stateThere = state }
    }

    func difference(
      in transaction: borrowing ReadTransaction
    ) throws -> (Revision, String)? {
      guard let header else { return isEmpty ? nil : (.zero, P.table.name) }
      // Another writer has saved since: what it saved is not what was folded here.
      guard try P.table.header(in: transaction) == header else { return nil }
      // Of commits that are not there nothing can be saved.
      guard header == reached else { return (reached, P.table.name) }
      var expected = try projection.rows(stateThere)[...]
      var differs = false
      do {
        try P.table.scan(from: [], .forward, in: transaction) { row in
          differs = expected.popFirst() != row
          return differs ? .stop : .next
        }
      } catch is DamagedRow { differs = true }
      return differs || !expected.isEmpty ? (header, P.table.name) : nil
    }
  }
}
