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
  /// - Parameters:
  ///   - baseline: the packed baseline, for a log whose older commits were dropped.
  ///   - next: gives record after record, oldest first, and nil at the end.
  ///   - inspect: called with each commit before anything is written.
  /// - Throws: when the store has commits, or a record or the baseline does not fit the chain; nothing is
  ///   written then.
  package func copyLog(
    baseline: [UInt8]? = nil, _ next: () throws -> [UInt8]?,
    inspecting inspect: (SettingsCommit) throws -> Void
  ) throws -> HeadRow {
    var log = try IncomingLog(baseline)
    while let bytes = try next() { try inspect(try log.add(bytes)) }
    try log.finish()
    if log.baseline != nil { try environment.openTables([BaselineTable.name]) }
    try write { transaction -> Completion<Void> in
      guard try LogReading.head(in: transaction) == .empty else { throw EventLogError(.notEmpty) }
      guard let firstOrigin = log.firstOrigin, !log.records.isEmpty else { return .abort(()) }
      var state = SettingsState()
      if let (baseline, rows) = log.baseline {
        try BaselineTable.replace(with: rows, floor: baseline.start.floor, in: transaction)
        state = baseline.state
      }
      for (record, bytes) in log.records {
        try transaction.append(LogTables.log, RevisionKey(record.commit.revision), bytes)
        state.apply(record.commit)
      }
      try transaction.put(LogTables.main, LogTables.headRow, log.head.encoded())
      _ = try Checkpoint.save(state, firstOrigin: firstOrigin, in: transaction)
      return .commit(())
    }
    try refresh()
    return log.head
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

/// A log from elsewhere while its records come in.
private struct IncomingLog {
  let baseline: (Baseline, rows: [BaselineRow])?
  private(set) var records: [(CommitRecord, [UInt8])] = []
  private(set) var head: HeadRow
  private(set) var firstOrigin: UUID?
  private var time: Timestamp?
  private var compaction: CommitCause.Compaction?

  init(_ packed: [UInt8]?) throws {
    baseline = try packed.map { try BaselineTable.unpacked($0) }
    let start = baseline?.0.start ?? LogStart()
    head = HeadRow(revision: start.revision, digest: start.digest)
    (firstOrigin, time) = (start.firstOrigin, start.time)
  }

  mutating func add(_ bytes: [UInt8]) throws -> SettingsCommit {
    let revision = head.revision.next
    let record = try LogReading.record(bytes, revision, firstOrigin: firstOrigin)
    guard record.previous == head.digest else {
      throw EventLogError(
        .recordMismatch("it does not follow the record before it"), revision: revision)
    }
    if let time, record.commit.time <= time {
      throw EventLogError(
        .recordMismatch("its time is not after the one before"), revision: revision)
    }
    if case .compact(let facts) = record.commit.cause { compaction = facts }
    (firstOrigin, time) = (firstOrigin ?? record.commit.origin, record.commit.time)
    head = HeadRow(revision: revision, digest: try record.digest(of: bytes))
    records.append((record, bytes))
    var commit = record.commit
    commit.digest = head.digest
    return commit
  }

  /// Holds the baseline against the newest compaction that the log tells of.
  func finish() throws {
    let floor = baseline?.0.start.floor
    let digest = try baseline.map { try BaselineTable.digest(of: $0.rows) }
    guard floor == compaction?.floor, digest == compaction?.baseline else {
      throw EventLogError(
        .recordMismatch("the baseline is not the one that the log's last compaction names"))
    }
  }
}
