extension Unicode.Scalar {
  /// The blocks whose characters take two cells; emoji are told by their own property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
    0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
    0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18d08, 0x1aff0...0x1b2fb,
    0x1f200...0x1f265, 0x20000...0x3fffd,
  ]

  /// How many cells of a terminal the scalar takes on its own.
  var cellWidth: Int {
    if value < 0x300 { return value < 32 || (0x7f...0x9f).contains(value) || value == 0xad ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if (0x1160...0x11ff).contains(value) { return 0 }  // the later parts of a Hangul syllable
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }
}

extension Character {
  /// How many cells of a terminal the character takes.
  var cellWidth: Int {
    // A variation selector or a joiner asks for a picture; two regional indicators make a flag.
    let rest = unicodeScalars.dropFirst()
    if rest.contains(where: \.makesPicture) { return 2 }
    // Consonants and vowels that a script writes as one character stand side by side.
    return rest.reduce(unicodeScalars.first?.cellWidth ?? 0) {
      $0 + ($1.properties.isEmojiModifier ? 0 : $1.cellWidth)
    }
  }

  /// Whether terminals disagree about the cells: what follows is better placed anew.
  var isMeasuredDifferently: Bool {
    !isASCII && (unicodeScalars.count > 1 || unicodeScalars.contains { $0.properties.isEmoji })
  }
}

extension StringProtocol {
  /// How many cells of a terminal the text takes.
  var cellWidth: Int { reduce(0) { $0 + $1.cellWidth } }
}

extension String {
  /// The text as it may stand on a screen: no control character drives the terminal, a line break is
  /// a visible sign, and nothing reverses the order of what follows.
  var screenText: String {
    guard unicodeScalars.contains(where: \.isUnfitForScreen) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n", "\u{2028}", "\u{2029}": text.append("⏎")
      case "\t": text.append(" ")
      case _ where scalar.isBidirectionalControl: continue
      case _ where scalar.isUnfitForScreen: text.append("\u{fffd}")
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// As much of the beginning as fits, with an ellipsis when that is not all.
  func fitted(to width: Int) -> String {
    guard width > 0 else { return "" }
    guard cellWidth > width else { return self }
    var (text, used) = ("", 0)
    for character in self {
      let next = character.cellWidth
      guard used + next <= width - 1 else { break }
      text.append(character)
      used += next
    }
    return text + "…"
  }

  /// As much of the end as fits, with an ellipsis when that is not all.
  func fittedAtEnd(to width: Int) -> String {
    guard width > 0 else { return "" }
    guard cellWidth > width else { return self }
    var (start, used) = (endIndex, 0)
    while start > startIndex {
      let previous = index(before: start)
      used += self[previous].cellWidth
      guard used <= width - 1 else { break }
      start = previous
    }
    return "…" + self[start...]
  }

  /// The text with blanks after it, up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - cellWidth))
  }

  /// The text in lines of at most a width, broken at blanks where there are any.
  func wrapped(to width: Int) -> [String] {
    guard width > 0 else { return [] }
    var (lines, line, used) = ([String](), "", 0)
    var lastBlank: String.Index?
    for character in self {
      let next = character.cellWidth
      if used + next > width, !line.isEmpty {
        if character == " " {
          lines.append(line)
          (line, used, lastBlank) = ("", 0, nil)
          continue
        }
        let end = lastBlank ?? line.endIndex
        lines.append(String(line[..<end]))
        line = String(line[end...].drop { $0 == " " })
        (used, lastBlank) = (line.cellWidth, nil)
      }
      if character == " " { lastBlank = line.endIndex }
      line.append(character)
      used += next
      // Scripts without blanks may be broken behind any wide character.
      if next == 2 { lastBlank = line.endIndex }
    }
    return lines + [line]
  }
}

extension Unicode.Scalar {
  fileprivate var makesPicture: Bool {
    value == 0xfe0f || value == 0x200d || (0x1f1e6...0x1f1ff).contains(value)
  }

  fileprivate var isBidirectionalControl: Bool {
    switch value {
    case 0x202a...0x202e, 0x2066...0x2069, 0x200e, 0x200f, 0x061c: true
    default: false
    }
  }

  fileprivate var isUnfitForScreen: Bool {
    if value < 0x7f { return value < 32 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return isBidirectionalControl
    }
  }
}
