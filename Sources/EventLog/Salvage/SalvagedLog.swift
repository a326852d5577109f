#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import SettingsCore

/// The longest beginning of a damaged log that verifies, and what is lost.
///
/// It ends before the first revision that a verification would name.
package struct SalvagedLog: Sendable {
  /// What verifies; begun when the first record comes.
  private var begun: CheckedLog?
  private var baseline: [BaselineRow] = []
  private var floor: Revision?
  private var head: HeadRow?
  private var count: UInt64?
  private var hasStore = false
  /// The first thing that is wrong, and with which revision.
  private var problem: (revision: Revision, text: String)?
  /// The record after the last good one, when it does not hold that one's digest: either may be bad.
  private var stranger: (revision: Revision, bytes: [UInt8], isVouchedFor: Bool)?
  /// The last revision that was read at all, good or bad.
  private var lastSeen = Revision.zero
  /// What redactions and compactions behind the first problem say.
  private var lateRedactions: [CommitCause.Redaction] = []
  private var lateCompaction: CommitCause.Compaction?
  /// The last redaction that was read, also behind what is lost.
  package private(set) var lastRedaction = Revision.zero

  package init() {}

  /// The log that verifies.
  package var log: CheckedLog { begun ?? CheckedLog(baseline: nil) }

  /// What is lost of a log.
  package struct Loss: Hashable, Sendable {
    /// The first revision that is lost.
    package let revision: Revision
    /// How many revisions are lost; nil when that cannot be told.
    package let count: UInt64?
    /// Why.
    package let problem: String
  }

  /// Whether what was read is a settings store at all.
  package var isStore: Bool { hasStore || head != nil || !log.records.isEmpty }
}

// MARK: - Taking rows

extension SalvagedLog {
  /// Takes the next row.
  ///
  /// - Throws: when the store was written by a newer program, of which nothing may be guessed.
  package mutating func take(_ row: DamagedLog.Row) throws {
    switch row {
    case .store(let bytes):
      do {
        _ = try StoreRow(decoding: bytes)
        hasStore = true
      } catch let error as EventLogError where !error.isDamage { throw error } catch {}
    case .head(let bytes): head = try? HeadRow(decoding: bytes)
    case .floor(let bytes): floor = UInt64(bigEndian: bytes[...]).map { Revision(rawValue: $0) }
    case .baseline(let key, let bytes): baseline.append(BaselineRow(key: key, content: bytes))
    case .count(let number): count = number
    case .record(let key, let bytes): takeRecord(UInt64(bigEndian: key[...]), bytes)
    }
  }

  /// The log before its first record.
  private mutating func begin() -> CheckedLog {
    if baseline.isEmpty && floor == nil { return CheckedLog(baseline: nil) }
    do {
      let content = try BaselineTable.baseline(of: baseline)
      if let floor, floor != content.start.floor {
        problem = (floor, "the baseline is not that of the floor \(floor)")
      }
      return CheckedLog(baseline: (content, baseline))
    } catch {
      problem = (floor ?? 1, error.problem)
      return CheckedLog(baseline: nil)
    }
  }

  private mutating func takeRecord(_ key: UInt64?, _ bytes: [UInt8]) {
    var log = begun ?? begin()
    defer { begun = log }
    let revision = Revision(rawValue: key ?? 0)
    // Records below the floor are dead.
    if key != nil, revision < log.start.floor { return }
    lastSeen = max(lastSeen, revision)
    let expected = log.head.revision.next
    guard problem == nil else { return takeLate(revision, bytes, log.firstOrigin) }
    guard key == expected.rawValue else {
      problem = (expected, "its record is missing")
      return takeLate(revision, bytes, log.firstOrigin)
    }
    do {
      let commit = try log.append(bytes)
      if case .redact = commit.cause { lastRedaction = commit.revision }
    } catch {
      problem = (expected, (error as? EventLogError)?.problem ?? "\(error)")
      let record = try? LogReading.record(bytes, expected, firstOrigin: log.firstOrigin)
      if let record, record.previous != log.head.digest, !log.records.isEmpty {
        stranger = (expected, bytes, false)
      }
    }
  }

  /// Looks at a record behind the first problem for what it says of those before it.
  private mutating func takeLate(_ revision: Revision, _ bytes: [UInt8], _ firstOrigin: UUID?) {
    guard let record = try? LogReading.record(bytes, revision, firstOrigin: firstOrigin) else {
      return
    }
    switch record.commit.cause {
    case .redact(let redactions):
      lastRedaction = revision
      lateRedactions += redactions
    case .compact(let compaction): lateCompaction = compaction
    default: break
    }
    guard let stranger, !stranger.isVouchedFor,
      let digest = try? SHA256.digest(of: stranger.bytes)
    else { return }
    self.stranger?.isVouchedFor =
      revision == stranger.revision.next && record.previous == digest
      || lateRedactions.contains {
        $0.revision == stranger.revision && $0.replacement == digest
      }
  }
}

// MARK: - The end

extension SalvagedLog {
  /// Ends the log where it stops to verify, and says what is lost; nil for nothing.
  ///
  /// - Parameter ending: why reading ended early; nil when all rows were read.
  package mutating func finish(_ ending: String?) throws -> Loss? {
    var log = begun ?? begin()
    try settleStranger(&log)
    let read = log.head
    if let head, head == read { problem = nil } else { try settleEnd(&log, ending) }
    try settleRedactions(&log)
    try settleBaseline(&log)
    begun = log
    return problem.map {
      Loss(revision: $0.revision, count: lostCount(log, read), problem: $0.text)
    }
  }

  /// When the log says elsewhere that the later of two records is good, the earlier one is bad.
  private mutating func settleStranger(_ log: inout CheckedLog) throws {
    guard let stranger else { return }
    let end = HeadRow(
      revision: stranger.revision, digest: try SHA256.digest(of: stranger.bytes))
    guard stranger.isVouchedFor || head == end else { return }
    let bad = stranger.revision.previous
    problem = (
      bad, "its bytes do not match the digest that revision \(stranger.revision) holds"
    )
    try log.keep(through: bad.previous)
  }

  /// Compares where the log ends with where it should.
  private mutating func settleEnd(_ log: inout CheckedLog, _ ending: String?) throws {
    guard problem == nil else { return }
    let next = log.head.revision.next
    if let ending {
      problem = (next, ending)
    } else if let head, head.revision > log.head.revision {
      problem = (next, "its record is missing")
    } else if let head, head.revision == log.head.revision {
      problem = (head.revision, "its bytes do not match the head's digest")
      try log.keep(through: head.revision.previous)
    } else if !log.records.isEmpty {
      problem = (next, "the row that says where the log ends is damaged")
    }
  }

  /// Ends the log before a record that no redaction accounts for, one behind the first problem included.
  private mutating func settleRedactions(_ log: inout CheckedLog) throws {
    func late(_ revision: Revision, _ log: CheckedLog) -> CommitCause.Redaction? {
      lateRedactions.last { $0.revision == revision && log.isWhatWasLeft(by: $0) }
    }
    // Each cut can take a redaction away that an earlier record needs.
    while let bad = log.forged.first(where: { late($0.revision, log) == nil }) {
      problem = (bad.revision, bad.problem)
      try log.keep(through: bad.revision.previous)
    }
    let told = log.forged.compactMap { log.wholeRedaction(of: $0.revision) }
    if !told.isEmpty { log.amend(.redact(told)) }
  }

  /// Tells the compaction again that vouches for the baseline, when it is lost.
  ///
  /// Without it nobody can tell whether the baseline is what was written; it is kept then, since all would be
  /// lost with it. One that the last compaction contradicts is not.
  private mutating func settleBaseline(_ log: inout CheckedLog) throws {
    guard try !log.namesItsBaseline, let own = try log.ownCompaction, !log.isEmpty else { return }
    let named = lateCompaction ?? log.newestCompaction
    if let (revision, text) = problem, named?.floor ?? .zero <= own.floor {
      // An earlier compaction says nothing of a baseline whose own one is lost.
      if named != own {
        problem = (
          revision, "\(text); and nothing vouches for the state before revision \(own.floor)"
        )
      }
    } else if let named, named != own {
      problem = (log.start.revision, "the state after it is not what the compaction kept")
      return try log.keep(through: log.start.revision)
    }
    log.amend(.compact(own))
  }

  private func lostCount(_ log: CheckedLog, _ read: HeadRow) -> UInt64? {
    let kept = log.head.revision.rawValue
    if let head, head.revision >= read.revision { return head.revision.rawValue - kept }
    let known = max(log.start.revision.rawValue + (count ?? 0), lastSeen.rawValue)
    return known >= kept ? known - kept : nil
  }
}
