import EventLog
import Foundation
import LMDBKit
import SettingsCore
import Testing

@Suite struct DamagedLogTests {
  private static let commits: [[SettingsEvent]] = [
    [SettingsEvent("text", .set("one")), SettingsEvent("list", .set([1, true, "x"]))],
    [SettingsEvent("text", .set("two")), SettingsEvent("text", .markSecret)],
    [],
    [SettingsEvent("number", .set(1.5), restores: 2), SettingsEvent("list", .hide)],
    [SettingsEvent("text", .reset), SettingsEvent("list", .unhide)],
  ]

  private func key(_ revision: Revision) -> [UInt8] {
    [0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: revision.rawValue)]
  }

  private func open(_ directory: String) throws { try withLedger(at: directory) { _ in } }

  /// The first bad revision; nil when everything is as it should be.
  private func firstBad(_ ledger: Ledger) throws -> Revision? {
    if case .damaged(let revision, _) = try ledger.verify() { revision } else { nil }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [Revision])
  func `a changed byte anywhere in a record is found at that record`(revision: Revision) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        let record = try ledger.record(revision)
        for index in record.indices {
          var changed = record
          changed[index] ^= 1
          try ledger.put(changed, for: key(revision), in: "log")
          #expect(try firstBad(ledger) == revision, "byte \(index)")
        }
        try ledger.put(record, for: key(revision), in: "log")
        #expect(try firstBad(ledger) == nil)
      }
    }
  }

  @Test func `a changed byte anywhere in a redacted record is found at that record`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        let record = try redact(2, "text", in: ledger)
        for index in record.indices {
          var changed = record
          changed[index] ^= 1
          try ledger.put(changed, for: key(2), in: "log")
          #expect(try firstBad(ledger) == 2, "byte \(index)")
        }
        try ledger.put(record, for: key(2), in: "log")
        #expect(try firstBad(ledger) == nil)
        // The record before it is still told from it.
        var before = try ledger.record(1)
        before[before.count - 40] ^= 1
        try ledger.put(before, for: key(1), in: "log")
        #expect(try firstBad(ledger) == 1)
      }
    }
  }

  /// Erases a value from a record, as a redaction does.
  ///
  /// - Returns: the record that took its place.
  private func redact(
    _ revision: Revision, _ name: SettingName, in ledger: Ledger
  ) throws -> [UInt8] {
    let bytes = try ledger.record(revision)
    let origin = try ledger.commit(1).origin
    var record = try CommitRecord(decoding: bytes, revision: revision, firstOrigin: origin)
    let original = try record.digest(of: bytes)
    for index in record.commit.events.indices where record.commit.events[index].name == name {
      if record.commit.events[index].side == .value {
        record.commit.events[index].kind = .setRedacted
      }
    }
    (record.nonce, record.originalDigest) = (nil, original)
    let replacement = try record.encoded(firstOrigin: origin)
    let redaction = CommitCause.Redaction(
      revision: revision, names: [name], original: original,
      replacement: try SHA256.digest(of: replacement))
    let facts = CommitFacts(
      author: "test", cause: .redact([redaction]),
      clock: { Timestamp(microseconds: 1_800_000_000_000_000) })
    for result in try ledger.commit([CommitRequest(facts) { _ in }]) { _ = try result.get() }
    try ledger.put(replacement, for: key(revision), in: "log")
    return replacement
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [Revision])
  func `a record that was changed is found after opening, the last one by opening`(
    revision: Revision
  ) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        var record = try ledger.record(revision)
        record[record.count - 40] ^= 1  // a byte of the nonce: the record can still be read
        try ledger.put(record, for: key(revision), in: "log")
      }
      if revision == 5 {
        let error = #expect(throws: EventLogError.self) { try open(directory) }
        #expect(error?.revision == revision)
      } else {
        let found = try withLedger(at: directory, .readOnly) { try firstBad($0) }
        #expect(found == revision)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [Revision])
  func `a missing record is found, and refused by opening`(revision: Revision) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        try ledger.put(nil, for: key(revision), in: "log")
        #expect(try firstBad(ledger) == revision)
      }
      let error = #expect(throws: EventLogError.self) { try open(directory) }
      #expect(error?.revision == revision)
    }
  }

  @Test(arguments: [nil, 0, 7, 8, 39] as [Int?])
  func `a changed or missing head row is refused by opening`(index: Int?) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        let (main, key) = (Table<[UInt8], [UInt8]>.main, Array("head".utf8))
        try ledger.environment.write { transaction -> Completion<Void> in
          if let index, var row = try transaction.get(main, key) {
            row[index] ^= 1
            try transaction.put(main, key, row)
          } else {
            try transaction.delete(main, key)
          }
          return .commit(())
        }
      }
      #expect(throws: EventLogError.self) { try open(directory) }
    }
  }

  @Test(arguments: [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 6], [1]] as [[UInt8]])
  func `a row of the log beside its commits is found`(key: [UInt8]) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        try ledger.put(try ledger.record(5), for: key, in: "log")
        #expect(try firstBad(ledger) == 6)
      }
    }
  }

  @Test func `two records that changed places are found at the first of them`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(Self.commits)
        let (second, third) = (try ledger.record(2), try ledger.record(3))
        try ledger.put(third, for: key(2), in: "log")
        try ledger.put(second, for: key(3), in: "log")
        #expect(try firstBad(ledger) == 2)
      }
    }
  }
}
