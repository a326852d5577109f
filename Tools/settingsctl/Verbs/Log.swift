import SettingsLedger

extension Verb {
  static let log = Verb(
    name: "log", summary: "Prints commits, the newest first.",
    options: [
      Option("limit", "N", "at most N commits"), Option("key", "K", "only commits that changed K"),
      Option("author", "A", "only commits of A"),
      Option("since", "POINT", "only commits after a place in history"),
      Option("oldest-first", nil, "the oldest first; --limit takes the oldest then"),
      Option("oneline", nil, "one line for each commit"),
    ],
    example: "settingsctl log --oneline --limit 1\n"
      + "2  2026-11-30 07:13:34Z  alice  Too small: set editor.fontSize"
  ) { invocation in
    let store = try invocation.storeForReading()
    let shown = Disclosure(try store.snapshot().state)
    let output = invocation.output
    let isOneline = invocation.has(Option("oneline", nil, ""))
    var isFirst = true
    var selection = try Selection(invocation, store)
    try selection.forEach { commits in
      let changes = isOneline && !invocation.isJSON ? [] : try store.changes(in: commits)
      for (index, commit) in commits.enumerated() {
        if invocation.isJSON {
          output.line(JSON(commit, changes[index], shown))
        } else if isOneline {
          output.oneline(commit)
        } else {
          if !isFirst { output.line("") }
          output.commit(commit, changes[index], shown)
        }
        isFirst = false
        try output.flushIfLarge()
      }
    }
    return .done
  }
}

/// The commits that the options of `log` ask for, read in portions.
private struct Selection {
  private let store: SettingsStore
  private let author: String?
  private let key: SettingName?
  private let since: Revision
  private let head: Revision
  private let isOldestFirst: Bool
  private var limit: Int

  private static let portion = 256

  init(_ invocation: Invocation, _ store: SettingsStore) throws {
    self.store = store
    // Given before the verb or after it, the author is whom to look for: nothing is written.
    author = invocation[.author]
    key = try invocation[Option("key", "K", "")].map { try SettingName($0) }
    since =
      try invocation.point(Option("since", "POINT", ""), in: store) ?? store.compactedRevision
    // A list that begins with what was dropped would be silent about that.
    if since < (try store.compactedRevision) { _ = try store.commits(after: since, limit: 1) }
    head = try store.head.revision
    isOldestFirst = invocation.has(Option("oldest-first", nil, ""))
    limit = .max
    if let text = invocation[Option("limit", "N", "")] {
      guard let number = Int(text), number >= 0 else {
        throw ToolError.usage(
          "--limit takes a number from 0 up, and not `\(text.escapedForTerminal)`.")
      }
      limit = number
    }
  }

  /// Calls a closure with portion after portion.
  mutating func forEach(_ body: ([SettingsCommit]) throws -> Void) throws {
    var (oldest, newest) = (since, head)
    while oldest < newest, limit > 0 {
      // With an author to look for, any number of commits may have to be read for one.
      let count = author == nil ? min(limit, Self.portion) : Self.portion
      let commits = try commits(after: oldest, through: newest, count)
      guard let last = commits.last else { return }
      if isOldestFirst { oldest = last.revision } else { newest = last.revision.previous }
      let wanted = taken(commits)
      if !wanted.isEmpty { try body(wanted) }
    }
  }

  /// The next commits, or of those only the ones that changed the key, in the order asked for.
  private func commits(
    after oldest: Revision, through newest: Revision, _ count: Int
  ) throws -> [SettingsCommit] {
    guard let key else {
      return isOldestFirst
        ? try store.commits(after: oldest, limit: count)
        : try store.log(limit: count, through: newest, after: oldest)
    }
    let changes =
      isOldestFirst
      ? try store.history(of: key, after: oldest, limit: count)
      : try store.history(of: key, newest: count, through: newest)
    var commits: [SettingsCommit] = []
    for commit in changes.map(\.commit)
    where commit.revision > oldest && commits.last?.revision != commit.revision {
      commits.append(commit)
    }
    return commits
  }

  /// Those that the author made, up to the limit, which goes down.
  private mutating func taken(_ commits: [SettingsCommit]) -> [SettingsCommit] {
    let wanted = commits.filter { commit in
      author.map { commit.author.utf8.elementsEqual($0.utf8) } ?? true
    }
    defer { limit -= min(limit, wanted.count) }
    return Array(wanted.prefix(limit))
  }
}
