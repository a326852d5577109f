import SettingsLedger

extension Verb {
  static let get = Verb(
    name: "get", operands: "KEY", operandCount: 1...1, summary: "Prints the value of a setting.",
    details: """
      A text is printed as it is, everything else as JSON. An unset KEY prints nothing and exits
      with 1, unless --default gives a value. The value of a secret is printed: you asked for it.
      """,
    options: [
      .at, Option("default", "V", "print V when the setting is unset"),
    ],
    example: "settingsctl get editor.fontSize\n14.0"
  ) { invocation in
    let name = try invocation.name(0)
    let store = try invocation.storeForReading()
    let state = try invocation.state(.at, in: store)
    let entry = state.entry(of: name)
    var revision = entry?.valueSide.revision
    var shown = ShownValue.showing(
      entry?.value, isRedacted: entry?.isRedacted ?? false, isSecret: false)
    if shown == nil, let text = invocation[Option("default", "V", "")] {
      revision = nil
      shown = .value(
        try ValueText(typed: text).value(for: name, type: nil, stored: nil))
    }
    guard let shown else {
      throw ToolError(.negative, "unset", "\(Text.name(name)) is not set.")
    }
    guard shown != .redacted else {
      throw ToolError(
        .negative, "redacted", "The value of \(Text.name(name)) was erased from the log.")
    }
    if invocation.isJSON {
      invocation.output.line(
        .object(present: [
          "key": .string(name.text), "revision": revision.map { JSON($0) }, "value": JSON(shown),
        ]))
    } else if case .value(.string(let text)) = shown {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let isSafe = !invocation.output.isTerminal
      invocation.output.line(
        isSafe ? text : lines.map { String($0).escapedForTerminal }.joined(separator: "\n"))
    } else {
      invocation.output.line(Text.full(shown))
    }
    return .done
  }
}
