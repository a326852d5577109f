#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import SettingsCore

/// A log outside of a store: records that were checked one after another.
///
/// It can be copied into a store without commits.
package struct CheckedLog: Sendable {
  /// Where the log ends.
  package private(set) var head = HeadRow.empty
  /// What the log begins with when its older commits were dropped.
  let baseline: (baseline: Baseline, rows: [BaselineRow])?
  /// The records' bytes, from the oldest kept one on.
  private(set) var records: [[UInt8]] = []
  private(set) var firstOrigin: UUID?
  private var time: Timestamp?
  /// The original digests of redacted records, and those of the bytes that took their place.
  private var replacements: [Revision: (original: Digest, bytes: Digest)] = [:]
  private var redactions: [(by: Revision, CommitCause.Redaction)] = []
  private var compactions: [(by: Revision, CommitCause.Compaction)] = []

  package init() { baseline = nil }

  /// Makes a log whose older commits were dropped, and without records.
  ///
  /// - Parameter packedBaseline: what it begins with, as ``Ledger/packedBaseline()`` gives it.
  package init(after packedBaseline: [UInt8]) throws(EventLogError) {
    self.init(try BaselineTable.unpacked(packedBaseline))
  }

  init(_ found: (baseline: Baseline, rows: [BaselineRow])) {
    baseline = found
    let start = found.baseline.start
    head = HeadRow(revision: start.revision, digest: start.digest)
    (firstOrigin, time) = (start.firstOrigin, start.time)
  }

  /// Whether it has no records.
  package var isEmpty: Bool { records.isEmpty }

  /// The revision that the first record follows.
  var start: Revision { baseline?.baseline.start.revision ?? .zero }

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
    if let time, record.commit.time <= time {
      throw EventLogError(
        .recordMismatch("its time is not after the one before"), revision: revision)
    }
    if let original = record.originalDigest {
      replacements[revision] = (original, try SHA256.digest(of: bytes))
    }
    if case .redact(let list) = record.commit.cause { redactions += list.map { (revision, $0) } }
    if case .compact(let facts) = record.commit.cause { compactions.append((revision, facts)) }
    var commit = record.commit
    commit.digest = try record.digest(of: bytes)
    firstOrigin = firstOrigin ?? commit.origin
    time = commit.time
    head = HeadRow(revision: revision, digest: commit.digest)
    records.append(bytes)
    return commit
  }

  /// The first record that is not as its last redaction in the log left it.
  package var firstUnannounced: Revision? {
    var announced: [Revision: CommitCause.Redaction] = [:]
    for (_, redaction) in redactions where redaction.revision > start {
      announced[redaction.revision] = redaction
    }
    return Set(replacements.keys).union(announced.keys).sorted().first { revision in
      guard let found = replacements[revision], let said = announced[revision] else { return true }
      return said.original != found.original || said.replacement != found.bytes
    }
  }

  /// Throws unless the baseline is the one that the log's last compaction names.
  func checkBaseline() throws(EventLogError) {
    let digest: Digest? =
      if let baseline { try BaselineTable.digest(of: baseline.rows) } else { nil }
    let named = compactions.last?.1
    guard named?.floor == baseline?.baseline.start.floor, named?.baseline == digest else {
      throw EventLogError(
        .recordMismatch("the baseline is not the one that the last compaction of the log names"))
    }
  }

  /// Drops the records after a revision.
  mutating func keep(through revision: Revision) throws {
    guard revision < head.revision else { return }
    guard revision > start else {
      self = baseline.map { CheckedLog($0) } ?? CheckedLog()
      return
    }
    records.removeLast(Int(head.revision.rawValue - revision.rawValue))
    let last = try LogReading.commit(
      records[records.count - 1], revision, firstOrigin: revision == 1 ? nil : firstOrigin)
    head = HeadRow(revision: revision, digest: last.digest)
    time = last.time
    replacements = replacements.filter { $0.key <= revision }
    redactions.removeAll { $0.by > revision }
    compactions.removeAll { $0.by > revision }
  }
}
