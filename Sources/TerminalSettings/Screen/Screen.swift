/// Remembers what a terminal shows, and writes what brings it to show something else: the lines that
/// differ, and no others.
struct Screen {
  let isColored: Bool
  private var shown: Frame?

  init(isColored: Bool) { self.isColored = isColored }

  /// Forgets what is shown: the next frame is written as a whole.
  mutating func forget() { shown = nil }

  /// What to write so that a frame is shown; empty when it is shown already.
  mutating func bytes(showing frame: Frame) -> String {
    guard frame != shown else { return "" }
    // The terminal holds back until all of it has come, where it knows how.
    var text = "\u{1b}[?2026h\u{1b}[?25l"
    if shown == nil { text += "\u{1b}[0m\u{1b}[2J" }
    let old = shown?.lines ?? []
    for (row, line) in frame.lines.enumerated() where row >= old.count || old[row] != line {
      text += "\u{1b}[\(row + 1);1H\u{1b}[K" + encoded(line)
    }
    for row in frame.lines.count..<max(frame.lines.count, old.count) {
      text += "\u{1b}[\(row + 1);1H\u{1b}[K"
    }
    if let cursor = frame.cursor {
      text += "\u{1b}[\(cursor.row + 1);\(cursor.column + 1)H\u{1b}[?25h"
    }
    shown = frame
    return text + "\u{1b}[?2026l"
  }

  private func encoded(_ line: ScreenLine) -> String {
    var (text, column) = ("", 0)
    for run in line.runs {
      let codes = codes(of: run.look)
      if !codes.isEmpty { text += "\u{1b}[\(codes)m" }
      for character in run.text {
        text.append(character)
        column += character.cellWidth
        if character.isMeasuredDifferently { text += "\u{1b}[\(column + 1)G" }
      }
      if !codes.isEmpty { text += "\u{1b}[0m" }
    }
    return text
  }

  private func codes(of look: Look) -> String {
    var codes: [Int] = []
    if look.isStrong { codes.append(1) }
    if look.isFaint { codes.append(2) }
    if look.isReversed { codes.append(7) }
    if isColored, let color = look.color { codes.append(color.rawValue) }
    return codes.map(String.init).joined(separator: ";")
  }
}
