/// The state that the log folds to: every setting's value and visibility after some revision.
///
/// A value type: a copy is a snapshot, made in O(1) and kept apart from later commits.
public struct SettingsState: Sendable {
  /// The revision of the last commit that was folded in.
  public private(set) var revision: Revision

  /// All names the log ever spoke of, in the order of their first event.
  ///
  /// A name keeps its slot, its index here, for good.
  package private(set) var entries: [Entry]
  private var slots: [SettingName: Int]
  /// The commits that wait to be confirmed.
  package private(set) var unconfirmed: UnconfirmedCommits

  /// The empty state before the first commit.
  public init() {
    self.init(revision: .zero, entries: [])
  }

  /// A state from a saved form.
  package init(
    revision: Revision, entries: [Entry], unconfirmed: UnconfirmedCommits = UnconfirmedCommits()
  ) {
    self.revision = revision
    self.entries = entries
    self.slots = Dictionary(
      zip(entries.map(\.name), entries.indices), uniquingKeysWith: { first, _ in first })
    self.unconfirmed = unconfirmed
  }

  /// Folds one commit in.
  ///
  /// Commits must come in the order of their revisions.
  package mutating func apply(_ commit: SettingsCommit) {
    for event in commit.events {
      if let slot = slots[event.name] {
        entries[slot].apply(event, at: commit.revision)
      } else {
        slots[event.name] = entries.count
        var entry = Entry(event.name)
        entry.apply(event, at: commit.revision)
        entries.append(entry)
      }
    }
    unconfirmed.apply(commit)
    revision = commit.revision
  }
}

extension SettingsState {
  /// The slot of a name; nil when the log never spoke of it.
  package func slot(of name: SettingName) -> Int? { slots[name] }

  /// What is known of a name; nil when the log never spoke of it.
  package func entry(of name: SettingName) -> Entry? { slots[name].map { entries[$0] } }

  /// The stored value of a setting; nil when it is unset.
  public subscript(name: SettingName) -> SettingValue? {
    slots[name].flatMap { entries[$0].value }
  }

  /// Whether a setting has a stored value.
  public func isSet(_ name: SettingName) -> Bool { self[name] != nil }

  /// Whether a setting had a value that was erased from the log since.
  ///
  /// A current value cannot be erased, so that this is about states of the past.
  public func isRedacted(_ name: SettingName) -> Bool { entry(of: name)?.isRedacted ?? false }

  /// Whether a setting is hidden.
  public func isHidden(_ name: SettingName) -> Bool { entry(of: name)?.isHidden ?? false }

  /// Whether a setting's values are masked where values are printed.
  public func isSecret(_ name: SettingName) -> Bool { entry(of: name)?.isSecret ?? false }

  /// The names that have a stored value and start with a prefix, in the order of their bytes.
  ///
  /// - Complexity: O(n log n) in the number of names.
  public func names(prefix: String = "") -> [SettingName] {
    sortedNames { $0.value != nil && $0.name.hasPrefix(prefix) }
  }

  /// The hidden names, whether they have a value or not, in the order of their bytes.
  public func hiddenNames(prefix: String = "") -> [SettingName] {
    sortedNames { $0.isHidden && $0.name.hasPrefix(prefix) }
  }

  /// The secret names, whether they have a value or not, in the order of their bytes.
  public func secretNames(prefix: String = "") -> [SettingName] {
    sortedNames { $0.isSecret && $0.name.hasPrefix(prefix) }
  }

  private func sortedNames(where condition: (Entry) -> Bool) -> [SettingName] {
    entries.lazy.filter(condition).map(\.name).sorted()
  }
}
