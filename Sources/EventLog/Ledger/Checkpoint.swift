#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// Saving projections inside the transaction of a commit.
enum Checkpoint {
  /// After how many commits a checkpoint is due, and after about how many bytes of log.
  static let commitInterval: UInt64 = 512
  static let byteInterval = 128 << 10
  /// How many commits a projection that lags behind catches up with in one transaction.
  static let sliceLength: UInt64 = 16_384

  /// How far a checkpoint came.
  struct Progress {
    /// The revision that the saved state has reached.
    var state = Revision.zero
    /// The revision that the saved idempotency keys have reached.
    var idempotencyKeys = Revision.zero
    /// Projections whose saved rows could not be trusted, and which are folded again.
    var damaged: [String] = []
    /// Whether records that a compaction dropped are still in the log.
    var leavesDeadRecords = false
  }

  /// Brings every projection's table up to the head, or a slice nearer, and goes on with the removal of
  /// what a compaction dropped.
  ///
  /// - Parameters:
  ///   - state: the state at the head, the new commits included.
  ///   - anew: whether the saved state is not to be trusted, and written anew.
  ///   - distrusted: other projections whose saved rows are damaged, and which are folded anew.
  static func save(
    _ state: SettingsState, firstOrigin: UUID, anew: Bool = false, distrusted: Set<String> = [],
    in transaction: borrowing WriteTransaction
  ) throws -> Progress {
    var progress = Progress(state: state.revision)
    if anew { try StateProjection.table.clear(in: transaction) }
    try saveState(state, firstOrigin, &progress, in: transaction)
    for index in Projections.indexes {
      if distrusted.contains(index.table.name) { try index.table.clear(in: transaction) }
      let reached = try advance(index, state, firstOrigin, &progress, in: transaction)
      if index == IdempotencyIndex.self { progress.idempotencyKeys = reached }
    }
    progress.leavesDeadRecords = try !DeadRecords.removeSlice(in: transaction)
    return progress
  }

  /// The state is resident, so a table that lags far behind is written anew instead of caught up.
  private static func saveState(
    _ state: SettingsState, _ firstOrigin: UUID, _ progress: inout Progress,
    in transaction: borrowing WriteTransaction
  ) throws {
    let table = StateProjection.table
    let beginning = try LogReading.floor(in: transaction).previous
    if let reached = try table.header(in: transaction), reached >= beginning,
      reached <= state.revision, state.revision.rawValue - reached.rawValue <= sliceLength
    {
      _ = try advance(StateProjection.self, state, firstOrigin, &progress, in: transaction)
    } else {
      try table.clear(in: transaction)
      for row in try StateProjection().rows(state) { try table.put(row, in: transaction) }
      try table.putHeader(state.revision, in: transaction)
    }
  }

  /// Folds the commits after a table's header and saves them.
  ///
  /// - Returns: the revision that the table has reached.
  private static func advance<P: Projection>(
    _ type: P.Type, _ state: SettingsState, _ firstOrigin: UUID, _ progress: inout Progress,
    in transaction: borrowing WriteTransaction
  ) throws -> Revision {
    let beginning = try LogReading.floor(in: transaction).previous
    var start = try P.table.header(in: transaction)
    if let reached = start, reached > state.revision || reached < beginning { start = nil }
    if start == nil { try P.table.clear(in: transaction) }
    let reached = start ?? beginning
    let end = min(state.revision, Revision(rawValue: reached.rawValue + sliceLength))
    do {
      try fold(type, after: reached, through: end, firstOrigin, in: transaction)
        .save(state, in: transaction)
    } catch is DamagedRow {
      // Folded again from the log's beginning by the next checkpoints.
      progress.damaged.append(P.table.name)
      try P.table.clear(in: transaction)
      try P.table.putHeader(beginning, in: transaction)
      return beginning
    }
    try P.table.putHeader(end, in: transaction)
    return end
  }

  /// Has what is saved of single commits begin at the floor, which has just been raised; folded again from
  /// there by the next checkpoints.
  static func beginAnew(in transaction: borrowing WriteTransaction) throws {
    let beginning = try LogReading.floor(in: transaction).previous
    for projection in Projections.indexes {
      try projection.table.clear(in: transaction)
      try projection.table.putHeader(beginning, in: transaction)
    }
  }

  static func fold<P: Projection>(
    _ type: P.Type, after start: Revision, through end: Revision, _ firstOrigin: UUID,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> P {
    var projection = P()
    try LogReading.forEachRecord(after: start, through: end, in: transaction) { revision, bytes in
      let record = try LogReading.record(
        bytes, revision, firstOrigin: revision == 1 ? nil : firstOrigin)
      projection.fold(record.commit)
    }
    return projection
  }
}

extension Memory {
  /// Whether the next opening would have to fold too much.
  func isCheckpointDue(
    in transaction: borrowing WriteTransaction, at head: Revision, _ newBytes: Int
  ) throws -> Bool {
    let reached = try StateProjection.table.header(in: transaction) ?? .zero
    return mustSaveAnew || hasDeadRecords || !distrusted.isEmpty
      || head.rawValue &- reached.rawValue >= Checkpoint.commitInterval
      || tailBytes + newBytes >= Checkpoint.byteInterval
  }
}
