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
  /// What is known of settings at this place, so that the past is asked for once a setting.
  private var known: [SettingName: SettingsState.Entry] = [:]

  /// How many settings to remember.
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
        try take(commit)
      } else if let read = try await cursor.next() {
        commits = read[...]
      }
    }
    (commits, changes, known) = ([], [], [:])
    return nil
  }

  private mutating func take(_ commit: SettingsCommit) throws(SettingsError) {
    let wanted = commit.events.indices.filter { filter.includes(commit.events[$0].name) }
    guard !wanted.isEmpty else { return }
    let unknown = Set(wanted.map { commit.events[$0].name }).filter { known[$0] == nil }
    if !unknown.isEmpty {
      do throws(SettingsError) {
        let entries = try cursor.connection.run {
          try $0.entries(of: Array(unknown), at: commit.revision.previous)
        }
        for entry in entries { known[entry.name] = entry }
      } catch {
        cursor.end()
        if error.code == .closed { return }
        throw error
      }
    }
    var followed: [FollowedChange] = []
    for index in wanted {
      let event = commit.events[index]
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
    if known.count > Self.mostKnown { known = [:] }
  }
}
