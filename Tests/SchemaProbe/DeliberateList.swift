import Foundation
import SettingsCore
import SettingsSchema

/// The deliberate differences, read from the table in `docs/differences-from-iask.md`.
struct DeliberateList {
  private struct Row {
    let rule: String
    let pattern: [Character]
    let condition: String
  }

  private let rows: [Row]

  /// The rules on the list, each once.
  var rules: [String] {
    rows.map(\.rule).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  init(contentsOf url: URL) throws {
    let text = try String(contentsOf: url, encoding: .utf8)
    rows = text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 6, cells[2].hasPrefix("`") else { return nil }
      func code(_ cell: String) -> String { cell.filter { $0 != "`" } }
      return Row(rule: cells[1], pattern: Array(code(cells[2])), condition: code(cells[3]))
    }
  }

  /// The rule that a difference is listed under; nil for one that is not listed.
  func rule(for difference: Difference) -> String? {
    let path = Array(difference.path)
    return rows.first {
      Self.matches(path[...], $0.pattern[...]) && Self.holds($0.condition, difference)
    }?.rule
  }

  /// Whether a path matches a pattern, in which `*` stands for anything.
  private static func matches(
    _ path: ArraySlice<Character>, _ pattern: ArraySlice<Character>
  ) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "*" {
      return matches(path, pattern.dropFirst())
        || (!path.isEmpty && matches(path.dropFirst(), pattern))
    }
    return path.first == first && matches(path.dropFirst(), pattern.dropFirst())
  }

  /// Whether a row's condition holds, so that a row excuses nothing else.
  private static func holds(_ condition: String, _ difference: Difference) -> Bool {
    let (expected, actual, context) = (difference.expected, difference.actual, difference.context)
    switch condition {
    case "": return true
    case "page in an lproj": return expected.text?.hasSuffix(".lproj") ?? false
    case "found in an lproj": return actual.text?.contains(".lproj/") ?? false
    case "dotted name": return difference.entry?.page.contains(".") ?? false
    case "localized twice":
      guard let text = actual.text, let bundle = difference.bundle else { return false }
      return bundle.root.strings.text(for: text) == expected.text
    case "number as key":
      return difference.path.split(separator: ".").last?.allSatisfy(\.isNumber) ?? false
    case "no name":
      return difference.bundle?.root.specifiers.contains {
        $0.key == nil && $0.attributes["Key"] != nil
      } ?? false
    case "key as number":
      return difference.bundle?.root.specifiers.contains {
        if case .integer = $0.attributes["Key"] { true } else { false }
      } ?? false
    case "other header":
      return difference.bundle?.root.specifiers.contains {
        $0.isHeader && !$0.idioms.contains(difference.entry?.context.idiom ?? .phone)
      } ?? false
    case "hidden": return expected == .null && difference.entry?.hidden.isEmpty == false
    case "other device": return actual == .null && difference.isOfOtherDevice
    case "toggle or number":
      return context["type"] == .string("PSToggleSwitchSpecifier")
        || context["defaultValue"].number != nil || context["defaultValue"]["$real"] != .null
    case "no list":
      return context["multipleValues"].text != nil
        || context["multipleValues"] != .list(context["multipleValues"].array)
    case "empty list": return expected == .list([]) && actual == .null
    case "no key": return context["keyless"].isTrue
    case "removed": return context["removed"].isTrue && difference.isRemovedOrDefault
    case "sorted": return context["displaySortedByTitle"].isTrue
    case "stand-in":
      return ["user@example.com", "A. Person, A. Person"].contains(actual.text)
        || context["defaultValue"].text?.contains("@") ?? false
    default: return false
    }
  }
}

extension Difference {
  /// Whether we have nothing, or the default that was stored where nothing was.
  fileprivate var isRemovedOrDefault: Bool {
    let key = path.split(separator: ".", maxSplits: 1).last.map(String.init)
    let defaults = bundle?.pages.flatMap(\.specifiers).filter { $0.key?.text == key }
    return actual == .null
      || defaults?.contains { $0.defaultValue.map(JSON.init) == actual } ?? false
  }

  /// Whether the value is one of a setting that other devices only have.
  fileprivate var isOfOtherDevice: Bool {
    guard let bundle, let entry else { return false }
    let key = path.drop { $0 == "." }.split(separator: ".", maxSplits: 2).last.map(String.init)
    let specifiers = bundle.pages.flatMap(\.specifiers).filter { $0.key?.text == key }
    return !specifiers.isEmpty
      && specifiers.allSatisfy { !$0.idioms.contains(entry.context.idiom) }
  }
}
