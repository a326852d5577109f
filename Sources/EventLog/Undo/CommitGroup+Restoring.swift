import LMDBKit
import SettingsCore

/// What a commit comes to that its caller does not spell out.
struct PlannedCommit {
  let cause: CommitCause
  var events: [SettingsEvent] = []
  /// Whether it is recorded without events, too.
  var isNeeded = true
}

extension CommitGroup.Draft {
  /// Finds out what brings an earlier state back, on the state that the commits so far leave.
  mutating func plan(
    _ restoration: Restoration, by author: String,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    switch restoration {
    case .undo(let steps, let scope, let force):
      try planMoves(
        .undo, steps, scope == .author ? AuthorName(author) : nil, force, in: transaction)
    case .redo(let steps, let scope, let force):
      try planMoves(
        .redo, steps, scope == .author ? AuthorName(author) : nil, force, in: transaction)
    case .revert(let revision, let force):
      try planRevert(of: revision, force, in: transaction)
    case .rollback(let revision, let prefix):
      try planRollback(to: revision, prefix, in: transaction)
    }
  }

  /// Undoes or redoes steps one by one, each on what the one before leaves.
  private mutating func planMoves(
    _ stack: UndoStacks.Stack, _ count: Int, _ author: AuthorName?, _ force: Bool,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    var reader = try undoReader(in: transaction)
    var steps: [[SettingsCommit]] = []
    while steps.count < count,
      let step = try reader.top(stack, of: author, in: transaction)
    {
      steps.append(try step.step.commits.map { try commit($0, in: transaction) })
      reader.move(step, from: stack)
    }
    let timeline = try timeline(of: steps.joined(), in: transaction)
    var changes = PendingChanges(on: state)
    for commits in steps {
      try restore(
        commits, stack == .undo ? .undo : .redo, force, timeline, &changes, in: transaction)
    }
    guard steps.count >= count else {
      throw EventLogError(
        stack == .undo
          ? .nothingToUndo(author: author?.text, found: steps.count)
          : .nothingToRedo(author: author?.text, found: steps.count))
    }
    let moved = steps.joined().map(\.revision)
    return PlannedCommit(
      cause: stack == .undo ? .undo(of: moved) : .redo(of: moved), events: try events(of: changes),
      isNeeded: !moved.isEmpty)
  }

  private func planRevert(
    of revision: Revision, _ force: Bool, in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    let commit = try commit(revision, in: transaction)
    guard !commit.events.isEmpty else {
      throw EventLogError(.nothingToRevert(commit.cause.kind), revision: revision)
    }
    var changes = PendingChanges(on: state)
    let timeline = try timeline(of: [commit], in: transaction)
    try restore([commit], .revert, force, timeline, &changes, in: transaction)
    return PlannedCommit(
      cause: .revert(of: [revision]), events: try events(of: changes), isNeeded: false)
  }

  /// The events that a restoration comes to.
  ///
  /// - Throws: `redacted` when a value would come back that was erased. One that several steps only pass
  ///   need not be known.
  private func events(of changes: PendingChanges) throws(EventLogError) -> [SettingsEvent] {
    let events = changes.events
    if let erased = events.first(where: { $0.kind == .setRedacted })?.name {
      throw EventLogError(
        .redacted(erased), revision: changes.entry(of: erased).valueSide.revision)
    }
    return events
  }

  /// Writes what takes commits back, or does them again.
  private func restore(
    _ commits: [SettingsCommit], _ verb: RestorationConflict.Verb, _ force: Bool,
    _ timeline: Timeline, _ changes: inout PendingChanges,
    in transaction: borrowing some Reading & ~Copyable
  ) throws {
    var conflicts: [(name: SettingName, culprit: Revision)] = []
    for touched in TouchedSide.all(in: commits) {
      let side = touched.side
      let before = try timeline.entry(
        of: touched.name, at: touched.first.previous, in: transaction)
      let now = changes.entry(of: touched.name)
      let (left, restored) =
        verb == .redo
        ? (before[side].effective, touched.left) : (touched.left, before[side].effective)
      let kind = verb == .redo ? touched.kind : before.kind(of: side)
      if verb != .redo, keepsMark(of: touched.name, kind) { continue }
      // A mark that was kept is there already when it is to come back.
      let isThere = kind == .markSecret && now.isSecret
      if !force, !isThere, now[side].effective != left {
        conflicts.append((touched.name, culprit(of: touched.name, side, now)))
      }
      changes.write(
        SettingsEvent(touched.name, kind, restores: restored),
        as: verb == .redo ? touched.last : before[side].revision)
    }
    if let first = conflicts.first {
      let culprits = try Set(conflicts.map(\.culprit)).filter { $0 >= floor }.sorted()
        .map { try commit($0, in: transaction) }
      throw EventLogError(
        .restorationConflict(
          RestorationConflict(
            verb: verb, revision: commits[0].revision, author: commits[0].author,
            name: first.name, culprit: culprits.first { $0.revision == first.culprit })),
        revision: first.culprit, conflicts: culprits)
    }
  }

  /// The commit that a side's state comes from; that of its newest event when it goes back to before the
  /// first commit, or to one that was dropped.
  ///
  /// When it is only the step before that went back so far, it is the commit that the head's state comes
  /// from.
  private func culprit(
    of name: SettingName, _ side: SettingsEvent.Side, _ now: SettingsState.Entry
  ) -> Revision {
    let sides = [now[side], (state.entry(of: name) ?? now)[side]]
    return sides.lazy.flatMap { [$0.effective, $0.revision] }.first { $0 >= floor }
      ?? now[side].revision
  }

  /// Whether a setting stays secret although what marked it is taken back: its values were given under the
  /// mark, and would be printed without it (decision record 0014).
  func keepsMark(of name: SettingName, _ kind: SettingsEvent.Kind) -> Bool {
    guard kind == .unmarkSecret, let now = state.entry(of: name), now.isSecret else { return false }
    return now.valueSide.revision >= now.secrecySide.effective
  }

  /// Brings back every side that reads otherwise now than after a revision.
  private func planRollback(
    to revision: Revision, _ prefix: String, in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    guard revision <= head.revision else {
      throw EventLogError(.noSuchRevision, revision: revision)
    }
    guard revision >= floor.previous else {
      throw EventLogError(.compacted, revision: floor.previous)
    }
    let touched = state.entries(prefix: prefix).filter { $0.lastRevision > revision }
      .sorted { $0.name < $1.name }
    let timeline = try timeline(of: Set(touched.map(\.name)), in: transaction)
    var events: [SettingsEvent] = []
    for now in touched {
      let then = try timeline.entry(of: now.name, at: revision, in: transaction)
      // What was marked secret since stays so: its values were not to be shown from then on.
      for side in [.value, .visibility] as [SettingsEvent.Side] where now.differs(from: then, side)
      {
        if side == .value, then.isRedacted {
          throw EventLogError(.redacted(now.name), revision: then.valueSide.revision)
        }
        events.append(
          SettingsEvent(now.name, then.kind(of: side), restores: then[side].effective))
      }
    }
    let cause = CommitCause.rollback(to: revision, prefix: prefix.isEmpty ? nil : prefix)
    return PlannedCommit(cause: cause, events: events, isNeeded: false)
  }

  /// What is known of the earlier states of all that commits changed.
  private func timeline(
    of commits: some Sequence<SettingsCommit>, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Timeline {
    try timeline(
      of: Set(commits.flatMap { $0.events.lazy.map(\.name) }), in: transaction)
  }

  func timeline(
    of names: Set<SettingName>, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Timeline {
    try Timeline(
      of: names, memory.state, firstOrigin: memory.firstOrigin, pending: records.map(\.commit),
      usesIndex: !distrusted.contains(HistoryIndex.table.name), in: transaction)
  }
}
