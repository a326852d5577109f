import Foundation
import SettingsSchema

/// Compares answers, and counts.
struct Comparison {
  let list: DeliberateList
  private var compared = 0
  private var deliberate = 0
  private var differing = 0
  private var usedRules: Set<String> = []

  init(list: DeliberateList) { self.list = list }

  mutating func compare(_ entry: ExpectedEntry) {
    compared += 1
    let found = differences(entry)
    var isListed = false
    var isUnlisted = false
    for difference in found {
      if let rule = list.rule(for: difference) {
        usedRules.insert(rule)
        isListed = true
      } else {
        isUnlisted = true
        print(
          "\(entry.name): \(difference.path): expected \(difference.expected.short) "
            + "got \(difference.actual.short)")
      }
    }
    if isUnlisted { differing += 1 } else if isListed { deliberate += 1 }
  }

  /// Prints the totals; 0 when nothing differs that is not on the list.
  func finish() -> Int32 {
    let unused = list.rules.filter { !usedRules.contains($0) }
    if !unused.isEmpty {
      print("listed, but not met here: " + unused.joined(separator: ", "))
    }
    print("\(compared) compared, \(deliberate) deliberate, \(differing) differ")
    return differing == 0 ? 0 : 1
  }

  private func differences(_ entry: ExpectedEntry) -> [Difference] {
    do throws(SchemaError) {
      let bundle = try SettingsBundle(inApp: entry.app, page: entry.page, context: entry.context)
      if entry.answer["init"].isException {
        // The original cannot read the page. We may, but must say what is wrong with it.
        guard !bundle.diagnostics.contains(where: { $0.severity == .error }) else { return [] }
        return [
          Difference(
            path: ".init", expected: entry.answer["init"], actual: .string("no diagnostic"))
        ]
      }
      let answer = ActualAnswer(bundle: bundle, entry: entry).json
      var differ = Differ(entry: entry, bundle: bundle)
      differ.compare(entry.answer, answer)
      differ.compareOperations()
      return differ.found
    } catch {
      if entry.answer["init"].isException { return [] }
      return [
        Difference(path: ".init", expected: .null, actual: .string("\(error)"))
      ]
    }
  }
}

/// One value that differs.
struct Difference {
  let path: String
  let expected: JSON
  let actual: JSON
  /// The expected entry or section that the value is a field of.
  var context = JSON.null
  /// What the value was asked of; nil when there was no answer.
  var entry: ExpectedEntry?
  /// Our bundle; nil when there is none.
  var bundle: SettingsBundle?
}

/// Walks two answers side by side.
struct Differ {
  let entry: ExpectedEntry
  let bundle: SettingsBundle
  private(set) var found: [Difference] = []

  init(entry: ExpectedEntry, bundle: SettingsBundle) {
    self.entry = entry
    self.bundle = bundle
  }

  /// What is not compared here: inputs, and what needs a store.
  private static let skipped: Set<String> = [
    "run", "release", "application", "localization", "_pd", "init", "opsResults", "opsStore",
    "storeAfterApply", "storeAfterApplyException", "storeValue",
  ]

  /// Fields that hold localized texts.
  private static let localized: Set<String> = [
    "title", "footerText", "multipleTitlesLocalized", "titlesForValues", "titleForDefault",
    "radioTitle", "subtitle", "subtitleYES", "subtitleNO", "subtitleForDefault", "placeholder",
  ]

  /// Fields that depend on the platform, by what the expected entry says about itself.
  private static let platform: [String: Set<String>] = [
    "sort": [
      "multipleValues", "multipleTitles", "multipleShortTitles", "multipleTitlesLocalized",
      "titlesForValues", "checkedRow",
    ],
    "defaultStringValue": ["defaultStringValue"], "textAlignment": ["textAlignment"],
    "title": ["title", "footerText"],
    "titles": ["titlesForValues", "multipleTitlesLocalized", "titleForDefault"],
  ]

  mutating func compare(_ expected: JSON, _ actual: JSON) {
    compare(expected, actual, path: "", context: .null)
  }

  mutating func compare(_ expected: JSON, _ actual: JSON, path: String, context: JSON) {
    // Where the original threw, the rules say what to do, and tests check it.
    if expected.isException { return }
    switch (expected, actual) {
    case (.object(let a), .object(let b)):
      if a.count == 1, b.count == 1, let x = a["$real"]?.number, let y = b["$real"]?.number {
        if x != y, abs(x - y) > 1e-6 * max(abs(x), abs(y)) {
          add(expected, actual, path, context)
        }
        return
      }
      let isSpecifier = a["type"] != nil && a["numberOfRows"] == nil
      let (a, b) = isSpecifier ? (completed(a), completed(b)) : (a, b)
      let left = isSpecifier ? platformFields(of: expected) : Self.fieldsAfterException(expected)
      for key in Set(a.keys).union(b.keys).subtracting(Self.skipped).subtracting(left).sorted()
      where entry.hasExactTexts || !Self.localized.contains(key) {
        compare(
          a[key] ?? .null, b[key] ?? .null, path: "\(path).\(key)",
          context: isSpecifier || a["numberOfRows"] != nil ? expected : context)
      }
    case (.list(let a), .list) where a.contains(where: \.isException): return
    case (.list(let a), .list(let b)) where a.count == b.count:
      for (index, pair) in zip(a, b).enumerated() {
        compare(pair.0, pair.1, path: "\(path)[\(index)]", context: context)
      }
    case (.integer(let a), .real(let b)) where Double(a) == b: return
    default:
      if expected != actual { add(expected, actual, path, context) }
    }
  }

  mutating func add(_ expected: JSON, _ actual: JSON, _ path: String, _ context: JSON) {
    found.append(
      Difference(
        path: path, expected: expected, actual: actual, context: context, entry: entry,
        bundle: bundle))
  }

  /// A field that is left out has its usual value.
  private func completed(_ fields: [String: JSON]) -> [String: JSON] {
    entry.baseline.object.merging(fields) { $1 }
  }

  /// Fields that say nothing because the original threw on the way to them.
  private static func fieldsAfterException(_ answer: JSON) -> Set<String> {
    if answer["numberOfRows"].isException { return ["rows"] }
    if answer["rows"].array.contains(where: \.isException) { return ["rows", "n"] }
    if answer["sections"].array.contains(where: { $0["header"].isException }) {
      return ["sections", "numberOfSections", "indexPaths"]
    }
    return []
  }

  private func platformFields(of specifier: JSON) -> Set<String> {
    specifier["_pd"].array.compactMap(\.text).reduce(into: []) { fields, reason in
      let name = String(reason.prefix { $0 != ":" })
      fields.formUnion(Self.platform[name] ?? [])
    }
  }
}

extension JSON {
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
