#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

extension Ledger {
  /// Copies a whole log into this store, byte for byte, in one transaction.
  ///
  /// - Throws: when the store has commits, a record is not as its last redaction left it, or the baseline is
  ///   not the one that the last compaction names; nothing is written then.
  package func copyLog(_ log: CheckedLog) throws -> HeadRow {
    try log.check()
    try write { transaction -> Completion<Void> in
      guard try LogReading.head(in: transaction) == .empty else { throw EventLogError(.notEmpty) }
      guard let firstOrigin = log.firstOrigin, !log.records.isEmpty else { return .abort(()) }
      var state = SettingsState()
      if let (baseline, rows) = log.baseline {
        try BaselineTable.replace(with: rows, floor: baseline.start.floor, in: transaction)
        state = baseline.state
      }
      for bytes in log.records {
        let revision = state.revision.next
        let record = try LogReading.record(
          bytes, revision, firstOrigin: revision == 1 ? nil : firstOrigin)
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

  /// Copies a whole log, and adds the commits that tell again what vouched for it.
  package func copyLog(_ log: CheckedLog, amendedBy facts: CommitFacts) throws -> HeadRow {
    let head = try copyLog(log)
    guard !log.amendments.isEmpty else { return head }
    let requests = log.amendments.map { cause in
      var facts = facts
      facts.cause = cause
      return CommitRequest(facts) { _ in }
    }
    for result in try commit(requests, byteLimit: .max) { _ = try result.get() }
    return try self.head()
  }

  /// The rows of the baseline as one sequence of bytes, and the oldest kept commit; nil when nothing was
  /// ever dropped.
  package func packedBaseline() throws -> (floor: Revision, bytes: [UInt8])? {
    try read { transaction in
      let start = try LogReading.start(in: transaction)
      guard start.revision > .zero else { return nil }
      return (start.floor, BaselineTable.packed(try BaselineTable.rows(in: transaction)))
    }
  }
}

extension SettingsState {
  /// The state that a packed baseline holds.
  package init(packedBaseline bytes: [UInt8], floor: Revision) throws(EventLogError) {
    let baseline = try BaselineTable.unpacked(bytes).baseline
    guard baseline.start.floor == floor else {
      throw EventLogError(.recordMismatch("the baseline is not that of the floor \(floor)"))
    }
    self = baseline.state
  }
}
