#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import EventLog
public import SettingsCore

/// A place in history.
@nonexhaustive
public enum HistoryPoint: Hashable, Sendable {
  /// After the newest commit.
  case latest
  /// After the commit of a revision; revision 0 is the empty store.
  case revision(Revision)
  /// After the last commit recorded at or before a date.
  case date(Date)
  /// After the last commit recorded so long ago or longer, by the store's clock.
  case age(Duration)
  /// At the revision that a tag stands for.
  case tag(String)
}

/// What a store held at one place in history.
public struct SettingsSnapshot: Sendable {
  /// The values and hidden names.
  public let state: SettingsState
  private let defaults: [SettingName: SettingValue]
  private let path: String

  init(_ state: SettingsState, _ defaults: [SettingName: SettingValue], path: String) {
    self.state = state
    self.defaults = defaults
    self.path = path
  }

  /// The revision of the last commit it includes.
  public var revision: Revision { state.revision }

  /// The value of a setting then, else its default now; the default too when the value does not
  /// convert or was erased from the log.
  public subscript<Value>(key: SettingKey<Value>) -> Value {
    (try? value(of: key)) ?? key.defaultValue
  }

  /// The value of a setting then, else its registered default now; nil when the value was erased from the
  /// log.
  public subscript(name: SettingName) -> SettingValue? {
    isRedacted(name) ? nil : state[name] ?? defaults[name]
  }

  /// The value of a setting then, else its default now.
  ///
  /// - Throws: `typeMismatch` when the value does not convert, `redacted` when it was erased from the log.
  public func value<Value>(of key: SettingKey<Value>) throws(SettingsError) -> Value {
    if isRedacted(key.name) { throw .redacted(key.name, at: revision, path: path) }
    guard let stored = self[key.name] else { return key.defaultValue }
    do {
      return try key.coding.decode(stored)
    } catch {
      throw SettingsError(error, key: key.name, path: path)
    }
  }

  /// Whether a setting had a stored value that is still known.
  public func isSet<Value>(_ key: SettingKey<Value>) -> Bool { isSet(key.name) }

  /// Whether a setting had a stored value that is still known.
  public func isSet(_ name: SettingName) -> Bool { state.isSet(name) }

  /// Whether a setting had a value that was erased from the log since.
  public func isRedacted(_ name: SettingName) -> Bool { state.isRedacted(name) }

  /// Whether a setting was hidden.
  public func isHidden(_ name: SettingName) -> Bool { state.isHidden(name) }

  /// The names that had a stored value and start with a prefix, in the order of their bytes.
  public func names(prefix: String = "") -> [SettingName] { state.names(prefix: prefix) }

  /// The names that were hidden and start with a prefix, in the order of their bytes.
  public func hiddenNames(prefix: String = "") -> [SettingName] {
    state.hiddenNames(prefix: prefix)
  }
}

/// The last change of one setting that has a value or is hidden.
public struct BlameLine: Hashable, Sendable {
  /// The setting.
  public let name: SettingName
  /// Its value; nil when it is unset.
  public let value: SettingValue?
  /// The revision that changed it last.
  public let revision: Revision
  /// The commit of that revision; nil when a compaction has dropped it, and nobody knows any more who
  /// made it and why.
  public let commit: SettingsCommit?
}

extension SettingsStore {
  /// Every change of a setting, oldest first, from the oldest kept commit on.
  ///
  /// - Complexity: O(number of changes of that setting).
  public func history<Value>(of key: SettingKey<Value>) throws(SettingsError) -> [SettingChange] {
    try history(of: key.name)
  }

  /// Every change of a setting, by name, oldest first, from the oldest kept commit on.
  public func history(of name: SettingName) throws(SettingsError) -> [SettingChange] {
    try connection.run(key: name) { try $0.changes(of: name) }
  }

  /// The changes of a setting by commits after a revision, oldest first: a page of its history.
  ///
  /// Like the whole history, it begins with the oldest kept commit.
  ///
  /// - Parameters:
  ///   - revision: where the page before ended; 0 is the beginning.
  ///   - limit: of how many commits at most.
  /// - Complexity: O(limit), whatever the length of the history.
  public func history(
    of name: SettingName, after revision: Revision, limit: Int
  ) throws(SettingsError) -> [SettingChange] {
    try connection.run(key: name) { try $0.changes(of: name, after: revision, limit: limit) }
  }

  /// The newest changes of a setting, newest first.
  ///
  /// - Parameters:
  ///   - name: the setting.
  ///   - limit: of how many commits at most.
  ///   - revision: the newest commit wanted; nil is the head.
  /// - Complexity: O(limit), whatever the length of the history.
  public func history(
    of name: SettingName, newest limit: Int, through revision: Revision? = nil
  ) throws(SettingsError) -> [SettingChange] {
    try connection.run(key: name) {
      try $0.newestChanges(of: name, through: revision, limit: limit)
    }
  }

  /// Commits, newest first; the list ends with the oldest kept one.
  ///
  /// - Parameters:
  ///   - limit: how many at most.
  ///   - newest: the newest commit wanted; nil is the head.
  ///   - oldest: commits up to this revision are left out.
  public func log(
    limit: Int = .max, through newest: Revision? = nil, after oldest: Revision = .zero
  ) throws(SettingsError) -> [SettingsCommit] {
    try connection.run { try $0.newestCommits(through: newest, after: oldest, limit: limit) }
  }

  /// Commits after a revision, oldest first.
  ///
  /// - Throws: `compacted` when some of them were dropped; ``compactedRevision`` is where to begin.
  public func commits(
    after revision: Revision, limit: Int
  ) throws(SettingsError) -> [SettingsCommit] {
    try connection.run { try $0.commits(after: revision, limit: limit) }
  }

  /// The commit of a revision.
  ///
  /// - Throws: `noSuchRevision` when the log has none, `compacted` when it was dropped.
  public func commit(at revision: Revision) throws(SettingsError) -> SettingsCommit {
    try connection.run { try $0.commit(revision) }
  }

  /// The changes that commits made, with the values before; for each commit in the order given.
  public func changes(
    in commits: [SettingsCommit]
  ) throws(SettingsError) -> [[SettingChange]] {
    try connection.run { try $0.changes(in: commits) }
  }

  /// The last change of each setting that has a value or is hidden, in the order of the names' bytes.
  public func blame(prefix: String = "") throws(SettingsError) -> [BlameLine] {
    try connection.run { ledger in
      let state = try ledger.withState { copy $0 }
      let entries = state.entries
        .filter { ($0.value != nil || $0.isHidden) && $0.name.hasPrefix(prefix) }
        .sorted { $0.name < $1.name }
      let commits = try ledger.keptCommits(of: Set(entries.map(\.lastRevision)))
      return entries.map { entry in
        BlameLine(
          name: entry.name, value: entry.value, revision: entry.lastRevision,
          commit: commits[entry.lastRevision])
      }
    }
  }

  /// All values and hidden names at a place in history.
  ///
  /// - Throws: `beforeHistory` for a time before the first commit, `noSuchRevision` for a revision
  ///   that the log does not have, `compacted` for one whose commits were dropped, `noSuchTag`.
  public func snapshot(
    at point: HistoryPoint = .latest
  ) throws(SettingsError) -> SettingsSnapshot {
    let state =
      if case .latest = point {
        try connection.run { try $0.withState { copy $0 } }
      } else {
        try self.state(at: try revision(at: point))
      }
    return SettingsSnapshot(state, connection.defaults.all, path: path)
  }

  private func state(at revision: Revision) throws(SettingsError) -> SettingsState {
    try connection.run { try $0.state(at: revision) }
  }

  /// What differs between two places in history, in the order of the names' bytes.
  public func diff(
    from old: HistoryPoint, to new: HistoryPoint = .latest, prefix: String = ""
  ) throws(SettingsError) -> [SettingDifference] {
    try snapshot(at: old).state.differences(to: try snapshot(at: new).state, prefix: prefix)
  }

  /// The revision that a place in history stands for.
  ///
  /// - Throws: `beforeHistory` for a time before the first commit, `noSuchTag`. A revision is given as
  ///   it is, whether the log has it or not.
  public func revision(at point: HistoryPoint) throws(SettingsError) -> Revision {
    switch point {
    case .latest: return try connection.run { try $0.withState { $0.revision } }
    case .revision(let revision): return revision
    case .date(let date): return try revision(at: Timestamp(date))
    case .age(let age):
      let (seconds, attoseconds) = age.components
      let interval = Double(seconds) + Double(attoseconds) / 1e18
      return try revision(at: Timestamp(connection.configuration.clock() - interval))
    case .tag(let name):
      if let revision = try connection.run({ try $0.revision(ofTag: name) }) { return revision }
      throw SettingsError(EventLogError(.noSuchTag(name)), path: path)
    }
  }

  private func revision(at time: Timestamp) throws(SettingsError) -> Revision {
    if let revision = try connection.run({ try $0.revision(at: time) }) { return revision }
    throw SettingsError(
      .beforeHistory,
      "The store \(path) has no commit at or before \(time.date.ISO8601Format()); "
        + "ask for revision 0 to get the empty state.", path: path)
  }
}
