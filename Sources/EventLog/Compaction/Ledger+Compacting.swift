import LMDBKit
package import SettingsCore

extension Ledger {
  /// Drops the commits below a floor.
  ///
  /// The new floor, the baseline and the commit that says so are one transaction; the dropped records
  /// are invisible from then on and are removed in slices by later ones. What interrupts those leaves
  /// nothing wrong: the next compaction or checkpoint goes on with them.
  ///
  /// - Parameters:
  ///   - floor: the oldest commit to keep.
  ///   - facts: who, why and when; the cause is added here.
  /// - Returns: the plan that was carried out, and its commit; nil when there was nothing to drop.
  /// - Throws: `noSuchRevision`, `pending`, damage in what would be dropped; nothing is written then.
  package func compact(
    keeping floor: Revision, facts: CommitFacts
  ) throws -> (plan: CompactionPlan, commit: SettingsCommit?) {
    while true {
      let plan = try CompactionPlan(floor: floor, of: self)
      var commit: SettingsCommit?
      if !plan.isEmpty {
        if let pending = plan.pending.first { throw EventLogError(.pending, revision: pending) }
        do {
          commit = try record(plan, facts)
        } catch is CompactionPlan.Overtaken {
          continue
        }
      }
      removeDeadRecords()
      return (plan, commit)
    }
  }

  private func record(_ plan: CompactionPlan, _ facts: CommitFacts) throws -> SettingsCommit? {
    try environment.openTables([BaselineTable.name])
    let rows = try BaselineTable.rows(plan.baseline)
    var facts = facts
    facts.cause = .compact(
      CommitCause.Compaction(floor: plan.floor, baseline: try BaselineTable.digest(of: rows)))
    let request = CommitRequest(facts) { _ in }
    let (group, written) = try write { transaction -> Completion<(CommitGroup, Written)> in
      let base = try bringUp(to: transaction)
      try plan.checkHolds(in: transaction)
      var group = CommitGroup([request], origin: origin)
      try group.run(on: base, in: transaction)
      for result in group.results { _ = try result.get() }
      let head = group.head ?? base.head
      try append(group, head, in: transaction)
      try BaselineTable.replace(with: rows, floor: plan.floor, in: transaction)
      try Checkpoint.beginAnew(in: transaction)
      let saved = try saveCheckpoint(base, group, in: transaction)
      return .commit((group, Written(id: transaction.id, head: head, saved: saved)))
    }
    publish(group, written)
    return group.commits.first
  }

  /// Removes what compactions have dropped.
  ///
  /// For want of space or time it may stop: what is left is dead, and later checkpoints go on.
  private func removeDeadRecords() {
    var isDone = false
    while !isDone {
      let removed = try? write { transaction -> Completion<Bool> in
        let isLast = try DeadRecords.removeSlice(in: transaction)
        return transaction.hasChanges ? .commit(isLast) : .abort(isLast)
      }
      isDone = removed ?? true
    }
  }
}
