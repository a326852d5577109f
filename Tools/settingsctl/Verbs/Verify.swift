import SettingsLedger

extension Verb {
  static let verify = Verb(
    name: "verify", summary: "Checks every byte of the log and everything derived from it.",
    details: """
      Exits with 5 and names the first bad revision when something is wrong. Lists what was erased from
      the log, by whom and why. With --digest it checks too that the log of now goes on from what
      `digest` printed then: only that finds a log that was rewritten or cut as a whole.
      """,
    options: [.digest],
    example: """
      settingsctl verify --digest 2:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
      ok: 3 commits, digest 3:5e88a2…, which goes on from revision 2
      """
  ) { invocation in
    let anchor = try invocation[.digest].map { try LogHead(anchor: $0) }
    return try invocation.guarded {
      try invocation.verify(extending: anchor)
    } crashed: { problem in
      try invocation.verifyFailed(problem, at: nil)
    }
  }
}

extension Option {
  fileprivate static let digest = Option(
    "digest", "REV:HEX", "the log must go on from what `digest` printed then")
}

extension LogHead {
  fileprivate init(anchor text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let revision = UInt64(parts[0]),
      let digest = Digest(hexadecimal: String(parts[1]))
    else {
      throw ToolError.usage(
        "--digest takes what `settingsctl digest` prints: a revision, a colon and 64 hexadecimal digits."
      )
    }
    self.init(revision: Revision(rawValue: revision), digest: digest)
  }
}

extension Invocation {
  fileprivate func verify(extending anchor: LogHead?) throws -> ExitCode {
    do {
      let store = try storeForReading()
      let progress = Progress("verify")
      let report = try store.verify(extending: anchor) { progress.show($0, of: $1) }
      progress.finish()
      let head = report.head
      // Dropped meanwhile: more than what was verified, at worst.
      let dropped = min(try store.compactedRevision, head.revision)
      let commits = head.revision.rawValue - dropped.rawValue
      if isJSON {
        output.line(
          .object([
            "commits": .integer(Int64(clamping: commits)),
            "digest": .string(head.digest.description),
            "ok": .bool(true), "redacted": .array(report.redactions.map { JSON($0) }),
            "revision": JSON(head.revision),
          ]))
      } else {
        let redacted = report.redacted.isEmpty ? "" : ", \(report.redacted.count) redacted"
        let since = anchor.map { ", which goes on from revision \($0.revision)" } ?? ""
        output.line(
          "ok: \(Text.count(Int(clamping: commits), "commit"))\(redacted), digest \(head.revision):\(head.digest)\(since)"
        )
        for redaction in report.redactions { output.line("redacted: \(Text.full(redaction))") }
      }
      return .done
    } catch let error as SettingsError where [.verifyFailed, .damaged].contains(error.code) {
      return try verifyFailed(error.message, at: error.revision)
    }
  }

  fileprivate func verifyFailed(_ problem: String, at revision: Revision?) throws -> ExitCode {
    guard isJSON else { throw ToolError(.verifyFailed, "verifyFailed", problem) }
    output.line(
      .object(present: [
        "ok": .bool(false), "problem": .string(problem), "revision": revision.map { JSON($0) },
      ]))
    return .verifyFailed
  }
}

extension JSON {
  fileprivate init(_ redaction: RecordedRedaction) {
    self = .object(present: [
      "author": .string(redaction.author),
      "names": .array(redaction.names.map { .string($0.text) }),
      "reason": redaction.reason.map { .string($0) }, "redaction": JSON(redaction.redaction),
      "revision": JSON(redaction.revision), "time": JSON(redaction.time),
    ])
  }
}

extension Text {
  fileprivate static func full(_ redaction: RecordedRedaction) -> String {
    let names = redaction.names.map(name).joined(separator: ", ")
    let reason = redaction.reason.map { ": \($0.escapedForTerminal)" } ?? ""
    return "revision \(redaction.revision): \(names), by \(redaction.author.escapedForTerminal) in "
      + "revision \(redaction.redaction), \(time(redaction.time))\(reason)"
  }
}
