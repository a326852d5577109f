import EventLog
import SettingsCore

/// Which settings a stream is about.
enum NameFilter: Sendable {
  case names(Set<SettingName>)
  case prefix(String)

  func includes(_ name: SettingName) -> Bool {
    switch self {
    case .names(let names): names.contains(name)
    case .prefix(let prefix): prefix.isEmpty || name.hasPrefix(prefix)
    }
  }
}

/// An event with all that was known of its setting before and after.
struct FollowedChange {
  let change: SettingChange
  let before: SettingsState.Entry
  let after: SettingsState.Entry
}

/// A place among the events on some settings.
struct ChangeCursor {
  private var cursor: LogCursor
  private let filter: NameFilter
  private var commits: ArraySlice<SettingsCommit> = []
  private var changes: ArraySlice<FollowedChange> = []
  /// What is known of settings at this place, of all those that the commits read ahead change.
  private var known: [SettingName: SettingsState.Entry] = [:]

  /// How many settings to remember, so that the past is not asked for them again.
  private static let mostKnown = 4096

  init(
    _ connection: Connection, _ filter: NameFilter, after start: StreamStart
  ) {
    cursor = LogCursor(connection, after: start)
    self.filter = filter
  }

  mutating func next() async throws(SettingsError) -> FollowedChange? {
    while cursor.goesOn() {
      if let change = changes.popFirst() { return change }
      if let commit = commits.popFirst() {
        take(commit)
      } else if let read = try await cursor.next() {
        try learn(of: read)
        commits = read[...]
      }
    }
    (commits, changes, known) = ([], [], [:])
    return nil
  }

  /// Looks up what was known before some commits of the settings that they change.
  ///
  /// All at once and when they are read: each look at the past reads the log's tail, and what they follow
  /// may be dropped before the consumer comes to them.
  private mutating func learn(of commits: [SettingsCommit]) throws(SettingsError) {
    guard let first = commits.first else { return }
    if known.count > Self.mostKnown { known = [:] }
    var unknown: Set<SettingName> = []
    for event in commits.lazy.flatMap(\.events)
    where known[event.name] == nil && filter.includes(event.name) { unknown.insert(event.name) }
    guard !unknown.isEmpty else { return }
    do throws(SettingsError) {
      let entries = try cursor.connection.run { [unknown] in
        try $0.entries(of: Array(unknown), at: first.revision.previous)
      }
      for entry in entries { known[entry.name] = entry }
    } catch {
      cursor.end()
      if error.code != .closed { throw error }
    }
  }

  private mutating func take(_ commit: SettingsCommit) {
    var followed: [FollowedChange] = []
    for (index, event) in commit.events.enumerated() where filter.includes(event.name) {
      let before = known[event.name] ?? SettingsState.Entry(event.name)
      var after = before
      after.apply(event, at: commit.revision)
      known[event.name] = after
      followed.append(
        FollowedChange(
          change: SettingChange(event, index, commit, before: before), before: before,
          after: after))
    }
    changes = followed[...]
  }
}
