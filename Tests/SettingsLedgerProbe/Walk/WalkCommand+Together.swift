import SettingsLedger

extension WalkCommand {
  /// Carries the command out by the calls that share a transaction with others, where there are some.
  func performTogether(on store: SettingsStore, reason: String) async throws -> WalkOutcome {
    do {
      return try await outcomeTogether(store.withAuthor(author), reason)
    } catch let error as SettingsError {
      return WalkOutcome(error)
    }
  }

  private func outcomeTogether(
    _ store: SettingsStore, _ reason: String
  ) async throws -> WalkOutcome {
    switch act {
    case .edit(let changes, let policy, let key):
      let outcome = try await store.commit(
        reason: reason, undo: policy.undo, idempotencyKey: key
      ) { try Self.write(changes, &$0) }
      return WalkOutcome(outcome)
    case .pend(let changes, let seconds):
      let pending = try await store.commit(confirmWithin: .seconds(seconds), reason: reason) {
        try Self.write(changes, &$0)
      }
      return try Self.outcome(of: pending, store, reason)
    case .confirm(let revision):
      return WalkOutcome(try await store.confirm(Revision(revision), reason: reason))
    case .cancel(let revision):
      return WalkOutcome(try await store.cancel(Revision(revision), reason: reason))
    case .undo(let count, let all, let force):
      return WalkOutcome(
        try await store.undo(
          steps: count, scope: all ? .allAuthors : .author, force: force, reason: reason))
    case .redo(let count, let all, let force):
      return WalkOutcome(
        try await store.redo(
          steps: count, scope: all ? .allAuthors : .author, force: force, reason: reason))
    case .revert(let revision, let force):
      return WalkOutcome(
        try await store.revert(Revision(revision), force: force, reason: reason))
    case .rollback(let revision, let prefix):
      return WalkOutcome(
        try await store.rollback(
          to: .revision(Revision(revision)), prefix: prefix, reason: reason))
    case .tag(let name, let revision?, let move):
      return WalkOutcome(
        try await store.tag(name, at: .revision(Revision(revision)), move: move, reason: reason))
    case .tag(let name, nil, _):
      return WalkOutcome(try await store.deleteTag(name, reason: reason))
    case .redact, .compact, .shrink, .rebuild:
      return try perform(on: store, reason: reason, checksPreview: false)
    }
  }
}
