/// A line of the plain form, as a command.
enum LineCommand: Hashable {
  /// Does what the row is for.
  case activate(Int)
  /// Gives the row a value.
  case set(Int, String)
  case reset(Int)
  case delete(Int)
  case moveUp(Int)
  case moveDown(Int)
  case history(Int)
  case undo, redo, back, done, cancel, show, help, quit
  case nothing
  /// What is wrong with the line.
  case wrong(String)

  init(_ line: String) {
    let line = line.trimming { $0.isWhitespace }
    let word = line.prefix { !$0.isWhitespace }
    let rest = String(line[word.endIndex...]).trimming { $0.isWhitespace }
    if word.isEmpty || word.hasPrefix("#") {
      self = .nothing
    } else if let number = Self.number(word) {
      self = rest.isEmpty ? .activate(number) : .set(number, Self.value(rest))
    } else if let make = Self.onRows[String(word)] {
      self = Self.number(rest).map(make) ?? .wrong("`\(word)` takes the number of a row.")
    } else if let command = Self.alone[String(word)] {
      self = rest.isEmpty ? command : .wrong("`\(word)` stands alone.")
    } else {
      self = .wrong("There is no command `\(word)`; ? lists them.")
    }
  }

  private static let onRows: [String: @Sendable (Int) -> LineCommand] = [
    "x": { .reset($0) }, "reset": { .reset($0) }, "d": { .delete($0) }, "delete": { .delete($0) },
    "h": { .history($0) }, "history": { .history($0) }, "K": { .moveUp($0) },
    "up": { .moveUp($0) }, "J": { .moveDown($0) }, "down": { .moveDown($0) },
  ]

  private static let alone: [String: LineCommand] = [
    "u": .undo, "undo": .undo, "r": .redo, "U": .redo, "redo": .redo, "b": .back, "back": .back,
    "done": .done, "cancel": .cancel, "p": .show, "page": .show, "?": .help, "help": .help,
    "q": .quit, "quit": .quit,
  ]

  /// Rows are counted from 1.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard let number = Int(text), number > 0, text.allSatisfy(\.isNumber) else { return nil }
    return number
  }

  /// `= text` gives a text that would begin otherwise, and `=` none.
  private static func value(_ text: String) -> String {
    guard text.hasPrefix("=") else { return text }
    return String(text.dropFirst()).trimming { $0.isWhitespace }
  }

  static let summary = """
    N            do what row N is for: toggle, choose, open, press
    N VALUE      give row N a value: on, off, a text, a number, a date, a title to choose;
                 N = VALUE does the same, and N = empties a text
    x N          reset row N to its default
    d N          delete the item in row N; K N and J N move it up and down
    h N          who changed row N, when and why
    u, r         undo, redo
    b            back to the page before; done and cancel end an item
    p            print the page again
    q            quit; so does the end of the input

    """
}

extension String {
  /// The text without those characters at its ends.
  func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self[...]
    while let first = text.first, isTrimmed(first) { text.removeFirst() }
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
