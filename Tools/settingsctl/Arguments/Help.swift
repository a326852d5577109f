/// The texts of `--help`.
enum Help {
  static var overview: String {
    let width = Verb.all.map(\.name.count).max() ?? 0
    let verbs = Verb.all.map { "  \(padded($0.name, width))  \($0.summary)" }
    return """
      A settings store that remembers who changed what, when and why.

      Usage: settingsctl [--store DIR] [--author NAME] [--reason TEXT] [--json] VERB …

      \(verbs.joined(separator: "\n"))

      Options of every verb:
      \(lines(of: Option.global))

      A POINT is a revision (12), HEAD or HEAD~3, an age (30s 5m 2h 3d 1w), an ISO 8601 date, or a
      tag (tag:NAME, or NAME).
      Exit codes: 0 done, 1 the answer is no, 2 usage, 3 store missing, newer, damaged or not
      permitted, 4 conflict, 5 verify failed, 6 busy.

      Try: settingsctl VERB --help
      """
  }

  static func text(of verb: Verb) -> String {
    var parts = [usage(of: verb), verb.summary]
    if !verb.details.isEmpty { parts.append(verb.details) }
    parts.append("Options:\n" + lines(of: verb.options + Option.global))
    let example = verb.example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    parts.append("Example:\n" + example)
    return parts.joined(separator: "\n\n")
  }

  /// The usage line, broken where it is too long for a screen.
  private static func usage(of verb: Verb) -> String {
    var lines = ["Usage: settingsctl \(verb.name)"]
    for word in [verb.operands] + verb.options.map(\.usage) where !word.isEmpty {
      if lines[lines.count - 1].count + word.count > 90 {
        lines.append("        \(word)")
      } else {
        lines[lines.count - 1] += " \(word)"
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of options: [Option]) -> String {
    let names = options.map { ["--\($0.name)", $0.value].compactMap { $0 }.joined(separator: " ") }
    let width = names.map(\.count).max() ?? 0
    return zip(names, options).map { "  \(padded($0, width))  \($1.summary)" }
      .joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
