import SettingsLedger

extension Verb {
  static let apply = Verb(
    name: "apply", operands: "FILE|-", operandCount: 1...1,
    summary: "Makes the changes that a file lists, as one commit.",
    details: """
      The file has one JSON object a line: {"set":KEY,"value":V}, {"reset":KEY}, {"hide":KEY} or
      {"unhide":KEY}. One line that is wrong, and nothing is recorded.
      """,
    options: [.expecting],
    example: """
      echo '{"set":"editor.fontSize","value":15.0}' | settingsctl apply -
      revision 7: set editor.fontSize
      """
  ) { invocation in
    let path = invocation.operands[0]
    let changes = try Changes(try Input.bytes(path), file: Input.name(path)).list
    let store = try invocation.storeToMakeOrWrite()
    let outcome = try store.commit(
      reason: invocation.reason, source: Input.name(path), expecting: try invocation.expecting()
    ) { draft in
      for (name, kind) in changes {
        switch kind {
        case .set(let value): draft.set(name, to: value)
        case .hide: draft.hide(name)
        case .unhide: draft.unhide(name)
        default: draft.reset(name)
        }
      }
    }
    try invocation.output.outcome(outcome, of: store, json: invocation.isJSON)
    return .done
  }
}

/// The lines of a file for `apply`.
private struct Changes {
  private(set) var list: [(SettingName, SettingsEvent.Kind)] = []

  init(_ bytes: some Collection<UInt8>, file: String) throws {
    let lines = Array(bytes).split(separator: 10, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard !line.allSatisfy({ [9, 13, 32].contains($0) }) else { continue }
      let json = try JSONReader.read(line, file: file, line: index + 1)
      do {
        list.append(try Self.change(json))
      } catch {
        let inner = ToolError(error)
        throw ToolError(inner.exit, inner.code, "\(file): line \(index + 1): \(inner.message)")
      }
    }
  }

  private static func change(_ json: JSON) throws -> (SettingName, SettingsEvent.Kind) {
    guard case .object(let entries) = json else { throw form }
    var rest = entries
    func name(_ verb: SettingValue.DictionaryKey) throws -> SettingName? {
      guard let json = rest.removeValue(forKey: verb) else { return nil }
      guard let text = json.stringValue else { throw form }
      return try SettingName(text)
    }
    let change: (SettingName, SettingsEvent.Kind)
    if let name = try name("set") {
      guard let json = rest.removeValue(forKey: "value") else { throw form }
      let value = try ValueType.value(json, for: name)
      _ = try value.encoded()  // Here, where the line is known, and not when it is recorded.
      change = (name, .set(value))
    } else if let name = try name("reset") {
      change = (name, .reset)
    } else if let name = try name("hide") {
      change = (name, .hide)
    } else if let name = try name("unhide") {
      change = (name, .unhide)
    } else {
      throw form
    }
    guard rest.isEmpty else { throw form }
    return change
  }

  private static var form: ToolError {
    .malformed(
      "the line is not of the form {\"set\":KEY,\"value\":V}, {\"reset\":KEY}, {\"hide\":KEY} or "
        + "{\"unhide\":KEY}.")
  }
}
