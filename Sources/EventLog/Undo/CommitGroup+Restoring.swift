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
    _ restoration: Restoration, by author: String, in transaction: borrowing WriteTransaction
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
    in transaction: borrowing WriteTransaction
  ) throws -> PlannedCommit {
    var reader = try undoReader(in: transaction)
    var changes = PendingChanges(on: state)
    var moved: [Revision] = []
    for found in 0..<max(0, count) {
      guard let step = try reader.top(stack, of: author, in: transaction) else {
        throw EventLogError(
          stack == .undo
            ? .nothingToUndo(author: author?.text, found: found)
            : .nothingToRedo(author: author?.text, found: found))
      }
      let commits = try step.step.commits.map { try commit($0, in: transaction) }
      try restore(
        commits, stack == .undo ? .undo : .redo, force, &changes, in: transaction)
      reader.move(step, from: stack)
      moved += step.step.commits
    }
    return PlannedCommit(
      cause: stack == .undo ? .undo(of: moved) : .redo(of: moved), events: changes.events,
      isNeeded: !moved.isEmpty)
  }

  private func planRevert(
    of revision: Revision, _ force: Bool, in transaction: borrowing WriteTransaction
  ) throws -> PlannedCommit {
    let commit = try commit(revision, in: transaction)
    guard !commit.events.isEmpty else {
      throw EventLogError(.nothingToRevert(commit.cause.kind), revision: revision)
    }
    var changes = PendingChanges(on: state)
    try restore([commit], .revert, force, &changes, in: transaction)
    return PlannedCommit(
      cause: .revert(of: [revision]), events: changes.events, isNeeded: false)
  }

  /// Writes what takes commits back, or does them again.
  private func restore(
    _ commits: [SettingsCommit], _ verb: RestorationConflict.Verb, _ force: Bool,
    _ changes: inout PendingChanges, in transaction: borrowing WriteTransaction
  ) throws {
    let sides = TouchedSide.all(in: commits)
    let timeline = try timeline(of: Set(sides.map(\.name)), in: transaction)
    var conflicts: [(touched: TouchedSide, found: SettingsState.Entry.Side)] = []
    for touched in sides {
      let side = touched.side
      let before = try timeline.entry(
        of: touched.name, at: touched.first.previous, in: transaction)
      let now = changes.entry(of: touched.name)
      let (left, restored) =
        verb == .redo
        ? (before[side].effective, touched.left) : (touched.left, before[side].effective)
      if !force, now[side].effective != left { conflicts.append((touched, now[side])) }
      let kind = verb == .redo ? touched.kind : before.kind(of: side)
      let isErased = verb == .redo ? kind == .setRedacted : side == .value && before.isRedacted
      if isErased {
        // What is there already need not be known.
        if now.isRedacted, now[side].effective == restored { continue }
        throw EventLogError(
          .redacted(touched.name), revision: verb == .redo ? touched.last : before[side].revision)
      }
      changes.write(
        SettingsEvent(touched.name, kind, restores: restored),
        as: verb == .redo ? touched.first : before[side].revision)
    }
    if let first = conflicts.first {
      let culprits = try Set(conflicts.map { $0.found.culprit }).subtracting([.zero]).sorted()
        .map { try commit($0, in: transaction) }
      throw EventLogError(
        .restorationConflict(
          RestorationConflict(
            verb: verb, revision: commits[0].revision, author: commits[0].author,
            name: first.touched.name,
            culprit: culprits.first { $0.revision == first.found.culprit })),
        revision: first.found.culprit, conflicts: culprits)
    }
  }

  /// Brings back every side that reads otherwise now than after a revision.
  private func planRollback(
    to revision: Revision, _ prefix: String, in transaction: borrowing WriteTransaction
  ) throws -> PlannedCommit {
    guard revision <= head.revision else {
      throw EventLogError(.noSuchRevision, revision: revision)
    }
    let touched = state.entries(prefix: prefix).filter { $0.lastRevision > revision }
      .sorted { $0.name < $1.name }
    let timeline = try timeline(of: Set(touched.map(\.name)), in: transaction)
    var events: [SettingsEvent] = []
    for now in touched {
      let then = try timeline.entry(of: now.name, at: revision, in: transaction)
      for side in SettingsEvent.Side.allCases where now.differs(from: then, side) {
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

  func timeline(
    of names: Set<SettingName>, in transaction: borrowing WriteTransaction
  ) throws -> Timeline {
    try Timeline(
      of: names, memory.state, firstOrigin: memory.firstOrigin, pending: records.map(\.commit),
      usesIndex: !distrusted.contains(HistoryIndex.table.name), in: transaction)
  }
}

extension SettingsState.Entry.Side {
  /// The commit that the side's state comes from; that of its newest event when it goes back to before
  /// the first commit.
  fileprivate var culprit: Revision { effective > .zero ? effective : revision }
}
