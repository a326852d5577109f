extension Sheet {
  /// The sheet as lines of text, its rows numbered from 1.
  ///
  /// ```
  /// Notes › Editor
  ///
  /// Appearance
  ///   1  [x] Dark mode
  ///   2  Text size: 14 (10…20)
  /// ```
  var lines: String {
    var lines = [trail.map(\.screenText).joined(separator: " › ")]
    var number = 0
    let width = String(max(1, rows.count)).count
    for section in sections {
      lines.append("")
      if let title = section.title, !title.isEmpty { lines.append(title.screenText) }
      if let problem = section.problem { lines.append("  ! " + problem.screenText) }
      for row in section.rows {
        number += 1
        let digits = String(number)
        let margin = String(repeating: " ", count: width + 2 - digits.count)
        lines.append(margin + digits + "  " + row.line)
        let indent = String(repeating: " ", count: width + 6)
        if let subtitle = row.subtitle, !subtitle.isEmpty {
          lines.append(indent + subtitle.screenText)
        }
        if let problem = row.problem { lines.append(indent + "! " + problem.screenText) }
      }
      if let footer = section.footer, !footer.isEmpty {
        lines += footer.split(separator: "\n").map { "  " + String($0).screenText }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Sheet.Row {
  /// The row as a line of text.
  var line: String {
    let label = label.screenText
    func named(_ text: String) -> String {
      text.isEmpty ? label : label.isEmpty ? text.screenText : "\(label): \(text.screenText)"
    }
    let line: String
    switch control {
    case .toggle(let isOn): line = (isOn ? "[x] " : "[ ] ") + label
    case .choice(let isChosen): line = (isChosen ? "(•) " : "( ) ") + label
    case .slider(let position, let minimum, let maximum):
      let range = [minimum, maximum].map(Sheet.text(of:)).joined(separator: "…")
      line = named("\(Sheet.text(of: position)) (\(range))")
    case .text(let text, let placeholder):
      line = "\(label): [\((text.isEmpty ? placeholder : text).screenText)]"
    case .picker(let text), .page(let text): line = named(text) + " ›"
    case .label(let text): line = named(text)
    case .link(let text): line = named(text) + " ↗"
    case .button: line = "[ \(label) ]"
    case .item(let text): line = "- " + (label == text ? label : named(text))
    case .add: line = "+ " + label
    }
    return isEnabled ? line : line + " (locked)"
  }
}
