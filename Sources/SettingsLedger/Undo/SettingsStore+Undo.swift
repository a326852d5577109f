import EventLog
public import SettingsCore

extension SettingsStore {
  /// Takes back the author's newest steps, as one commit.
  ///
  /// Each setting that the steps touched becomes what it was before them: unset if it was unset, hidden
  /// if it was hidden. Only a mark of a secret stays when values were given under it, since the log would
  /// show them otherwise (decision record 0014). The old commits stay in the log, and `redo` does the steps
  /// again.
  ///
  /// ```swift
  /// try store.set(.fontSize, to: 14)
  /// try store.undo()                 // 13.0 again, also after the program was started anew
  /// ```
  ///
  /// - Parameters:
  ///   - steps: how many: all of them or none.
  ///   - scope: whose steps. With `allAuthors` those of anybody that were done, or done again, last.
  ///   - force: whether to overwrite what others changed since.
  ///   - reason: why, for people who read the log.
  /// - Throws: `nothingToUndo` when there are fewer steps; `conflict` when somebody changed one of the
  ///   settings since: it names setting, commit and author; `redacted` when a value was erased that would
  ///   come back. Nothing is recorded then.
  @discardableResult
  public func undo(
    steps: Int = 1, scope: UndoScope = .author, force: Bool = false, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try restore(.undo(steps: steps, scope: scope, force: force), reason)
  }

  /// Does the steps again that the author undid last, as one commit.
  ///
  /// A new step of the author ends what could be redone.
  ///
  /// - Parameters:
  ///   - steps: how many: all of them or none.
  ///   - scope: whose steps. With `allAuthors` those of anybody that were undone last.
  ///   - force: whether to overwrite what others changed since.
  ///   - reason: why, for people who read the log.
  /// - Throws: `nothingToRedo` when there are fewer steps; `conflict` when somebody changed one of the
  ///   settings since; `redacted` when a value was erased that would come back. Nothing is recorded then.
  @discardableResult
  public func redo(
    steps: Int = 1, scope: UndoScope = .author, force: Bool = false, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try restore(.redo(steps: steps, scope: scope, force: force), reason)
  }

  /// Takes back one commit, wherever in the log it stands, as a new commit and a step of its own.
  ///
  /// What `undo` says of the marks of secrets holds here, too.
  ///
  /// - Parameters:
  ///   - revision: the commit.
  ///   - force: whether to overwrite what was changed since.
  ///   - reason: why, for people who read the log.
  /// - Throws: `conflict` when one of the commit's settings was changed since; `nothingToRevert` for a
  ///   commit that changed no setting, such as a tag's; `noSuchRevision`; `redacted` when a value was
  ///   erased that would come back. Nothing is recorded then.
  @discardableResult
  public func revert(
    _ revision: Revision, force: Bool = false, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try restore(.revert(revision, force: force), reason)
  }

  /// Brings settings back to a place in history, as one commit of what differs.
  ///
  /// ```swift
  /// try store.rollback(to: .age(.seconds(86_400)), prefix: "network.")
  /// ```
  ///
  /// Values and visibility go back; what was marked secret since stays so (decision record 0013). The
  /// commit is a step that undo takes back. When nothing differs, nothing is recorded.
  ///
  /// - Parameters:
  ///   - point: where to go back to.
  ///   - prefix: how the names start, byte for byte, of the settings that go back; the others stay.
  ///   - reason: why, for people who read the log.
  /// - Throws: `redacted` when a value was erased that would come back; `compacted` for a place that was
  ///   dropped; what finding the point throws. Nothing is recorded then.
  @discardableResult
  public func rollback(
    to point: HistoryPoint, prefix: String = "", reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try restore(.rollback(to: try revision(at: point), prefix: prefix), reason)
  }

  /// What a restoration would do now, without recording it.
  ///
  /// ```swift
  /// try store.preview(.undo(steps: 2)).changes
  /// ```
  ///
  /// It asks for no right to write: a store that was opened for reading tells it, too.
  ///
  /// - Throws: what the restoration would throw.
  public func preview(
    _ restoration: Restoration
  ) throws(SettingsError) -> RestorationPreview {
    let (planned, before) = try connection.run {
      try $0.preview(CommitRequest(facts(reason: nil), .restore(restoration)))
    }
    guard let commit = planned else { return RestorationPreview(commit: nil, changes: []) }
    return RestorationPreview(
      commit: commit,
      changes: zip(commit.events, before).enumerated().map { index, pair in
        SettingChange(pair.0, index, commit, before: pair.1)
      })
  }

  private func restore(
    _ restoration: Restoration, _ reason: String?
  ) throws(SettingsError) -> CommitOutcome {
    try unwrapped { try perform(CommitRequest(facts(reason: reason), .restore(restoration))) }
  }
}

// MARK: - What could be undone

extension SettingsStore {
  /// The steps that would be undone next, in that order: what a menu shows.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - scope: whose steps.
  /// - Complexity: O(limit), whatever the number of commits; with `allAuthors`, times the number of
  ///   authors.
  public func undoableSteps(
    limit: Int = .max, scope: UndoScope = .author
  ) throws(SettingsError) -> [UndoStep] {
    try steps(.undo, limit, scope)
  }

  /// The steps that would be redone next, in that order.
  public func redoableSteps(
    limit: Int = .max, scope: UndoScope = .author
  ) throws(SettingsError) -> [UndoStep] {
    try steps(.redo, limit, scope)
  }

  /// Whether the author has a step to undo; a failure is told to the fault handler.
  public var canUndo: Bool { hasStep(.undo) }

  /// Whether the author has a step to redo; a failure is told to the fault handler.
  public var canRedo: Bool { hasStep(.redo) }

  private func steps(
    _ stack: UndoStacks.Stack, _ limit: Int, _ scope: UndoScope
  ) throws(SettingsError) -> [UndoStep] {
    let author = scope == .author ? author : nil
    return try connection.run { try $0.steps(stack, of: author, limit: limit) }
      .compactMap { UndoStep($0) }
  }

  private func hasStep(_ stack: UndoStacks.Stack) -> Bool {
    do {
      return try !steps(stack, 1, .author).isEmpty
    } catch {
      connection.fault(error)
      return false
    }
  }
}
