import SettingsLedger

extension Verb {
  static let watch = Verb(
    name: "watch", operands: "[KEY…]", operandCount: 0...Verb.anyNumber,
    summary: "Prints each change as it is made, by whatever process.",
    details: """
      Without KEY and --prefix all settings are watched. --after REV begins with the changes after that
      revision; without, with the next. Ends with exit 0 on an interrupt, on SIGTERM, and when the reader
      of its output is gone.
      """,
    options: [.prefix, Option("after", "REV", "begin with the changes after REV")],
    example: """
      settingsctl watch editor.fontSize
      8  2026-11-30 07:13:34Z  alice  editor.fontSize  13.0 → 14.0  Too small
      """
  ) { invocation in
    let watch = Watch(
      store: try invocation.storeForReading(), names: try invocation.names(),
      prefix: invocation[.prefix], isJSON: invocation.isJSON)
    let after = try invocation[Option("after", nil, "")].map { text in
      guard let number = UInt64(text) else {
        throw ToolError.usage(
          "--after takes the number of a revision, and not `\(text.escapedForTerminal)`.")
      }
      return Revision(rawValue: number)
    }
    try watch.run(after: after)
    return .done
  }
}

/// A watch while it runs: the changes come on a task, and the process waits for its end.
private struct Watch: Sendable {
  let store: SettingsStore
  let names: [SettingName]
  let prefix: String?
  let isJSON: Bool

  func run(after revision: Revision?) throws {
    try Foreground.run(endsWithReader: true) { try await follow(after: revision) }
  }

  private func follow(after revision: Revision?) async throws {
    let output = Output()
    for try await change in store.changes(after: revision) where isWatched(change.name) {
      // What is secret is decided now: a name may have been marked after the change.
      let shown = Disclosure(try store.snapshot().state)
      output.line(isJSON ? JSON(change, shown).text : text(change, shown))
      try output.flush()
    }
  }

  private func isWatched(_ name: SettingName) -> Bool {
    if names.isEmpty && prefix == nil { return true }
    return names.contains(name) || prefix.map(name.hasPrefix) ?? false
  }

  private func text(_ change: SettingChange, _ shown: Disclosure) -> String {
    let commit = change.commit
    let notes = [Text.cause(commit), commit.reason?.escapedForTerminal ?? ""]
    let columns = [
      String(commit.revision.rawValue), Text.time(commit.time), commit.author.escapedForTerminal,
      Text.name(change.name), Text.effect(change, shown),
    ]
    return (columns + notes.filter { !$0.isEmpty }).joined(separator: "  ")
  }
}
