public import SettingsCore

/// A step of undo: one commit, or several that belong together.
public struct UndoStep: Hashable, Sendable {
  /// The commits of the step, oldest first; never empty.
  public let commits: [SettingsCommit]

  init?(_ commits: [SettingsCommit]) {
    guard !commits.isEmpty else { return nil }
    self.commits = commits
  }

  /// The revision that the step begins with.
  public var revision: Revision { commits.first?.revision ?? .zero }

  /// Who made the step.
  public var author: String { commits.first?.author ?? "" }

  /// Why, when told; of several commits, what was told first.
  public var reason: String? { commits.lazy.compactMap(\.reason).first }

  /// The settings that the step changed, in the order of their bytes.
  public var names: [SettingName] {
    Set(commits.flatMap { $0.events.map(\.name) }).sorted()
  }
}

/// What a restoration would do now.
public struct RestorationPreview: Hashable, Sendable {
  /// The commit that would be recorded; nil when nothing would have to change.
  ///
  /// Its revision, time and digest are those that it would have had at this moment.
  public let commit: SettingsCommit?
  /// What the commit would change, in its order, with the values now.
  public let changes: [SettingChange]
}
