import SettingsLedger

extension Verb {
  static let doctor = Verb(
    name: "doctor", summary: "Looks for what may become a problem.",
    details: """
      Tells readers, map, permissions, format, how far the checkpoints lag behind, and how often the
      clock did not advance between two commits; and checks the log as `verify` does. Exits with 1 when
      something should be looked at.
      """,
    example: "settingsctl doctor"
  ) { invocation in
    try invocation.guarded(invocation.examine) { throw ToolError(.store, "damaged", $0) }
  }
}

extension Invocation {
  fileprivate func examine() throws -> ExitCode {
    let store = try storeForReading()
    let health = try store.health()
    let warnings = try [store.damage()].compactMap(\.self) + health.warnings
    let lag = health.checkpointLag.map { ($0.key, JSON.integer(Int64(clamping: $0.value))) }
    let facts: [(String, JSON)] = [
      ("checkpointLag", .object(Dictionary(lag.map { (.init($0), $1) }) { first, _ in first })),
      ("clockAnomalies", .integer(Int64(health.clockAnomalies))),
      ("directoryMode", .string(octal(health.directoryPermissions))),
      ("fileMode", .string(octal(health.filePermissions))),
      ("formatVersion", .integer(Int64(health.formatVersion))),
      ("mapBytes", .integer(Int64(health.mapBytes))),
      ("maximumReaders", .integer(Int64(health.maximumReaders))),
      ("readers", .integer(Int64(health.readers))),
      ("usedBytes", .integer(Int64(health.usedBytes))),
    ]
    if isJSON {
      output.facts(facts + [("warnings", .array(warnings.map { .string($0) }))], json: true)
    } else {
      output.facts(facts, json: false)
      for warning in warnings { output.line("warning: \(warning.escapedForTerminal)") }
      if warnings.isEmpty { output.line("nothing to worry about; the log verifies") }
    }
    return warnings.isEmpty ? .done : .negative
  }

  private func octal(_ mode: Int) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension SettingsStore {
  /// What is wrong with the log, or with what was saved of it; nil when nothing is.
  fileprivate func damage() throws -> String? {
    let progress = Progress("doctor")
    defer { progress.finish() }
    do throws(SettingsError) {
      try verify { progress.show($0, of: $1) }
      return nil
    } catch {
      guard [.verifyFailed, .damaged].contains(error.code) else { throw error }
      return error.message
    }
  }
}
