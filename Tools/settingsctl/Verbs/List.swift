import SettingsLedger

extension Verb {
  static let list = Verb(
    name: "list", summary: "Prints all settings that have a value.",
    details: "--hidden prints the hidden settings instead, whether they have a value or not.",
    options: [.prefix, .at, Option("hidden", nil, "the hidden settings"), .reveal],
    example: "settingsctl list --prefix editor.\neditor.fontSize = 14.0"
  ) { invocation in
    let store = try invocation.storeForReading()
    let shown = Disclosure(try store.snapshot().state, reveals: invocation.has(.reveal))
    let state = try invocation.state(.at, in: store)
    let prefix = invocation[.prefix] ?? ""
    let isHiddenOnly = invocation.has(Option("hidden", nil, ""))
    let entries = state.entries
      .filter {
        isHiddenOnly ? $0.isHidden : $0.value != nil || $0.isRedacted
      }
      .filter { $0.name.hasPrefix(prefix) }
      .sorted { $0.name < $1.name }
    let output = invocation.output
    if invocation.isJSON {
      for entry in entries {
        output.line(
          .object(present: [
            "hidden": .bool(entry.isHidden), "key": .string(entry.name.text),
            "revision": JSON(entry.value == nil ? entry.lastRevision : entry.valueSide.revision),
            "value": shown.value(of: entry.name, in: state).map { JSON($0) },
          ]))
        try output.flushIfLarge()
      }
      return .done
    }
    let width = output.isTerminal ? entries.map(\.name.text.count).max() ?? 0 : 0
    for entry in entries {
      let name = Text.name(entry.name)
      let padding = String(repeating: " ", count: max(0, width - name.count))
      let value = Text.full(shown.value(of: entry.name, in: state))
      let mark = entry.isHidden ? output.style.faint("  (hidden)") : ""
      output.line("\(output.style.strong(name))\(padding) = \(value)\(mark)")
      try output.flushIfLarge()
    }
    return .done
  }
}
