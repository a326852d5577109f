/// What became of a write.
public enum CommitOutcome: Hashable, Sendable {
  /// A commit was appended to the log.
  case recorded(SettingsCommit)
  /// Nothing was appended: everything was as asked already, or the idempotency key had been used for
  /// the commit of this revision.
  case unchanged(at: Revision)

  /// The revision of the new commit, else the one at which nothing had to change.
  public var revision: Revision {
    switch self {
    case .recorded(let commit): commit.revision
    case .unchanged(let revision): revision
    }
  }

  /// The commit that was appended; nil when nothing was.
  public var commit: SettingsCommit? {
    if case .recorded(let commit) = self { commit } else { nil }
  }
}
