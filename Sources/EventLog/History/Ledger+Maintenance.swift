#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

extension Ledger {
  /// Drops everything derived and folds it from the log again.
  package func rebuild(progress: (Revision, Revision) -> Void = { _, _ in }) throws {
    try environment.createAbsentTables()
    try environment.write { transaction -> Completion<Void> in
      for projection in Projections.all { try projection.table.clear(in: transaction) }
      return .commit(())
    }
    var state = SettingsState()
    let head = try environment.read { try LogReading.head(in: $0).revision }
    while state.revision < head {
      let slice = try environment.read { try Slice(after: state.revision, in: $0) }
      state = state.applying(slice.commits.map(\.commit))
      progress(state.revision, head)
    }
    try save(state)
  }

  /// Saves what would be saved with a later commit.
  private func save(_ folded: SettingsState) throws {
    var reached = Revision.zero
    repeat {
      reached = try environment.write { transaction -> Completion<Revision> in
        let slice = try Slice(after: folded.revision, in: transaction)
        let state = folded.applying(slice.commits.map(\.commit))
        let origin = try LogReading.firstOrigin(in: transaction) ?? origin
        _ = try Checkpoint.save(state, firstOrigin: origin, in: transaction)
        var reached = state.revision
        for index in Projections.indexes {
          reached = min(reached, try index.table.header(in: transaction) ?? .zero)
        }
        return .commit(reached == state.revision ? Revision(rawValue: .max) : reached)
      }
    } while reached != Revision(rawValue: .max)
    try refresh()
  }

  /// The head, with the digest that stands for the whole log.
  package func head() throws -> HeadRow {
    try environment.read { try LogReading.head(in: $0) }
  }

  /// How many commits each projection's saved state lags behind the head, by table name.
  package func checkpointLag() throws -> [String: UInt64] {
    try environment.read { transaction in
      let head = try LogReading.head(in: transaction).revision
      var lags: [String: UInt64] = [:]
      for projection in Projections.all {
        let reached = try projection.table.header(in: transaction) ?? .zero
        lags[projection.table.name] = head.rawValue - min(head, reached).rawValue
      }
      return lags
    }
  }

  /// The record of a revision, byte for byte.
  package func record(_ revision: Revision) throws -> [UInt8] {
    try environment.read { transaction in
      guard let bytes = try transaction.get(LogTables.log, RevisionKey(revision)) else {
        throw EventLogError(.noSuchRevision, revision: revision)
      }
      return bytes
    }
  }

  /// Records after a revision, oldest first, at most so many, with their commits.
  package func records(
    after start: Revision, through end: Revision, limit: Int
  ) throws -> [(bytes: [UInt8], commit: SettingsCommit)] {
    try environment.read { transaction in
      let origin = try LogReading.firstOrigin(in: transaction)
      guard start < end, limit > 0 else { return [] }
      let count = min(UInt64(limit), end.rawValue - start.rawValue)
      let last = Revision(rawValue: start.rawValue + count)
      var records: [([UInt8], SettingsCommit)] = []
      try LogReading.forEachRecord(after: start, through: last, in: transaction) {
        records.append(
          ($1, try LogReading.commit($1, $0, firstOrigin: $0 == 1 ? nil : origin)))
      }
      return records
    }
  }

  /// Copies a whole log into this store, byte for byte, in one transaction.
  ///
  /// - Throws: when the store has commits, or a record was redacted and the log does not say so; nothing
  ///   is written then.
  package func copyLog(_ log: CheckedLog) throws -> HeadRow {
    if let revision = log.firstUnannounced {
      throw EventLogError(
        .recordMismatch("it was replaced, and no redaction says so"), revision: revision)
    }
    try environment.createAbsentTables()
    try environment.write { transaction -> Completion<Void> in
      guard try LogReading.head(in: transaction) == .empty else { throw EventLogError(.notEmpty) }
      guard let firstOrigin = log.firstOrigin else { return .abort(()) }
      var state = SettingsState()
      for bytes in log.records {
        let revision = state.revision.next
        let record = try LogReading.record(bytes, revision, firstOrigin: firstOrigin)
        try transaction.append(LogTables.log, RevisionKey(revision), bytes)
        state.apply(record.commit)
      }
      try transaction.put(LogTables.main, LogTables.headRow, log.head.encoded())
      _ = try Checkpoint.save(state, firstOrigin: firstOrigin, in: transaction)
      return .commit(())
    }
    try refresh()
    return log.head
  }
}

/// The size and use of a ledger's files at one moment.
package struct LedgerFiles: Sendable {
  package let dataBytes: Int
  package let usedBytes: Int
  package let freePages: Int
  package let mapBytes: Int
  package let readers: Int
  package let maximumReaders: Int
}

extension Ledger {
  package func files() throws -> LedgerFiles {
    let file = try environment.statistics()
    return LedgerFiles(
      dataBytes: file.fileBytes, usedBytes: (file.usedPages - file.freePages) * file.pageSize,
      freePages: file.freePages, mapBytes: file.mapSize, readers: file.readersInUse,
      maximumReaders: file.maxReaders)
  }

  /// Copies the store as it is now into a directory that does not exist yet, without free pages.
  package func copy(to directory: String) throws {
    try environment.copy(to: directory, compacting: true)
  }
}
