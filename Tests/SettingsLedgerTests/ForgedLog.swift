import EventLog
import Foundation
import LMDBKit
import SettingsCore

/// A store in the hands of somebody who may write its file, and knows the format.
///
/// What is made here is consistent in itself: the chain of digests and the head row are made anew, and
/// saved state that would contradict it is gone.
struct ForgedLog {
  private let directory: String
  /// The records by revision, from ``first`` on.
  private(set) var records: [[UInt8]] = []
  private(set) var baseline: [(key: [UInt8], content: [UInt8])] = []
  private(set) var first: UInt64 = 1
  private var origin: UUID

  private static let log = Table<[UInt8], [UInt8]>("log")
  private static let baselineTable = Table<[UInt8], [UInt8]>("baseline")
  private static let saved = ["state.1", "history.1", "idempotency.1", "undo.1", "tags.1"]

  /// Reads a closed store.
  init(_ directory: String) throws {
    self.directory = directory
    let environment = try Self.open(directory)
    defer { environment.close() }
    var (records, baseline): ([[UInt8]], [(key: [UInt8], content: [UInt8])]) = ([], [])
    var first: UInt64 = 1
    try environment.read { transaction in
      try transaction.scan(Self.log) { key, bytes in
        if records.isEmpty { first = UInt64(key[7]) }
        records.append(bytes)
        return .next
      }
      try transaction.scan(Self.baselineTable) { key, bytes in
        baseline.append((key, bytes))
        return .next
      }
    }
    (self.records, self.baseline, self.first) = (records, baseline, first)
    origin = UUID()
    if let header = baseline.first {
      origin = UUID(byteArray: header.content.suffix(16)) ?? origin
    } else if !records.isEmpty {
      origin = try record(1).commit.origin
    }
  }

  private static func open(_ directory: String) throws -> Environment {
    try Environment.open(at: directory, .init(tables: ["log", "baseline"] + saved))
  }

  func record(_ revision: Revision) throws -> CommitRecord {
    try CommitRecord(
      decoding: records[Int(revision.rawValue - first)], revision: revision,
      firstOrigin: revision == 1 ? nil : origin)
  }

  /// Changes what a record says.
  mutating func change(
    _ revision: Revision, _ body: (inout CommitRecord) throws -> Void
  ) throws {
    var record = try record(revision)
    try body(&record)
    records[Int(revision.rawValue - first)] = try record.encoded(
      firstOrigin: revision == 1 ? nil : origin)
  }

  mutating func changeBytes(_ revision: Revision, _ body: (inout [UInt8]) -> Void) {
    body(&records[Int(revision.rawValue - first)])
  }

  mutating func changeBaseline(_ body: (inout [(key: [UInt8], content: [UInt8])]) -> Void) {
    body(&baseline)
  }

  mutating func swap(_ one: Revision, _ other: Revision) {
    records.swapAt(Int(one.rawValue - first), Int(other.rawValue - first))
  }

  mutating func cut(after revision: Revision) {
    records.removeLast(records.count - Int(revision.rawValue - first + 1))
  }

  /// Makes the chain anew from the records as they are, and the last compaction name the baseline.
  mutating func chain() throws {
    var previous = try record(Revision(rawValue: first)).previous
    var rows: [UInt8] = []
    for row in baseline { rows += try SHA256.digest(of: row.key + row.content).bytes }
    let digest = try SHA256.digest(of: rows)
    for index in records.indices {
      let revision = Revision(rawValue: first + UInt64(index))
      guard var record = try? record(revision) else {
        previous = try SHA256.digest(of: records[index])
        continue
      }
      let before = record
      record.previous = previous
      if case .compact(let compaction) = record.commit.cause, !baseline.isEmpty {
        record.commit.cause = .compact(.init(floor: compaction.floor, baseline: digest))
      }
      if record != before {
        records[index] = try record.encoded(firstOrigin: revision == 1 ? nil : origin)
      }
      previous = try record.digest(of: records[index])
    }
  }

  /// Puts it all in the place of the store's own.
  func write() throws {
    let environment = try Self.open(directory)
    defer { environment.close() }
    try environment.write { transaction -> Completion<Void> in
      for name in ["log", "baseline"] + Self.saved {
        try transaction.clear(Table<[UInt8], [UInt8]>(name))
      }
      for (index, bytes) in records.enumerated() {
        try transaction.put(Self.log, Self.key(first + UInt64(index)), bytes)
      }
      for row in baseline { try transaction.put(Self.baselineTable, row.key, row.content) }
      guard !records.isEmpty else { return .commit(()) }
      let last = Revision(rawValue: first + UInt64(records.count) - 1)
      let digest =
        try (try? record(last))?.digest(of: records[records.count - 1])
        ?? SHA256.digest(of: records[records.count - 1])
      try transaction.put(
        Table<[UInt8], [UInt8]>.main, Array("head".utf8), Self.key(last.rawValue) + digest.bytes)
      return .commit(())
    }
  }

  static func key(_ revision: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: revision >> UInt64(56 - 8 * $0)) }
  }
}
