import SettingsLedger

extension Verb {
  static let hide = Verb(
    name: "hide", operands: "KEY…", operandCount: 1...anyNumber,
    summary: "Hides settings, in one commit; their values stay.",
    example: "settingsctl hide beta.flag\nrevision 4: hide beta.flag"
  ) { try $0.commit { draft, name in draft.hide(name) } }

  static let unhide = Verb(
    name: "unhide", operands: "KEY…", operandCount: 1...anyNumber,
    summary: "Shows hidden settings again, in one commit.",
    example: "settingsctl unhide beta.flag\nrevision 5: unhide beta.flag"
  ) { try $0.commit { draft, name in draft.unhide(name) } }
}
