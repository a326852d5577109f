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
    try write { transaction -> Completion<Void> in
      for projection in Projections.all { try projection.table.clear(in: transaction) }
      return .commit(())
    }
    var state = SettingsState()
    let head = try read { try LogReading.head(in: $0).revision }
    while state.revision < head {
      let slice = try read { try Slice(after: state.revision, in: $0) }
      state = state.applying(slice)
      progress(state.revision, head)
    }
    try save(state)
  }

  /// Saves what would be saved with a later commit.
  func save(_ folded: SettingsState) throws {
    var reached = Revision.zero
    repeat {
      reached = try write { transaction -> Completion<Revision> in
        let slice = try Slice(after: folded.revision, in: transaction)
        let state = folded.applying(slice)
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
    try read { try LogReading.head(in: $0) }
  }

  /// How many commits each projection's saved state lags behind the head, by table name.
  package func checkpointLag() throws -> [String: UInt64] {
    try read { transaction in
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
    try read { try LogReading.bytes(of: revision, in: $0) }
  }

  /// Records after a revision, oldest first, at most so many, with their commits.
  package func records(
    after start: Revision, through end: Revision, limit: Int
  ) throws -> [(bytes: [UInt8], commit: SettingsCommit)] {
    try read { transaction in
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
    try read { _ in }
    let file = try environment.statistics()
    return LedgerFiles(
      dataBytes: file.fileBytes, usedBytes: (file.usedPages - file.freePages) * file.pageSize,
      freePages: file.freePages, mapBytes: file.mapSize, readers: file.readersInUse,
      maximumReaders: file.maxReaders)
  }

  /// Copies the store as it is now into a directory that does not exist yet, without free pages.
  package func copy(to directory: String) throws {
    try read { _ in }
    try environment.copy(to: directory, compacting: true)
  }
}
