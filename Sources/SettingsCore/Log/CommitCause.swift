/// Why a commit exists.
@nonexhaustive
public enum CommitCause: Hashable, Sendable {
  /// Someone changed settings.
  case edit
  /// The commits of one or more steps were undone.
  case undo(of: [Revision])
  /// The commits of one or more undone steps were done again.
  case redo(of: [Revision])
  /// These commits were reverted, wherever in the log they stand.
  case revert(of: [Revision])
  /// All names, or those with a prefix, went back to an earlier revision.
  case rollback(to: Revision, prefix: String?)
  /// Settings came from outside; the commit's source names where from.
  case `import`
  /// A tag was set on a revision, or deleted.
  case tag(String, Revision?)
  /// A pending commit was confirmed.
  case confirm(of: Revision)
  /// A pending commit was not confirmed in time, or was cancelled, and was taken back.
  case expire(of: Revision)
  /// Commits below a floor were dropped.
  case compact(Compaction)
  /// Content of past events was erased.
  case redact([Redaction])

  /// What a compaction did.
  public struct Compaction: Hashable, Sendable {
    /// The oldest commit that was kept.
    public var floor: Revision
    /// The SHA-256 of the baseline, the state before the floor.
    public var baseline: Digest

    /// Makes the facts of a compaction.
    public init(floor: Revision, baseline: Digest) {
      self.floor = floor
      self.baseline = baseline
    }
  }

  /// What a redaction erased from one commit.
  public struct Redaction: Hashable, Sendable {
    /// The commit whose content was erased.
    public var revision: Revision
    /// The settings whose values were erased from it.
    public var names: [SettingName]
    /// The commit's digest in the chain, before and after.
    public var original: Digest
    /// The SHA-256 of the record that took its place.
    public var replacement: Digest

    /// Makes the facts of a redaction.
    public init(
      revision: Revision, names: [SettingName], original: Digest, replacement: Digest
    ) {
      self.revision = revision
      self.names = names
      self.original = original
      self.replacement = replacement
    }
  }

  /// The cause in one word, as it is printed.
  public var kind: String {
    switch self {
    case .edit: "edit"
    case .undo: "undo"
    case .redo: "redo"
    case .revert: "revert"
    case .rollback: "rollback"
    case .import: "import"
    case .tag: "tag"
    case .confirm: "confirm"
    case .expire: "expire"
    case .compact: "compact"
    case .redact: "redact"
    }
  }
}
