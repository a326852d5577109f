/// How a text looks.
struct Look: Hashable, Sendable {
  enum Color: Int, Sendable {
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  var isStrong = false
  var isFaint = false
  var isReversed = false
  var color: Color?

  static let plain = Look()
  static let strong = Look(isStrong: true)
  static let faint = Look(isFaint: true)

  static func colored(_ color: Color) -> Look { Look(color: color) }
}

/// A line of a screen: texts one after the other, each with its look.
struct ScreenLine: Hashable, Sendable {
  struct Run: Hashable, Sendable {
    var text: String
    var look: Look
  }

  private(set) var runs: [Run] = []

  init() {}

  init(_ text: String, _ look: Look = .plain) { append(text, look) }

  mutating func append(_ text: String, _ look: Look = .plain) {
    if !text.isEmpty { runs.append(Run(text: text, look: look)) }
  }

  /// Adds blanks up to a width.
  mutating func pad(to width: Int) {
    append(String(repeating: " ", count: max(0, width - cellWidth)))
  }

  /// As much of the line as fits a width.
  func clipped(to width: Int) -> ScreenLine {
    guard cellWidth > width else { return self }
    var line = ScreenLine()
    var room = width
    for run in runs {
      var text = ""
      for character in run.text {
        guard character.cellWidth <= room else {
          room = 0
          break
        }
        text.append(character)
        room -= character.cellWidth
      }
      line.append(text, run.look)
    }
    return line
  }

  var text: String { runs.map(\.text).joined() }
  var cellWidth: Int { runs.reduce(0) { $0 + $1.text.cellWidth } }

  /// The line as the one that the person is at.
  var reversed: ScreenLine {
    var line = self
    for index in line.runs.indices { line.runs[index].look.isReversed = true }
    return line
  }
}

/// What a terminal shows: its lines, and where the cursor blinks, if it does.
struct Frame: Hashable, Sendable {
  struct Place: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  var lines: [ScreenLine]
  var cursor: Place?

  /// The lines as plain text.
  var text: String {
    lines.map { line in
      var text = line.text[...]
      while text.last == " " { text.removeLast() }
      return String(text)
    }.joined(separator: "\n")
  }
}
