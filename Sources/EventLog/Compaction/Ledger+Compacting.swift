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
  ///   - droppingTags: whether tags on older states than can be read then are dropped.
  ///   - facts: who, why and when; the cause is added here.
  /// - Returns: the plan that was carried out, its commit, nil when there was nothing to drop, and the
  ///   tags that were dropped.
  /// - Throws: `noSuchRevision`, `tagsBelowFloor`, `pending`, damage in what would be dropped; nothing is written then.
  package func compact(
    keeping floor: Revision, droppingTags: Bool = false, facts: CommitFacts
  ) throws -> (plan: CompactionPlan, commit: SettingsCommit?, tags: [String]) {
    try expireDue()
    while true {
      let plan = try CompactionPlan(floor: floor, of: self)
      var commit: SettingsCommit?
      var tags: [String] = []
      if !plan.isEmpty {
        do {
          (commit, tags) = try trusting {
            try record(plan, droppingTags: droppingTags, facts, distrusting: $0)
          }
        } catch is CompactionPlan.Overtaken {
          continue
        }
      }
      if let commit { foldAnew(commit.revision, plan.floor) }
      removeDeadRecords()
      return (plan, commit, tags)
    }
  }

  /// The tags on older states than can be read after a compaction, in the order of their names' bytes.
  package func tags(below plan: CompactionPlan) throws -> [String] {
    try trusting { distrusted in
      try read { try tags(below: plan, distrusting: distrusted, in: $0) }
    }
  }

  private func tags(
    below plan: CompactionPlan, distrusting: Set<String>,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [String] {
    let reader = TagReader(
      firstOrigin: try LogReading.firstOrigin(in: transaction),
      usesTable: !distrusting.contains(TagIndex.table.name))
    let head = try LogReading.head(in: transaction).revision
    return try reader.places(through: head, in: transaction)
      .filter { $0.place.revision < plan.floor.previous }.map(\.name)
  }

  private func record(
    _ plan: CompactionPlan, droppingTags: Bool, _ facts: CommitFacts, distrusting: Set<String>
  ) throws -> (SettingsCommit?, tags: [String]) {
    let rows = try BaselineTable.rows(plan.baseline)
    var facts = facts
    facts.cause = .compact(
      CommitCause.Compaction(floor: plan.floor, baseline: try BaselineTable.digest(of: rows)))
    let request = CommitRequest(facts) { _ in }
    var commit: SettingsCommit?
    let (group, tags, written) = try write {
      transaction -> Completion<(CommitGroup, [String], Written)> in
      let base = try bringUp(to: transaction)
      try plan.checkHolds(in: transaction)
      if let waiting = base.state.unconfirmed.revisions.first, waiting < plan.floor {
        throw EventLogError(.pending(nil), revision: waiting)
      }
      let tags = try self.tags(below: plan, distrusting: distrusting, in: transaction)
      guard tags.isEmpty || droppingTags else { throw EventLogError(.tagsBelowFloor(tags)) }
      var group = makeGroup([request])
      try group.run(on: base, in: transaction)
      for result in group.results { commit = try result.get().commit }
      let head = group.head ?? base.head
      try append(group, head, in: transaction)
      try BaselineTable.replace(with: rows, floor: plan.floor, in: transaction)
      try Checkpoint.beginAnew(in: transaction)
      let saved = try saveCheckpoint(base, group, in: transaction)
      return .commit((group, tags, Written(id: transaction.id, head: head, saved: saved)))
    }
    publish(group, written)
    return (commit, tags)
  }

  /// Folds the kept commits into the indexes, when they were too many for one transaction.
  ///
  /// When it fails, later checkpoints do it; until then looking back is slower.
  private func foldAnew(_ head: Revision, _ floor: Revision) {
    guard head.rawValue - floor.rawValue >= Checkpoint.sliceLength else { return }
    try? save(withState { copy $0 })
  }

  /// Removes what compactions have dropped.
  ///
  /// For want of space or time it may stop: what is left is dead, and later checkpoints go on.
  func removeDeadRecords() {
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
