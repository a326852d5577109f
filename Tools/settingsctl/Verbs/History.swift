import SettingsLedger

extension Verb {
  static let history = Verb(
    name: "history", operands: "KEY", operandCount: 1...1,
    summary: "Prints every change of one setting, the oldest first.",
    example: """
      settingsctl history editor.fontSize
      1  2026-11-30 07:13:30Z  alice  13.0
      2  2026-11-30 07:13:34Z  alice  13.0 → 14.0  Too small
      """
  ) { invocation in
    let name = try invocation.name(0)
    let store = try invocation.storeForReading()
    let changes = try store.history(of: name)
    guard !changes.isEmpty else {
      let floor = try store.compactedRevision
      // What was dropped may have held changes; nobody can say never.
      let since =
        floor == .zero
        ? "was never set or hidden"
        : "has no change after revision \(floor), and what was before is compacted away"
      throw ToolError(.negative, "unset", "\(Text.name(name)) \(since).")
    }
    let shown = Disclosure(try store.snapshot().state)
    if invocation.isJSON {
      for change in changes {
        invocation.output.line(JSON(change, shown))
        try invocation.output.flushIfLarge()
      }
      return .done
    }
    invocation.output.table(
      changes.map { change in
        let commit = change.commit
        let notes = [Text.cause(commit), commit.reason?.escapedForTerminal ?? ""]
        return [
          String(commit.revision.rawValue), Text.time(commit.time),
          commit.author.escapedForTerminal, Text.effect(change, shown),
        ] + notes.filter { !$0.isEmpty }
      })
    return .done
  }
}
