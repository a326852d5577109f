import SettingsLedger

extension Verb {
  static let reset = Verb(
    name: "reset", operands: "KEY…", operandCount: 1...anyNumber,
    summary: "Takes the stored values of settings away, in one commit.",
    example: "settingsctl reset editor.fontSize\nrevision 3: reset editor.fontSize"
  ) { try $0.commit { draft, name in draft.reset(name) } }
}

extension Invocation {
  /// Records the same change of every setting among the operands, as one commit.
  func commit(_ change: (inout CommitDraft, SettingName) -> Void) throws -> ExitCode {
    let names = try names()
    let store = try storeForWriting()
    let outcome = try store.commit(reason: reason) { draft in
      for name in names { change(&draft, name) }
    }
    try output.outcome(outcome, of: store, json: isJSON)
    return .done
  }
}
