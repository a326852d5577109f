import SettingsLedger

extension Verb {
  static let secret = Verb(
    name: "secret", operands: "KEY…", operandCount: 1...anyNumber,
    summary: "Marks settings secret, in one commit.",
    details: "Every value of a secret, older ones too, is masked wherever values are printed.",
    options: [Option("off", nil, "print the values again")],
    example: "settingsctl secret sync.token\nrevision 6: markSecret sync.token"
  ) { invocation in
    let isOff = invocation.has(Option("off", nil, ""))
    return try invocation.commit { draft, name in
      if isOff { draft.unmarkSecret(name) } else { draft.markSecret(name) }
    }
  }
}
