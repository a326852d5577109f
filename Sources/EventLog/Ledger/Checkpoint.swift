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
    let beginning = try LogReading.floor(in: transaction).previous
    var starts: [Revision: [any Projection.Type]] = [:]
    if let reached = try savedState(near: state, beginning, in: transaction) {
      starts[reached] = [StateProjection.self]
    }
    for index in Projections.indexes {
      if distrusted.contains(index.table.name) { try index.table.clear(in: transaction) }
      let reached = try index.table.reached(through: state.revision, in: transaction)
      if reached == nil { try index.table.clear(in: transaction) }
      starts[reached ?? beginning, default: []].append(index)
    }
    // As a rule all go on from the same revision, and the log is read once.
    for (start, projections) in starts {
      try advance(projections, from: start, state, firstOrigin, &progress, in: transaction)
    }
    progress.leavesDeadRecords = try !DeadRecords.removeSlice(in: transaction)
    return progress
  }

  /// The revision that the saved state has reached.
  ///
  /// The state is resident, so a table that lags far behind is written anew instead of caught up: then nil.
  private static func savedState(
    near state: SettingsState, _ beginning: Revision, in transaction: borrowing WriteTransaction
  ) throws -> Revision? {
    let table = StateProjection.table
    if let reached = try table.reached(through: state.revision, in: transaction),
      state.revision.rawValue - reached.rawValue <= sliceLength
    {
      return reached
    }
    try table.clear(in: transaction)
    for row in try StateProjection().rows(state) { try table.put(row, in: transaction) }
    try table.putHeader(state.revision, in: transaction)
    return nil
  }

  /// Folds the commits after a revision that some tables have reached, and saves them.
  private static func advance(
    _ types: [any Projection.Type], from start: Revision, _ state: SettingsState,
    _ firstOrigin: UUID, _ progress: inout Progress, in transaction: borrowing WriteTransaction
  ) throws {
    let end = min(state.revision, Revision(rawValue: start.rawValue + sliceLength))
    let folded = try fold(types, after: start, through: end, firstOrigin, in: transaction)
    for (type, projection) in zip(types, folded) {
      var reached = end
      do {
        try projection.save(state, in: transaction)
      } catch is DamagedRow {
        // Folded again from the log's beginning by the next checkpoints.
        progress.damaged.append(type.table.name)
        try type.table.clear(in: transaction)
        reached = try LogReading.floor(in: transaction).previous
      }
      try type.table.putHeader(reached, in: transaction)
      if type == IdempotencyIndex.self { progress.idempotencyKeys = reached }
    }
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

  /// The folds of some commits, all in one reading of the log.
  static func fold(
    _ types: [any Projection.Type], after start: Revision, through end: Revision,
    _ firstOrigin: UUID, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [any Projection] {
    var projections = types.map { type -> any Projection in type.init() }
    try LogReading.forEachRecord(after: start, through: end, in: transaction) { revision, bytes in
      let commit = try LogReading.record(
        bytes, revision, firstOrigin: revision == 1 ? nil : firstOrigin
      ).commit
      for index in projections.indices { projections[index].fold(commit) }
    }
    return projections
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
