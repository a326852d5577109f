import SettingsLedger

extension Verb {
  static let redact = Verb(
    name: "redact", operands: "REV KEY", operandCount: 2...2,
    summary: "Erases a value of the past from the log, which still verifies.",
    details: """
      The commit of REV stays, with its author, reason and the names; the value that it gave to KEY is
      gone, also from exports and backups made from now on. Other commits that keep the same value are
      told; --everywhere takes them too. A value that KEY still has is exit 4: change or reset it first.
      """,
    options: [.everywhere, .dryRun],
    example: """
      settingsctl --reason Leaked redact 5 api.token
      revision 9: Leaked: erased api.token from revision 5
      """
  ) { invocation in
    let name = try invocation.name(1)
    let isDry = invocation.has(.dryRun)
    let everywhere = invocation.has(.everywhere)
    let store = isDry ? try invocation.storeForReading() : try invocation.storeForWriting()
    let revision = try Point.revision(invocation.operands[0], in: store)
    let outcome =
      isDry
      ? try store.redactionPreview(revision, name, everywhere: everywhere)
      : try store.redact(revision, name, everywhere: everywhere, reason: invocation.reason)
    try invocation.output.redacted(outcome, name, of: store, json: invocation.isJSON)
    return .done
  }
}

extension Option {
  fileprivate static let everywhere = Option(
    "everywhere", nil, "erase the same value from every other commit that gave it to KEY")
}

extension Output {
  fileprivate func redacted(
    _ outcome: RedactionOutcome, _ name: SettingName, of store: SettingsStore, json: Bool
  ) throws {
    let erased = outcome.redactions.map(\.revision)
    if json {
      var entries: [SettingValue.DictionaryKey: JSON] = [
        "erased": .array(erased.map { JSON($0) }),
        "remaining": .array(outcome.remaining.map { JSON($0) }),
      ]
      if let commit = outcome.commit {
        let shown = Disclosure(try store.snapshot().state)
        if case .object(let facts) = JSON(commit, [], shown) { entries.merge(facts) { $1 } }
      }
      return line(.object(entries))
    }
    let reason = outcome.commit?.reason.map { "\($0.escapedForTerminal): " } ?? ""
    let start = outcome.commit.map { "revision \($0.revision): \(reason)erased" } ?? "would erase"
    line("\(start) \(Text.name(name)) from \(Text.revisions(erased))")
    if !outcome.remaining.isEmpty {
      line(
        "the same value stays in \(Text.revisions(outcome.remaining)); --everywhere takes it too")
    }
  }
}

extension Text {
  /// `revision 5`, or `revisions 5, 7 and 9`.
  static func revisions(_ revisions: [Revision]) -> String {
    let words = revisions.map { String($0.rawValue) }
    guard words.count > 1 else { return "revision \(words.first ?? "0")" }
    return "revisions \(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])"
  }
}
