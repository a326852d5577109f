import Foundation

extension Differ {
  /// Runs the operations, and compares each answer and what is stored in the end.
  ///
  /// The path of a difference is `.ops.` and the operation's name, or `.opsStore.` and the key; its context
  /// is the operation, with `removed` when nil was stored for its setting before, and `keyless` when it has
  /// no setting.
  mutating func compareOperations() {
    guard !entry.operations.isEmpty, case .list(let expected) = entry.answer["opsResults"] else {
      return
    }
    do {
      let (answers, stored) = try Operations(entry, bundle).run()
      var past = Past(unknown: keysInPlatformOrder)
      for (operation, pair) in zip(entry.operations, zip(expected, answers)) {
        let (expected, answer) = pair
        past.note(operation, answer.key, threw: expected.isException)
        guard !past.isUnknown(answer.key) else { continue }
        compare(
          expected, answer.json, path: ".ops.\(operation["op"].text ?? "")",
          context: past.context(operation, answer.key))
      }
      let kept = entry.answer["opsStore"].object
      guard !past.isCutOff else { return }
      for key in Set(kept.keys).union(stored.object.keys).sorted() where !past.isUnknown(key) {
        compare(
          kept[key] ?? .null, stored[key], path: ".opsStore.\(key)",
          context: past.context(.object([:]), key))
      }
    } catch {
      add(.null, .string("\(error)"), ".ops", .null)
    }
  }
}

extension Differ {
  /// The settings whose values the original shows in an order that depends on the platform.
  fileprivate var keysInPlatformOrder: Set<String> {
    let rows = entry.answer["sections"].array.flatMap { [$0["header"]] + $0["rows"].array }
    return rows.reduce(into: []) { keys, row in
      let reasons = row["_pd"].array.compactMap(\.text)
      if let key = row["key"].text, reasons.contains(where: { $0.hasPrefix("sort") }) {
        keys.insert(key)
      }
    }
  }
}

/// What earlier operations did to settings.
private struct Past {
  private var removed: Set<String> = []
  /// Settings that are not compared any more.
  private var unknown: Set<String>
  /// Whether the original threw before it had stored all defaults.
  private(set) var isCutOff = false

  init(unknown: Set<String>) { self.unknown = unknown }

  mutating func note(_ operation: JSON, _ key: String?, threw: Bool) {
    if threw, operation["op"] == "applyDefaults" { isCutOff = true }
    guard let key, let name = operation["op"].text, !name.hasPrefix("get") else { return }
    // What the original stores after it threw half-way is nothing to match.
    if threw { unknown.insert(key) }
    guard name.hasPrefix("set"), operation["item"] == .null, !operation["add"].isTrue else {
      return
    }
    if operation["value"] == .null { removed.insert(key) } else { removed.remove(key) }
  }

  func isUnknown(_ key: String?) -> Bool { key.map(unknown.contains) ?? false }

  func context(_ operation: JSON, _ key: String?) -> JSON {
    let isRemoved = key.map(removed.contains) ?? false
    let facts: [String: JSON] = ["keyless": .bool(key == nil), "removed": .bool(isRemoved)]
    return .object(operation.object.merging(facts) { $1 })
  }
}
