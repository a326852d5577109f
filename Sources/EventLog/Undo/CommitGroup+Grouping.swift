import LMDBKit
import SettingsCore

extension CommitGroup.Draft {
  /// How a commit with some events takes part in undo.
  mutating func undoFacts(
    _ facts: CommitFacts, _ events: [SettingsEvent],
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> UndoFacts {
    switch facts.policy.kind {
    case .step: return facts.undo
    case .none: return UndoFacts(isUndoable: false)
    case .group(let token, let within):
      var continued: Revision?
      if !events.isEmpty {
        continued = try trusting { draft in
          try draft.step(continuedBy: events, facts.author, token, within, in: transaction)
        }
      }
      return UndoFacts(group: token, continues: continued)
    }
  }

  /// The first commit of the step that a commit with a token goes on with; nil when it begins one.
  private mutating func step(
    continuedBy events: [SettingsEvent], _ author: String, _ token: String, _ within: Duration?,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> Revision? {
    let gesture = gestures.newest(token, of: author)
    if let within, gesture?.isRecent(within) != true { return nil }
    // Nothing came since, as while a slider is dragged: no look at the stacks is needed.
    if let gesture, gesture.isUnbroken, gesture.last == head.revision { return gesture.first }
    let author = AuthorName(author)
    let reader = try undoReader(in: transaction)
    guard let top = try reader.top(.undo, of: author, in: transaction)?.step,
      try reader.top(.redo, of: author, in: transaction) == nil
    else { return nil }
    if let gesture, within != nil, gesture.first != top.first || gesture.last != top.last {
      return nil
    }
    guard let group = try commit(top.last, in: transaction).undo.group,
      group.hasSameBytes(as: token), isUndisturbed(top, events)
    else { return nil }
    return top.first
  }

  /// Whether nobody else changed what the events change since the step began: undoing the step would take
  /// that change back too.
  private func isUndisturbed(_ step: StackedStep, _ events: [SettingsEvent]) -> Bool {
    let own = Set(step.commits)
    return events.allSatisfy { event in
      guard let newest = state.entry(of: event.name)?[event.side].revision else { return true }
      return newest < step.first || own.contains(newest)
    }
  }

  /// The stacks as the commits so far leave them.
  mutating func undoReader(
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> UndoReader {
    if let undo { return undo }
    var reader = try UndoReader(
      through: memory.head.revision, firstOrigin: memory.firstOrigin,
      usesTable: !distrusted.contains(UndoIndex.table.name), in: transaction)
    for record in records { try reader.apply(record.commit, in: transaction) }
    undo = reader
    return reader
  }

  /// Runs a closure that reads saved indexes; again without one that turns out to be damaged.
  mutating func trusting<R>(_ body: (inout Self) throws -> R) throws -> R {
    while true {
      do {
        return try body(&self)
      } catch let damage as DamagedIndex {
        guard distrusted.insert(damage.table).inserted else { throw damage }
        undo = nil
      }
    }
  }

  /// A commit of the log, or of those before this one in the group.
  func commit(
    _ revision: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsCommit {
    if let own = records.first(where: { $0.commit.revision == revision }) { return own.commit }
    return try LogReading.commit(
      revision, firstOrigin: revision == 1 ? nil : memory.firstOrigin, in: transaction)
  }
}
