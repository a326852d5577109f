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
            "author": commit.map { .string($0.author) }, "key": .string(line.name.text),
            "reason": commit?.reason.map { .string($0) }, "revision": JSON(line.revision),
            "time": commit.map { JSON($0.time) },
            "value": shown.value(of: line.name, in: state).map { JSON($0) },
          ]))
        try invocation.output.flushIfLarge()
      }
      return .done
    }
    invocation.output.table(
      lines.map { line in
        let setting = [
          Text.name(line.name), Text.short(shown.value(of: line.name, in: state)),
          String(line.revision.rawValue),
        ]
        guard let commit = line.commit else { return setting + ["(compacted)"] }
        let notes = [Text.cause(commit), commit.reason?.escapedForTerminal ?? ""]
        return setting + [Text.time(commit.time), commit.author.escapedForTerminal]
          + notes.filter { !$0.isEmpty }
      })
    return .done
  }
}
