import SettingsLedger

extension Verb {
  static let verify = Verb(
    name: "verify", summary: "Checks every byte of the log and everything derived from it.",
    details: "Exits with 5 and names the first bad revision when something is wrong.",
    example: "settingsctl verify\nok: 2 commits, digest 2:9f86d0…"
  ) { invocation in
    let output = invocation.output
    do {
      let store = try invocation.storeForReading()
      let progress = Progress("verify")
      let report = try store.verify { progress.show($0, of: $1) }
      progress.finish()
      let head = report.head
      if invocation.isJSON {
        output.line(
          .object([
            "commits": JSON(head.revision), "digest": .string(head.digest.description),
            "ok": .bool(true), "redacted": .array(report.redacted.map { JSON($0) }),
            "revision": JSON(head.revision),
          ]))
      } else {
        let redacted = report.redacted.isEmpty ? "" : ", \(report.redacted.count) redacted"
        output.line(
          "ok: \(head.revision) commits\(redacted), digest \(head.revision):\(head.digest)")
      }
      return .done
    } catch let error as SettingsError where [.verifyFailed, .damaged].contains(error.code) {
      guard invocation.isJSON else {
        throw ToolError(.verifyFailed, "verifyFailed", error.message)
      }
      output.line(
        .object(present: [
          "ok": .bool(false), "problem": .string(error.message),
          "revision": error.revision.map { JSON($0) },
        ]))
      return .verifyFailed
    }
  }
}
