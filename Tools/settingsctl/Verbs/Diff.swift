import SettingsLedger

extension Verb {
  static let diff = Verb(
    name: "diff", operands: "POINT [POINT]", operandCount: 1...2,
    summary: "Prints what differs between two places in history, or one and now.",
    options: [.prefix],
    example: "settingsctl diff HEAD~1\n~ editor.fontSize  13.0 → 14.0"
  ) { invocation in
    let store = try invocation.storeForReading()
    let points = try invocation.operands.map { try Point.revision($0, in: store) }
    let newest = try store.snapshot().state
    let states = try points.map { try store.snapshot(at: .revision($0)).state }
    try invocation.output.differences(
      from: states[0], to: states.count > 1 ? states[1] : newest,
      prefix: invocation[.prefix] ?? "", Disclosure(newest), json: invocation.isJSON)
    return .done
  }
}

extension Output {
  /// Prints what differs between two states.
  func differences(
    from old: SettingsState, to new: SettingsState, prefix: String, _ shown: Disclosure,
    json: Bool
  ) throws {
    var rows: [[String]] = []
    for difference in old.differences(to: new, prefix: prefix) {
      let name = difference.name
      let was = shown.value(of: name, in: old)
      let now = shown.value(of: name, in: new)
      if difference.valueDiffers {
        if json {
          line(
            .object(present: [
              "key": .string(name.text), "new": now.map { JSON($0) },
              "old": was.map { JSON($0) },
            ]))
        } else {
          let (mark, effect) =
            was == nil
            ? (style.added("+"), Text.short(now))
            : now == nil
              ? (style.removed("-"), Text.short(was))
              : (style.changed("~"), "\(Text.short(was)) → \(Text.short(now))")
          rows.append(["\(mark) \(Text.name(name))", effect])
        }
      }
      if difference.visibilityDiffers {
        if json {
          let hidden = JSON.object([
            "new": .bool(difference.isHidden), "old": .bool(difference.wasHidden),
          ])
          line(.object(["hidden": hidden, "key": .string(name.text)]))
        } else {
          let effect = difference.isHidden ? "hidden" : "shown again"
          rows.append(["\(style.changed("~")) \(Text.name(name))", effect])
        }
      }
      try flushIfLarge()
    }
    table(rows)
  }
}
