import SettingsCore

extension PageOutline {
  /// The page as readable text.
  ///
  /// ```
  /// Settings
  /// ========
  ///
  /// -- Appearance --
  ///   [x] Dark mode
  ///   Size: <14> 10…20
  ///   Theme: Blue >
  ///   Password: [••••••]
  /// Applies at once.
  /// ```
  ///
  /// Hidden sections and rows end in `(hidden)`. Line breaks and control characters within texts
  /// are written as blanks, so that a row is a line.
  ///
  /// - Complexity: O(length of the text).
  public var text: String {
    let title = Self.line(title ?? name)
    var lines = [title, String(repeating: "=", count: max(1, title.count))]
    for section in sections {
      lines.append("")
      let mark = section.isHidden ? " (hidden)" : ""
      if let title = section.title {
        lines.append("-- \(Self.line(title)) --\(mark)")
      } else {
        lines.append("--\(mark)")
      }
      for row in section.rows {
        lines.append("  " + row.text + (row.isHidden && !section.isHidden ? " (hidden)" : ""))
        if let subtitle = row.subtitle, !subtitle.isEmpty {
          lines.append("      " + Self.line(subtitle))
        }
      }
      if let footer = section.footer, !footer.isEmpty { lines.append(Self.line(footer)) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text of an app's file as a part of a line: it cannot break the line or drive a terminal.
  fileprivate static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: " "
          default: scalar
          }
        }))
  }
}

extension PageOutline.Row {
  /// The row as a line of text.
  fileprivate var text: String {
    let name = PageOutline.line(title ?? key?.text ?? "")
    func labeled(_ text: String) -> String { name.isEmpty ? text : "\(name): \(text)" }
    switch control {
    case .toggle(let isOn): return (isOn ? "[x] " : "[ ] ") + name
    case .radio(let isChosen): return (isChosen ? "(•) " : "( ) ") + name
    case .slider(let position, let minimum, let maximum):
      let numbers = [position, minimum, maximum].map { RowOutline.text(of: .double($0)) }
      return labeled("<\(numbers[0])> \(numbers[1])…\(numbers[2])")
    case .text(let text, let placeholder):
      let shown = text.map(PageOutline.line) ?? ""
      let hint = placeholder.map { PageOutline.line($0) + "…" } ?? ""
      return labeled("[\(shown.isEmpty ? hint : shown)]")
    case .choice(let text): return labeled(text.map(PageOutline.line) ?? "–") + " >"
    case .label(let text): return labeled(text.map(PageOutline.line) ?? "–")
    case .page: return name + " >"
    case .url(let url): return "\(name) ↗ \(PageOutline.line(url ?? "–"))"
    case .mail: return name + " ✉"
    case .button: return "(\(name))"
    case .item(let text): return "- " + PageOutline.line(text ?? name)
    case .add: return "+ " + name
    case .custom: return "<\(name.isEmpty ? type : name)>"
    }
  }
}
