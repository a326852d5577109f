import Foundation
import SettingsLedger

extension Verb {
  static let importing = Verb(
    name: "import", operands: "FILE|-", operandCount: 1...1,
    summary: "Brings in the settings of a file, as one commit of what differs.",
    details: """
      FILE is a property list (XML, binary or OpenStep), a JSON object, or the whole log of another
      store as `export --format ndjson` writes it, which goes into a store without commits only. The
      format is guessed from the content. Values that an export masked are left alone.
      """,
    options: [
      .format, .prefix,
      Option("prune", nil, "reset settings (with the prefix) that FILE does not have"),
      .dryRun,
    ],
    example: "settingsctl import preferences.plist\n"
      + "revision 1: set editor.fontSize, set editor.theme and 38 more"
  ) { invocation in
    let path = invocation.operands[0]
    let bytes = try Input.bytes(path)
    let format = try FileFormat(invocation) ?? FileFormat(guessing: [UInt8](bytes))
    guard format != .ndjson else { return try invocation.importLog([UInt8](bytes), path) }
    let file = try SettingsFile(bytes, format, name: Input.name(path))
    return try invocation.importSettings(file, source: Input.name(path))
  }
}

extension Invocation {
  fileprivate func importSettings(_ file: SettingsFile, source: String) throws -> ExitCode {
    let isDry = has(.dryRun)
    let prunes = has(Option("prune", nil, ""))
    let prefix = self[.prefix] ?? ""
    var values = file.values.filter { $0.key.hasPrefix(prefix) }
    let store = isDry ? try storeForReading() : try storeToMakeOrWrite()
    let before = try store.snapshot().state
    var expected: Revision?
    if prunes {
      // Exports leave secrets out, so that their absence says nothing. Their values are taken over
      // from the state that is expected to be still there.
      for name in file.masked + before.secretNames(prefix: prefix)
      where values[name] == nil && name.hasPrefix(prefix) {
        values[name] = before[name]
        expected = before.revision
      }
    }
    let after = before.importing(values, pruning: prunes ? prefix : nil)
    if isDry {
      try output.differences(
        from: before, to: after, prefix: "", Disclosure(before), json: isJSON)
      return .done
    }
    var outcome = CommitOutcome.unchanged(at: before.revision)
    // An import is recorded even when it changes nothing; here that would only be noise.
    if !before.differences(to: after).isEmpty {
      outcome = try store.importSettings(
        values, source: source, pruning: prunes ? prefix : nil, reason: reason, expecting: expected)
    }
    try output.outcome(outcome, of: store, json: isJSON)
    return .done
  }

  fileprivate func importLog(_ bytes: [UInt8], _ path: String) throws -> ExitCode {
    for option in [.prefix, Option("prune", nil, ""), .dryRun]
    where has(option) {
      throw ToolError.usage("--\(option.name) has no meaning for a whole log (ndjson).")
    }
    let progress = Progress("import")
    defer { progress.finish() }
    // Checked before the store is opened: a file with a mistake leaves no empty store behind.
    let log = try LogFileReader(bytes, file: Input.name(path)).log(progress)
    let store = try storeToMakeOrWrite()
    let head = try store.importLog(log)
    if isJSON {
      output.line(
        .object([
          "digest": .string(head.digest.description), "revision": JSON(head.revision),
        ]))
    } else {
      let dropped = min(try store.compactedRevision, head.revision)
      let commits = head.revision.rawValue - dropped.rawValue
      output.line(
        "imported \(Text.count(Int(clamping: commits), "commit")), digest \(head.revision):\(head.digest)"
      )
    }
    return .done
  }
}

extension SettingsState {
  /// The state after an import, which a fold of its events tells.
  fileprivate func importing(
    _ values: [SettingName: SettingValue], pruning prefix: String?
  ) -> SettingsState {
    var events = values.map { SettingsEvent($0, .set($1)) }
    if let prefix {
      events += names(prefix: prefix).filter { values[$0] == nil }.map { SettingsEvent($0, .reset) }
    }
    var after = self
    after.apply(
      SettingsCommit(
        revision: revision, time: Timestamp(microseconds: 0), author: "", origin: UUID(),
        events: events))
    return after
  }
}
