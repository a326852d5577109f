import Foundation
import SettingsLedger

extension Verb {
  static let set = Verb(
    name: "set", operands: "KEY VALUE [KEY VALUE…]", operandCount: 1...anyNumber,
    summary: "Sets settings, in one commit.",
    details: """
      VALUE takes the type of the stored value. For an unset KEY it is read as JSON when it is JSON,
      else as text; --type says otherwise. `-` reads the value from standard input, `@FILE` from a
      file; `@@` stands for a first `@`. `-5` is a value; `--` ends the options. Setting the stored
      value again records nothing. The last KEY may go without VALUE when it is a secret: then the
      value is asked for at the terminal, and not shown.

      With --confirm-within 30s the change is taken back unless `settingsctl confirm` is called in time,
      from wherever. The command stays until then; an interrupt takes the change back at once.
      """,
    options: [
      Option(
        "type", ValueType.allCases.map(\.rawValue).joined(separator: "|"), "the type of the values"),
      Option("secret", nil, "mark the settings secret, in the same commit"), .expecting,
      .confirmWithin,
    ],
    example: "settingsctl --reason 'Too small' set editor.fontSize 14\nrevision 2: Too small: "
      + "set editor.fontSize"
  ) { invocation in
    let assignments = try Assignments(invocation)
    let waiting = try invocation.waiting()
    if !FileManager.default.fileExists(atPath: try invocation.path()) {
      // What cannot be set should not leave an empty store behind.
      try assignments.checkForNewStore()
    }
    let store = try invocation.storeToMakeOrWrite()
    let texts = try assignments.complete { name in
      try assignments.isSecret || store.snapshot().state.isSecret(name)
    }
    let (reason, expected) = (invocation.reason, try invocation.expecting())
    let write: @Sendable (inout CommitDraft) throws -> Void = { draft in
      try assignments.write(texts, to: &draft)
    }
    if let waiting {
      return try waiting(store).run { limit in
        try await store.commit(
          confirmWithin: limit, reason: reason, expecting: expected, write)
      }
    }
    let outcome = try store.commit(reason: reason, expecting: expected, write)
    try invocation.output.outcome(outcome, of: store, json: invocation.isJSON)
    return .done
  }
}

extension Option {
  fileprivate static let confirmWithin = Option(
    "confirm-within", "TIME", "take it back unless it is confirmed in time: 30s, 5m")
}

extension Invocation {
  /// What waits for a confirmation, once the store is open; nil when nothing is to wait.
  fileprivate func waiting() throws -> ((SettingsStore) -> Waiting)? {
    guard let text = self[.confirmWithin] else { return nil }
    guard let limit = Point.age(text), limit > .zero else {
      throw ToolError.usage(
        "--confirm-within takes a time such as 30s or 5m, and not `\(text.escapedForTerminal)`.")
    }
    let (path, isJSON) = (try path(), isJSON)
    return {
      Waiting(store: $0, path: path, limit: limit, limitText: text, isJSON: isJSON)
    }
  }
}

/// The operands of `set`.
private struct Assignments: Sendable {
  let type: ValueType?
  let isSecret: Bool
  private let pairs: [(SettingName, ValueText?)]

  init(_ invocation: Invocation) throws {
    isSecret = invocation.has(Option("secret", nil, ""))
    if let word = invocation.arguments[Option("type", "", "")] {
      guard let known = ValueType(rawValue: word) else {
        let words = ValueType.allCases.map(\.rawValue)
        throw ToolError.usage(
          "--type is one of \(words.joined(separator: ", "))."
            + Suggestion.sentence(word, among: words))
      }
      type = known
    } else {
      type = nil
    }
    let operands = invocation.operands
    guard stride(from: 1, to: operands.count, by: 2).count(where: { operands[$0] == "-" }) < 2
    else {
      throw ToolError.usage("Standard input can be the value of one setting only.")
    }
    var pairs: [(SettingName, ValueText?)] = []
    for index in stride(from: 0, to: operands.count, by: 2) {
      let name = try invocation.name(index)
      guard !pairs.contains(where: { $0.0 == name }) else {
        throw ToolError.usage("\(Text.name(name)) is set twice.")
      }
      pairs.append((name, index + 1 < operands.count ? try ValueText(operands[index + 1]) : nil))
    }
    self.pairs = pairs
  }

  func write(_ texts: [(SettingName, ValueText)], to draft: inout CommitDraft) throws {
    for (name, text) in texts {
      if isSecret { draft.markSecret(name) }
      draft.set(name, to: try text.value(for: name, type: type, stored: draft[name]?.kind))
    }
  }

  /// Throws what setting the values would throw where nothing is stored.
  func checkForNewStore() throws {
    for (name, text) in pairs {
      if let text { _ = try text.value(for: name, type: type, stored: nil).encoded() }
    }
  }

  /// Asks for the value that is missing if its setting is a secret.
  func complete(
    _ isSecret: (SettingName) throws -> Bool
  ) throws -> [(SettingName, ValueText)] {
    try pairs.map { name, text in
      if let text { return (name, text) }
      guard try isSecret(name) else {
        // The last operand is not repeated: it may be a value, and secret.
        throw ToolError.usage(
          "The last KEY has no VALUE; only that of a secret is asked for. Write `set KEY VALUE`, without =."
        )
      }
      return (name, try HiddenPrompt.value(of: name))
    }
  }
}
