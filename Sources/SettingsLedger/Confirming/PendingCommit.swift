import EventLog
public import SettingsCore

/// A commit that is in force already, and is taken back unless it is confirmed in time.
public struct PendingCommit: Sendable {
  /// The commit.
  public let commit: SettingsCommit
  private let store: SettingsStore

  init(_ commit: SettingsCommit, _ store: SettingsStore) {
    self.commit = commit
    self.store = store
  }

  /// The commit's revision.
  public var revision: Revision { commit.revision }

  /// How long there is to confirm it; zero when the time is over, and after another start of the system.
  public var remaining: Duration {
    commit.confirmBy?.remaining(at: store.connection.ledger.bootClock()) ?? .zero
  }

  /// Keeps the commit for good.
  ///
  /// As ``SettingsStore/confirm(_:reason:)-(Revision?,String?)``.
  @discardableResult
  public func confirm(reason: String? = nil) throws(SettingsError) -> CommitOutcome {
    try store.confirm(revision, reason: reason)
  }

  /// Keeps the commit for good, without blocking the thread.
  @discardableResult
  public func confirm(reason: String? = nil) async throws(SettingsError) -> CommitOutcome {
    try await store.confirm(revision, reason: reason)
  }

  /// Takes the commit back at once.
  ///
  /// As ``SettingsStore/cancel(_:reason:)-(Revision?,String)``.
  @discardableResult
  public func cancel(reason: String = "cancelled") throws(SettingsError) -> CommitOutcome {
    try store.cancel(revision, reason: reason)
  }

  /// Takes the commit back at once, without blocking the thread.
  @discardableResult
  public func cancel(
    reason: String = "cancelled"
  ) async throws(SettingsError) -> CommitOutcome {
    try await store.cancel(revision, reason: reason)
  }

  /// Waits until the commit is confirmed or taken back, by whatever handle or process.
  ///
  /// - Throws: `cancelled` when the task is cancelled meanwhile, `closed` when the store is closed; the
  ///   commit goes on waiting.
  public func outcome() async throws(SettingsError) -> ConfirmationOutcome {
    try await store.end(of: commit)
  }
}

/// How the wait of a commit to be confirmed ended.
@nonexhaustive
public enum ConfirmationOutcome: Hashable, Sendable {
  /// It was confirmed, by this commit.
  case confirmed(SettingsCommit)
  /// It was not confirmed in time, or cancelled, and this commit took it back; `kept` are the settings that
  /// had been changed again since, and stay as they are. A mark of a secret that stays although its value is
  /// taken back is no such change.
  case takenBack(SettingsCommit, kept: [SettingName])
}
