/// A state with commits on top that are not durable yet: what the next draft of a group builds on.
///
/// The state below is shared and left alone; only touched names are copied.
package struct PendingState: Sendable {
  private let base: SettingsState
  private var touched: [SettingName: SettingsState.Entry] = [:]
  /// The commits that wait to be confirmed.
  package private(set) var unconfirmed: UnconfirmedCommits

  package init(_ base: SettingsState) {
    self.base = base
    self.unconfirmed = base.unconfirmed
  }

  package func entry(of name: SettingName) -> SettingsState.Entry? {
    touched.isEmpty ? base.entry(of: name) : touched[name] ?? base.entry(of: name)
  }

  package mutating func apply(_ commit: SettingsCommit) {
    for event in commit.events {
      var entry = entry(of: event.name) ?? SettingsState.Entry(event.name)
      entry.apply(event, at: commit.revision)
      touched[event.name] = entry
    }
    unconfirmed.apply(commit)
  }

  /// What is known of the names that start with a prefix, unordered.
  package func entries(prefix: String) -> [SettingsState.Entry] {
    let untouched = base.entries.lazy.filter { touched[$0.name] == nil }
    return (Array(untouched) + touched.values).filter { $0.name.hasPrefix(prefix) }
  }

  /// The names with a stored value that start with a prefix, unordered.
  package func names(prefix: String) -> [SettingName] {
    let untouched = base.entries.lazy.filter { touched[$0.name] == nil }
    return (Array(untouched) + touched.values)
      .filter { $0.value != nil && $0.name.hasPrefix(prefix) }.map(\.name)
  }
}
