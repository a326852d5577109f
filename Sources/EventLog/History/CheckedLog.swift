#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import SettingsCore

/// A log outside of a store: a baseline, when older commits were dropped, and records that were checked
/// one after another.
///
/// It can be copied into a store without commits.
package struct CheckedLog: Sendable {
  let baseline: (content: Baseline, rows: [BaselineRow])?
  /// Where the log ends.
  package private(set) var head: HeadRow
  /// The records' bytes, from the oldest kept revision on.
  private(set) var records: [[UInt8]] = []
  private(set) var firstOrigin: UUID?
  private var time: Timestamp?
  /// What redacted records were, and the digests of the bytes that took their place.
  private var replaced: [Revision: Replaced] = [:]
  private var keys = UsedKeys()
  private var redactions: [(by: Revision, CommitCause.Redaction)] = []
  private var compactions: [(by: Revision, CommitCause.Compaction)] = []
  /// Commits that are to follow the records, so that what vouched for them is told again.
  private(set) var amendments: [CommitCause] = []

  package init() { self.init(baseline: nil) }

  /// Makes a log whose older commits were dropped, and without records.
  ///
  /// - Parameter packedBaseline: what it begins with, as ``Ledger/packedBaseline()`` gives it.
  package init(after packedBaseline: [UInt8]) throws(EventLogError) {
    let (baseline, rows) = try BaselineTable.unpacked(packedBaseline)
    self.init(baseline: (baseline, rows))
  }

  init(baseline: (Baseline, [BaselineRow])?) {
    self.baseline = baseline.map { ($0.0, $0.1) }
    let start = baseline?.0.start ?? LogStart()
    head = HeadRow(revision: start.revision, digest: start.digest)
    (firstOrigin, time) = (start.firstOrigin, start.time)
  }

  /// Whether there are no records.
  package var isEmpty: Bool { records.isEmpty }

  /// Where the log begins.
  var start: LogStart { baseline?.content.start ?? LogStart() }

  /// Checks a record against those before it and takes it.
  ///
  /// - Returns: its commit, with its digest.
  /// - Throws: an error that names the revision; the log is as it was then.
  @discardableResult
  package mutating func append(_ bytes: [UInt8]) throws -> SettingsCommit {
    let revision = head.revision.next
    let record = try LogReading.record(bytes, revision, firstOrigin: firstOrigin)
    guard record.previous == head.digest else {
      throw EventLogError(
        .recordMismatch("it does not hold the digest of the record before"), revision: revision)
    }
    var problem = record.commit.timeProblem(after: time) ?? record.misstatement
    if problem == nil, case .compact(let compaction) = record.commit.cause {
      problem = compaction.problem(after: newestCompaction)
    }
    if let problem {
      throw EventLogError(.recordMismatch(problem), revision: revision)
    }
    if let earlier = keys.note(record.commit) {
      throw EventLogError(
        .recordMismatch("its idempotency key is that of revision \(earlier) already"),
        revision: revision)
    }
    if let original = record.originalDigest {
      replaced[revision] = Replaced(
        original: original, replacement: try SHA256.digest(of: bytes),
        erased: record.commit.erasedNames)
    }
    switch record.commit.cause {
    case .redact(let list): redactions += list.map { (revision, $0) }
    case .compact(let compaction): compactions.append((revision, compaction))
    default: break
    }
    var commit = record.commit
    commit.digest = try record.digest(of: bytes)
    firstOrigin = firstOrigin ?? commit.origin
    time = commit.time
    head = HeadRow(revision: revision, digest: commit.digest)
    records.append(bytes)
    return commit
  }

  /// Drops the records after a revision.
  mutating func keep(through revision: Revision) throws {
    guard revision < head.revision else { return }
    guard revision > start.revision else {
      self = CheckedLog(baseline: baseline)
      return
    }
    records.removeLast(Int(head.revision.rawValue - revision.rawValue))
    let last = try LogReading.commit(
      records[records.count - 1], revision, firstOrigin: revision == 1 ? nil : firstOrigin)
    head = HeadRow(revision: revision, digest: last.digest)
    time = last.time
    replaced = replaced.filter { $0.key <= revision }
    keys.keep(through: revision)
    redactions.removeAll { $0.by > revision }
    compactions.removeAll { $0.by > revision }
  }

  /// Has a commit with this cause follow the records.
  mutating func amend(_ cause: CommitCause) {
    amendments.append(cause)
    switch cause {
    case .redact(let list): redactions += list.map { (Revision(rawValue: .max), $0) }
    case .compact(let compaction): compactions.append((Revision(rawValue: .max), compaction))
    default: break
    }
  }
}

// MARK: - What redactions and compactions say

extension CheckedLog {
  /// The records that are not as their last redaction left them, oldest first, and what is wrong.
  var forged: [(revision: Revision, problem: String)] {
    var announced: [Revision: Announcement] = [:]
    for (_, redaction) in redactions where redaction.revision >= start.floor {
      announced.add(redaction)
    }
    return Set(replaced.keys).union(announced.keys).sorted().compactMap { revision in
      guard let found = replaced[revision] else {
        return (revision, "it was redacted, and holds what was erased")
      }
      guard let announcement = announced[revision] else {
        return (revision, "it was replaced, and no redaction says so")
      }
      return announcement.problem(
        original: found.original, replacement: found.replacement, erased: found.erased
      ).map { (revision, $0) }
    }
  }

  /// Whether a record is what a redaction left of it.
  func isWhatWasLeft(by redaction: CommitCause.Redaction) -> Bool {
    guard let found = replaced[redaction.revision] else { return false }
    return found.original == redaction.original && found.replacement == redaction.replacement
  }

  /// What was erased from a record, in the words of one redaction that leaves it as it is; nil when nothing
  /// was.
  func wholeRedaction(of revision: Revision) -> CommitCause.Redaction? {
    replaced[revision].map {
      CommitCause.Redaction(
        revision: revision, names: $0.erased.sorted(), original: $0.original,
        replacement: $0.replacement)
    }
  }

  /// What the baseline is, in the words of a compaction.
  var ownCompaction: CommitCause.Compaction? {
    get throws(EventLogError) {
      guard let baseline else { return nil }
      return CommitCause.Compaction(
        floor: baseline.content.start.floor, baseline: try BaselineTable.digest(of: baseline.rows))
    }
  }

  /// The newest compaction that the log tells of.
  var newestCompaction: CommitCause.Compaction? { compactions.last?.1 }

  /// Whether the newest compaction that the log tells of names its baseline.
  var namesItsBaseline: Bool {
    get throws(EventLogError) { try newestCompaction == ownCompaction }
  }

  /// Throws unless a store with this log would verify.
  package func check() throws(EventLogError) {
    if let forged = forged.first {
      throw EventLogError(.recordMismatch(forged.problem), revision: forged.revision)
    }
    guard try namesItsBaseline else {
      throw EventLogError(
        .recordMismatch("the baseline is not the one that the log's last compaction names"))
    }
  }
}

/// What a redacted record was, what took its place, and what that lacks.
private struct Replaced: Sendable {
  let original: Digest
  let replacement: Digest
  let erased: Set<SettingName>
}
