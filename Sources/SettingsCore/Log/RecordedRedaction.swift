/// What one redaction erased from one commit, and who did it, when and why.
public struct RecordedRedaction: Hashable, Sendable {
  /// The commit whose content was erased.
  public var revision: Revision
  /// The settings whose values were erased from it.
  public var names: [SettingName]
  /// The commit that recorded the redaction.
  public var redaction: Revision
  /// Who made the redaction, as claimed by the program that made it.
  public var author: String
  /// When it was made.
  public var time: Timestamp
  /// Why it was made, when told.
  public var reason: String?

  /// Makes the facts of what a redacting commit erased.
  package init(_ erased: CommitCause.Redaction, by commit: SettingsCommit) {
    revision = erased.revision
    names = erased.names
    redaction = commit.revision
    author = commit.author
    time = commit.time
    reason = commit.reason
  }
}
