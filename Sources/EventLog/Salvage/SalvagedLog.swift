package import SettingsCore

/// The longest beginning of a damaged log that verifies, and what is lost.
///
/// It ends before the first revision that a verification would name.
package struct SalvagedLog: Sendable {
  /// The records that verify.
  package private(set) var log = CheckedLog()
  /// The first thing that is wrong, and with which revision.
  private var problem: (revision: Revision, text: String)?
  /// The record after the last good one, when it does not hold that one's digest: either may be bad.
  private var stranger: (revision: Revision, bytes: [UInt8], isVouchedFor: Bool)?
  private var head: HeadRow?
  private var count: UInt64?
  private var hasStore = false
  /// The oldest kept commit, and the rows of the baseline, until the first record comes.
  private var floor: Revision?
  private var baseline: [BaselineRow] = []
  /// The last revision that was read at all, good or bad.
  private var lastSeen = Revision.zero

  package init() {}

  /// What is lost of a log.
  package struct Loss: Hashable, Sendable {
    /// The first revision that is lost.
    package let revision: Revision
    /// How many revisions are lost; nil when that cannot be told.
    package let count: UInt64?
    /// Why.
    package let problem: String
  }

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
    case .count(let number): count = number
    case .floor(let bytes):
      floor = UInt64(bigEndian: bytes[...]).map { Revision(rawValue: $0) } ?? 0
    case .baseline(let key, let content):
      baseline.append(BaselineRow(key: key, content: content))
    case .record(let key, let bytes): try takeRecord(UInt64(bigEndian: key[...]), bytes)
    }
  }

  /// Begins with the baseline, when older commits were dropped.
  private mutating func begin() {
    guard let floor else { return }
    do throws(EventLogError) {
      let found = try BaselineTable.baseline(of: baseline)
      guard found.start.floor == floor else {
        throw EventLogError(.damaged("it has another floor"))
      }
      log = CheckedLog((found, baseline))
    } catch {
      problem = (floor.previous, "the state before the oldest kept commit: \(error.problem)")
    }
    (self.floor, baseline) = (nil, [])
  }

  private mutating func takeRecord(_ key: UInt64?, _ bytes: [UInt8]) throws {
    begin()
    // Below the oldest kept commit they were dropped, and are only not removed yet.
    if let key, key > 0, key <= log.start.rawValue { return }
    let expected = log.head.revision.next
    if let key { lastSeen = max(lastSeen, Revision(rawValue: key)) }
    guard problem == nil else { return vouch(Revision(rawValue: key ?? 0), bytes) }
    guard key == expected.rawValue else {
      problem = (expected, "its record is missing")
      return
    }
    do {
      try log.append(bytes)
    } catch let error as EventLogError {
      problem = (expected, error.problem)
      if let record = try? LogReading.record(bytes, expected, firstOrigin: log.firstOrigin),
        record.previous != log.head.digest, expected > 1
      {
        stranger = (expected, bytes, false)
      }
    }
  }

  /// Sees whether a later record says that the stranger is as it was written.
  private mutating func vouch(_ revision: Revision, _ bytes: [UInt8]) {
    guard let stranger, !stranger.isVouchedFor,
      let record = try? LogReading.record(bytes, revision, firstOrigin: log.firstOrigin),
      let digest = try? SHA256.digest(of: stranger.bytes)
    else { return }
    var named = revision == stranger.revision.next && record.previous == digest
    if case .redact(let redactions) = record.commit.cause {
      named =
        named
        || redactions.contains {
          $0.revision == stranger.revision && $0.replacement == digest
        }
    }
    self.stranger?.isVouchedFor = named
  }

  /// Ends the log where it stops to verify, and says what is lost; nil for nothing.
  ///
  /// - Parameter ending: why reading ended early; nil when all rows were read.
  package mutating func finish(_ ending: String?) throws -> Loss? {
    try settleStranger()
    begin()
    let read = log.head
    if let head, head == read { problem = nil } else { try settleEnd(ending) }
    if let revision = try cutUnannounced() {
      problem = (revision, "it was redacted, and the commit that says so is lost")
    }
    if log.head.revision > log.start, let error = brokenBaseline {
      problem = (log.start.next, error.problem)
      try log.keep(through: log.start)
    }
    guard let problem else { return nil }
    return Loss(
      revision: problem.revision, count: lostCount(read), problem: problem.text)
  }

  /// When the log says elsewhere that the later of two records is good, the earlier one is bad.
  private mutating func settleStranger() throws {
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
  private mutating func settleEnd(_ ending: String?) throws {
    guard problem == nil else { return }
    let next = log.head.revision.next
    if let ending {
      problem = (next, ending)
    } else if let head, head.revision > log.head.revision {
      problem = (next, "its record is missing")
    } else if let head, head.revision == log.head.revision {
      problem = (head.revision, "its bytes do not match the head's digest")
      try log.keep(through: head.revision.previous)
    } else if log.head.revision > .zero {
      problem = (next, "the row that says where the log ends is damaged")
    }
  }

  /// Without the compaction that names the baseline, nobody can tell whether it is what was written.
  private var brokenBaseline: EventLogError? {
    do {
      try log.checkBaseline()
      return nil
    } catch {
      return error
    }
  }

  private mutating func cutUnannounced() throws -> Revision? {
    var first: Revision?
    // Dropping one redaction can leave an earlier record without.
    while let revision = log.firstUnannounced {
      first = revision
      try log.keep(through: revision.previous)
    }
    return first
  }

  private func lostCount(_ read: HeadRow) -> UInt64? {
    let kept = log.head.revision.rawValue
    if let head, head.revision >= read.revision { return head.revision.rawValue - kept }
    let known = max(count ?? 0, lastSeen.rawValue)
    return known >= kept ? known - kept : nil
  }

  /// Whether what was read is a settings store at all.
  package var isStore: Bool { hasStore || head != nil || log.head.revision > log.start }
}
