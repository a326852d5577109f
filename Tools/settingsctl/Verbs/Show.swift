import SettingsLedger

extension Verb {
  static let show = Verb(
    name: "show", operands: "REV", operandCount: 1...1, summary: "Prints one commit.",
    details: "REV may be any POINT.",
    example: """
      settingsctl show 2
      revision 2  2026-11-30 07:13:34Z  alice
          Too small
        set  editor.fontSize  13.0 → 14.0
      """
  ) { invocation in
    let store = try invocation.storeForReading()
    let revision = try Point.revision(invocation.operands[0], in: store)
    let commit = try store.commit(at: revision)
    let changes = try store.changes(in: [commit]).first ?? []
    let shown = Disclosure(try store.snapshot().state)
    if invocation.isJSON {
      invocation.output.line(JSON(commit, changes, shown))
    } else {
      invocation.output.commit(commit, changes, shown)
    }
    return .done
  }
}
