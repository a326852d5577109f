import SettingsLedger

extension Verb {
  static let blame = Verb(
    name: "blame", summary: "Prints for each setting who changed it last, when and why.",
    options: [.prefix],
    example: "settingsctl blame --prefix editor.\n"
      + "editor.fontSize  14.0  2  2026-11-30 07:13:34Z  alice  Too small"
  ) { invocation in
    let store = try invocation.storeForReading()
    let state = try store.snapshot().state
    let shown = Disclosure(state)
    let lines = try store.blame(prefix: invocation[.prefix] ?? "")
    if invocation.isJSON {
      for line in lines {
        let commit = line.commit
        invocation.output.line(
          .object(present: [
            "author": .string(commit.author), "key": .string(line.name.text),
            "reason": commit.reason.map { .string($0) }, "revision": JSON(commit.revision),
            "time": JSON(commit.time),
            "value": shown.value(of: line.name, in: state).map { JSON($0) },
          ]))
        try invocation.output.flushIfLarge()
      }
      return .done
    }
    invocation.output.table(
      lines.map { line in
        let commit = line.commit
        let notes = [Text.cause(commit), commit.reason?.escapedForTerminal ?? ""]
        return [
          Text.name(line.name), Text.short(shown.value(of: line.name, in: state)),
          String(commit.revision.rawValue), Text.time(commit.time),
          commit.author.escapedForTerminal,
        ] + notes.filter { !$0.isEmpty }
      })
    return .done
  }
}
