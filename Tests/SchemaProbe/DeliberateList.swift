import Foundation

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
    switch condition {
    case "": true
    default: false
    }
  }
}
