import SettingsLedger

extension Output {
  /// Prints a commit and its changes on several lines.
  func commit(_ commit: SettingsCommit, _ changes: [SettingChange], _ shown: Disclosure) {
    let heading = "revision \(commit.revision)"
    let facts = [Text.time(commit.time), commit.author.escapedForTerminal, Text.cause(commit)]
    line(([style.strong(heading)] + facts.filter { !$0.isEmpty }).joined(separator: "  "))
    if let reason = commit.reason { line("    \(reason.escapedForTerminal)") }
    table(
      changes.map {
        ["  \($0.event.kind.word)", Text.name($0.name), Text.effect($0, shown)]
      })
  }

  /// Prints a commit on one line, with a note behind its author.
  func oneline(_ commit: SettingsCommit, _ note: String = "") {
    // What a commit without changes did is its cause.
    let summary =
      commit.events.isEmpty ? commit.reason?.escapedForTerminal ?? "" : Text.summary(commit)
    let facts = [
      Text.time(commit.time), commit.author.escapedForTerminal, note, Text.cause(commit), summary,
    ]
    line(
      ([style.strong(String(commit.revision.rawValue))] + facts.filter { !$0.isEmpty })
        .joined(separator: "  "))
  }

  /// Prints what became of a write.
  func outcome(_ outcome: CommitOutcome, of store: SettingsStore, json: Bool) throws {
    guard let commit = outcome.commit else {
      let head = try store.head.revision
      if json {
        line(.object(["revision": JSON(head), "unchanged": .bool(true)]))
      } else {
        line("unchanged at revision \(head)")
      }
      return
    }
    if json {
      let changes = try store.changes(in: [commit]).first ?? []
      line(JSON(commit, changes, Disclosure(try store.snapshot().state)))
    } else {
      line("revision \(commit.revision): \(Text.summary(commit))")
    }
  }
}
