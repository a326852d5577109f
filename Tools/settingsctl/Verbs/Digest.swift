import SettingsLedger

extension Verb {
  static let digest = Verb(
    name: "digest", summary: "Prints the newest revision and the digest that stands for the log.",
    details: "Keep it elsewhere: a log that was cut or rewritten no longer has it.",
    example:
      "settingsctl digest\n2:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  ) { invocation in
    let head = try invocation.storeForReading().head
    if invocation.isJSON {
      invocation.output.line(
        .object([
          "digest": .string(head.digest.description), "revision": JSON(head.revision),
        ]))
    } else {
      invocation.output.line("\(head.revision):\(head.digest)")
    }
    return .done
  }
}
