import EventLog
public import SettingsCore

// The restorations of `SettingsStore+Undo.swift` for tasks.
extension SettingsStore {
  /// Takes back the author's newest steps, as one commit, without blocking the thread.
  @discardableResult
  public func undo(
    steps: Int = 1, scope: UndoScope = .author, force: Bool = false, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await restore(.undo(steps: steps, scope: scope, force: force), reason)
  }

  /// Does the steps again that the author undid last, as one commit, without blocking the thread.
  @discardableResult
  public func redo(
    steps: Int = 1, scope: UndoScope = .author, force: Bool = false, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await restore(.redo(steps: steps, scope: scope, force: force), reason)
  }

  /// Takes back one commit, wherever in the log it stands, as a new commit and a step of its own, without blocking the thread.
  @discardableResult
  public func revert(
    _ revision: Revision, force: Bool = false, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await restore(.revert(revision, force: force), reason)
  }

  /// Brings settings back to a place in history, as one commit of what differs, without blocking the thread.
  @discardableResult
  public func rollback(
    to point: HistoryPoint, prefix: String = "", reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await restore(.rollback(to: try revision(at: point), prefix: prefix), reason)
  }

  private func restore(
    _ restoration: Restoration, _ reason: String?
  ) async throws(SettingsError) -> CommitOutcome {
    let facts = facts(reason: reason)
    do {
      return try await perform { CommitRequest(facts, .restore(restoration)) }
    } catch {
      throw SettingsError(error, path: path)
    }
  }
}
