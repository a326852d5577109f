import SettingsLedger

extension Verb {
  static let export = Verb(
    name: "export", summary: "Prints all settings, or the whole log, for another store.",
    details: """
      json (as without --format) and plist are the settings; ndjson is the whole log, one commit a
      line. The value of a secret is masked in JSON, left out of a property list, and makes ndjson
      refuse, unless --reveal is given.
      """,
    options: [.format, .at, .reveal],
    example: "settingsctl export --format plist > preferences.plist"
  ) { invocation in
    let format = try FileFormat(invocation) ?? .json
    let store = try invocation.storeForReading()
    let newest = try store.snapshot().state
    let shown = Disclosure(newest, reveals: invocation.has(.reveal))
    if format == .ndjson {
      try invocation.exportLog(of: store, newest, shown)
      return .done
    }
    let state = try invocation.state(.at, in: store)
    let settings = state.entries.map(\.name).sorted().compactMap { name in
      shown.value(of: name, in: state).map { (name, $0) }
    }
    let leftOut = format == .plist ? settings.count { !$0.1.isTold } : 0
    if leftOut > 0 {
      let values =
        leftOut == 1 ? "1 secret or erased value is" : "\(leftOut) secret or erased values are"
      Output.note("\(values) left out; --reveal tells secrets.")
    }
    invocation.output.write(try SettingsFile.bytes(of: settings, format))
    return .done
  }
}

extension ShownValue {
  fileprivate var isTold: Bool { if case .value = self { true } else { false } }
}

extension Invocation {
  fileprivate func exportLog(
    of store: SettingsStore, _ newest: SettingsState, _ shown: Disclosure
  ) throws {
    guard shown.reveals || newest.secretNames().isEmpty else {
      throw ToolError(
        .negative, "secretsMasked",
        "The records of the log hold the values of secrets; give --reveal to export them.")
    }
    let end = try point(.at, in: store) ?? store.head.revision
    try checkComplete(store, through: end)
    let baseline = try store.baseline()
    output.line(LogFileWriter.header(origin: store.origin, baseline))
    var writer = try LogFileWriter(shown, after: baseline)
    var reached = baseline?.floor.previous ?? .zero
    let progress = Progress("export")
    defer { progress.finish() }
    while reached < end {
      let limit = Int(min(256, end.rawValue - reached.rawValue))
      let records = try store.records(after: reached, limit: limit)
      guard let last = records.last else { return }
      for record in records {
        output.line(writer.line(record))
        try output.flushIfLarge()
      }
      reached = last.commit.revision
      progress.show(reached, of: end)
    }
    // Somebody may have erased or dropped something meanwhile.
    try checkComplete(store, through: end)
  }

  /// Throws when the log up to a revision verifies only with a later commit: one that erased a value of it,
  /// or the compaction that vouches for the state that it begins with.
  private func checkComplete(_ store: SettingsStore, through end: Revision) throws {
    var reached = end
    while case let commits = try store.commits(after: reached, limit: 256), let last = commits.last
    {
      for commit in commits {
        guard let (code, what) = Self.change(by: commit.cause, through: end) else { continue }
        throw ToolError(
          .negative, code,
          "Revision \(commit.revision) \(what), and without it the log up to revision \(end) does "
            + "not verify. Export the log up to there, or all of it.")
      }
      reached = last.revision
    }
  }

  private static func change(
    by cause: CommitCause, through end: Revision
  ) -> (code: String, what: String)? {
    switch cause {
    case .redact(let redactions) where redactions.contains { $0.revision <= end }:
      ("redacted", "erased a value of the log")
    case .compact(let compaction) where compaction.floor.previous <= end:
      ("compacted", "dropped older commits")
    default: nil
    }
  }
}
