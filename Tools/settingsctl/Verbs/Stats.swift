import Foundation
import SettingsLedger

extension Verb {
  static let stats = Verb(
    name: "stats", summary: "Prints how large the store is.",
    example: "settingsctl stats --json"
  ) { invocation in
    let statistics = try invocation.storeForReading().statistics()
    let facts: [(String, JSON)] = [
      ("bytes", .integer(Int64(statistics.fileBytes))),
      (
        "commits",
        .integer(
          Int64(statistics.head.revision.rawValue - statistics.compactedRevision.rawValue))
      ),
      ("compactedRevision", JSON(statistics.compactedRevision)),
      ("digest", .string(statistics.head.digest.description)),
      ("events", .integer(Int64(statistics.events))),
      ("formatVersion", .integer(Int64(statistics.formatVersion))),
      ("freePages", .integer(Int64(statistics.freePages))),
      ("head", JSON(statistics.head.revision)),
      ("hidden", .integer(Int64(statistics.hidden))),
      ("keys", .integer(Int64(statistics.keys))),
      ("origin", .string(statistics.origin.uuidString.lowercased())),
    ]
    invocation.output.facts(facts, json: invocation.isJSON)
    return .done
  }
}

extension Output {
  /// Prints named facts: one object, or one line for each.
  func facts(_ facts: [(String, JSON)], json: Bool) {
    if json {
      line(.object(Dictionary(facts.map { (.init($0), $1) }) { first, _ in first }))
    } else {
      table(facts.map { ["\($0):", $1.stringValue ?? $1.text] })
    }
  }
}
