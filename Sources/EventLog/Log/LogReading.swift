#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// Reading the log inside a transaction.
enum LogReading {
  static func head(in transaction: borrowing some Reading & ~Copyable) throws -> HeadRow {
    guard let bytes = try transaction.get(LogTables.main, LogTables.headRow) else {
      return .empty
    }
    return try HeadRow(decoding: bytes)
  }

  static func storeRow(in transaction: borrowing some Reading & ~Copyable) throws -> StoreRow? {
    try transaction.get(LogTables.main, LogTables.storeRow).map { try StoreRow(decoding: $0) }
  }

  /// The oldest kept revision: 1 until commits were dropped.
  ///
  /// Records below it may still be there; they are dead, and nobody looks at them.
  static func floor(in transaction: borrowing some Reading & ~Copyable) throws -> Revision {
    guard let bytes = try transaction.get(LogTables.main, LogTables.floorRow) else { return 1 }
    guard let floor = UInt64(bigEndian: bytes[...]), floor > 1 else {
      throw EventLogError(.damaged("the floor row is not what the format says"))
    }
    return Revision(rawValue: floor)
  }

  /// Where a replay of the log begins.
  static func start(in transaction: borrowing some Reading & ~Copyable) throws -> LogStart {
    let floor = try floor(in: transaction)
    return floor > 1 ? try BaselineTable.start(floor: floor, in: transaction) : LogStart()
  }

  /// The origin of the log's first record, which later records leave out; nil for the empty log.
  static func firstOrigin(in transaction: borrowing some Reading & ~Copyable) throws -> UUID? {
    if let origin = try start(in: transaction).firstOrigin { return origin }
    guard let bytes = try transaction.get(LogTables.log, RevisionKey(1)) else { return nil }
    return try record(bytes, 1, firstOrigin: nil).commit.origin
  }

  /// Reads a record's bytes, turning what is wrong with them into an error that names the revision.
  static func record(
    _ bytes: [UInt8], _ revision: Revision, firstOrigin: UUID?
  ) throws(EventLogError) -> CommitRecord {
    do {
      // The first record names its own origin, whoever asks.
      return try CommitRecord(
        decoding: bytes, revision: revision, firstOrigin: revision == 1 ? nil : firstOrigin)
    } catch {
      if error.problem == .unknownLabel {
        throw EventLogError(.newerRecord(String(describing: error)), revision: revision)
      }
      throw EventLogError(.damaged(error.description), revision: revision)
    }
  }

  /// The bytes of a record.
  static func bytes(
    of revision: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [UInt8] {
    try checkKept(revision, in: transaction)
    guard let bytes = try transaction.get(LogTables.log, RevisionKey(revision)) else {
      throw EventLogError(.noSuchRevision, revision: revision)
    }
    return bytes
  }

  /// Throws `compacted` for a revision whose record was dropped.
  static func checkKept(
    _ revision: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    let floor = try floor(in: transaction)
    guard revision >= floor || revision == .zero else {
      throw EventLogError(.compacted, revision: floor.previous)
    }
  }

  /// The commit of a revision, with its digest.
  static func commit(
    _ revision: Revision, firstOrigin: UUID?, in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsCommit {
    try commit(
      bytes(of: revision, in: transaction), revision, firstOrigin: firstOrigin)
  }

  static func commit(
    _ bytes: [UInt8], _ revision: Revision, firstOrigin: UUID?
  ) throws(EventLogError) -> SettingsCommit {
    let record = try record(bytes, revision, firstOrigin: firstOrigin)
    var commit = record.commit
    commit.digest = try record.digest(of: bytes)
    return commit
  }

  /// Calls a closure with each record of a range, oldest first.
  ///
  /// A revision that is missing is damage, and one below the floor was dropped: errors that say so.
  static func forEachRecord(
    after start: Revision, through end: Revision,
    in transaction: borrowing some Reading & ~Copyable,
    _ body: (Revision, [UInt8]) throws -> Void
  ) throws {
    guard start < end else { return }
    var expected = start.next
    try checkKept(expected, in: transaction)
    try transaction.scan(
      LogTables.log, from: .inclusive(RevisionKey(expected)), .forward, limit: nil
    ) { key, bytes in
      guard key.revision == expected else {
        throw EventLogError(.damaged("its record is missing"), revision: expected)
      }
      try body(expected, bytes)
      expected = expected.next
      return expected > end ? .stop : .next
    }
    guard expected > end else {
      throw EventLogError(.damaged("its record is missing"), revision: expected)
    }
  }
}
