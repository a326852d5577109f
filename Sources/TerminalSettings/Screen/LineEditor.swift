/// A text while it is typed: what it holds, and where the cursor stands in it.
struct LineEditor: Hashable, Sendable {
  private(set) var characters: [Character]
  /// Before which character the cursor stands.
  private(set) var cursor: Int
  /// Whether the text may have several lines.
  let takesLines: Bool

  init(_ text: String = "", takesLines: Bool = false) {
    characters = Array(text)
    cursor = characters.count
    self.takesLines = takesLines
  }

  var text: String { String(characters) }

  /// Takes a key, and says whether it means something to a text.
  mutating func take(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar): insert(String(scalar))
    case .paste(let text): insert(text)
    case .newline where takesLines: insert("\n")
    case .backspace: remove(from: cursor - 1, to: cursor)
    case .delete, .control("d"): remove(from: cursor, to: cursor + 1)
    case .control("u"): remove(from: 0, to: cursor)
    case .control("k"): remove(from: cursor, to: characters.count)
    case .control("w"): remove(from: wordStart, to: cursor)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    default: return false
    }
    return true
  }

  private mutating func insert(_ text: String) {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let inserted = takesLines ? lines : lines.replacing("\n", with: " ")
    // A mark joins the character before it, so the text is cut into characters anew.
    let before = Array(String(characters[..<cursor]) + inserted)
    characters = before + characters[cursor...]
    cursor = before.count
  }

  private mutating func remove(from start: Int, to end: Int) {
    let range = max(0, start)..<min(characters.count, end)
    guard !range.isEmpty else { return }
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }

  /// As much of the text as fits around the cursor, and the cell of the cursor in it.
  ///
  /// - Parameter mask: what stands for each character of a text that must not be shown.
  func window(width: Int, mask: Character? = nil) -> (text: String, column: Int) {
    func shown(_ index: Int) -> Character {
      mask ?? String(characters[index]).screenText.first ?? "\u{fffd}"
    }
    // Only what is near the cursor is looked at: a pasted text may be long.
    var (start, column) = (cursor, 0)
    while start > 0, column + shown(start - 1).cellWidth <= max(0, width - 1) {
      start -= 1
      column += shown(start).cellWidth
    }
    var (text, used) = ("", 0)
    for index in start..<characters.count {
      let character = shown(index)
      guard used + character.cellWidth <= width else { break }
      text.append(character)
      used += character.cellWidth
    }
    return (text, column)
  }
}
