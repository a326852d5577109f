import LMDBKit
package import SettingsCore

extension Ledger {
  /// Erases a value from the log: replaces the records that hold it, and records that.
  ///
  /// All of it is one transaction, saved state included: after a crash the value is there as before, or
  /// gone everywhere.
  ///
  /// - Parameters:
  ///   - revision: a commit that gave the name a value, or the last dropped one, for the value that the
  ///     state kept by a compaction holds.
  ///   - everywhere: whether every other commit that gave it the same value is taken along.
  ///   - facts: the facts of the redacting commit but for its cause.
  package func redact(
    _ revision: Revision, _ name: SettingName, everywhere: Bool, _ facts: CommitFacts
  ) throws -> (plan: RedactionPlan, commit: SettingsCommit) {
    // What is taken back on the way could bring the value back.
    try expireDue()
    removeDeadRecords()
    let (plan, group, written) = try write {
      transaction -> Completion<(RedactionPlan, CommitGroup, Written)> in
      var base = try bringUp(to: transaction)
      let plan = try self.plan(&base, revision, name, everywhere: everywhere, in: transaction)
      var causes = [CommitCause.redact(plan.redactions)]
      if let baseline = plan.baseline {
        causes.append(.compact(baseline.compaction))
        try BaselineTable.replace(
          with: baseline.rows, floor: baseline.compaction.floor, in: transaction)
      }
      var group = makeGroup(
        causes.map { cause in
          var facts = facts
          facts.cause = cause
          return CommitRequest(facts) { _ in }
        })
      try group.run(on: base, in: transaction)
      for result in group.results { _ = try result.get() }
      let head = group.head ?? base.head
      for place in plan.places {
        let key = RevisionKey(place.redaction.revision)
        try transaction.put(LogTables.log, key, place.replacement)
      }
      try append(group, head, in: transaction)
      // What a compaction dropped and could not remove yet may hold the value too, and copies would.
      while try !DeadRecords.removeSlice(in: transaction) {}
      // Older saved state may hold the value still, and is folded on from.
      let saved = try saveCheckpoint(base, group, in: transaction)
      return .commit((plan, group, Written(id: transaction.id, head: head, saved: saved)))
    }
    publish(group, written)
    guard let commit = try group.results.first?.get().commit else {
      throw EventLogError(.noSuchRevision, revision: written.head.revision)
    }
    return (plan, commit)
  }

  /// What a redaction would do, without doing it.
  package func planRedaction(
    _ revision: Revision, _ name: SettingName, everywhere: Bool
  ) throws -> RedactionPlan {
    try withPast { past, _, transaction in
      try RedactionPlan(revision, name, everywhere: everywhere, past, in: transaction)
    }
  }

  private func plan(
    _ base: inout Memory, _ revision: Revision, _ name: SettingName, everywhere: Bool,
    in transaction: borrowing WriteTransaction
  ) throws -> RedactionPlan {
    var past = Past(base.state, firstOrigin: base.firstOrigin)
    do {
      return try RedactionPlan(revision, name, everywhere: everywhere, past, in: transaction)
    } catch is DamagedRow {
      distrust(base.distrust([HistoryIndex.table.name]))
      past = Past(base.state, firstOrigin: base.firstOrigin, usesIndex: false)
      return try RedactionPlan(revision, name, everywhere: everywhere, past, in: transaction)
    }
  }
}
