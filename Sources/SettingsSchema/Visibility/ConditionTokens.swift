import SettingsCore

/// Splits the text of a condition into names, values and symbols.
struct ConditionTokens {
  struct Token {
    enum Kind: Equatable {
      case symbol(String)
      case operand(VisibilityCondition.Operand)
    }

    let kind: Kind
    let text: String
    let column: Int
  }

  private let text: String
  private let characters: [Character]
  private var position = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  /// The column behind the text.
  var end: Int { characters.count + 1 }

  func error(at column: Int, _ problem: String) -> ConditionError {
    ConditionError(text: text, column: column, problem: problem)
  }

  /// The next token; nil at the end.
  mutating func next() throws(ConditionError) -> Token? {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    guard position < characters.count else { return nil }
    let start = position
    let kind = try kind(at: start)
    return Token(
      kind: kind, text: String(characters[start..<position]), column: start + 1)
  }

  private mutating func kind(at start: Int) throws(ConditionError) -> Token.Kind {
    let first = characters[start]
    switch first {
    case "\"", "'": return .operand(.value(.string(try quoted(by: first))))
    case "`": return .operand(.setting(try name(try quoted(by: first), at: start)))
    case "(", ")":
      position += 1
      return .symbol(String(first))
    case "!", "=", "<", ">", "&", "|": return .symbol(try symbol(at: start))
    case _ where Self.isDigit(first), "-", "+", ".": return .operand(.value(try number(at: start)))
    case _ where Self.startsName(first): return .operand(try word(at: start))
    default: throw error(at: start + 1, "\(String(first).debugDescription) means nothing here")
    }
  }

  private mutating func symbol(at start: Int) throws(ConditionError) -> String {
    let two = String(characters[start..<min(start + 2, characters.count)])
    if ["==", "!=", "<=", ">=", "&&", "||"].contains(two) {
      position += 2
      return two
    }
    let one = String(characters[start])
    if ["!", "<", ">"].contains(one) {
      position += 1
      return one
    }
    let meant = one == "=" ? "==" : one + one
    throw error(
      at: start + 1, "\(one.debugDescription) means nothing; write \(meant.debugDescription)")
  }

  /// A text up to the next quotation mark; a backslash takes the character after it as it is.
  private mutating func quoted(by mark: Character) throws(ConditionError) -> String {
    let start = position
    var content = ""
    position += 1
    while position < characters.count {
      var character = characters[position]
      position += 1
      if character == mark { return content }
      if character == "\\", position < characters.count {
        character = characters[position]
        position += 1
      }
      content.append(character)
    }
    throw error(at: start + 1, "the closing \(String(mark).debugDescription) is missing")
  }

  private mutating func number(at start: Int) throws(ConditionError) -> SettingValue {
    var isExponent = false
    while position < characters.count {
      let character = characters[position]
      let isSign = (character == "-" || character == "+") && (position == start || isExponent)
      guard isSign || character == "." || Self.isDigit(character) || character.isLetter else {
        break
      }
      isExponent = character == "e" || character == "E"
      position += 1
    }
    let digits = String(characters[start..<position])
    if let whole = Int64(digits) { return .integer(whole) }
    if let number = Double(digits), number.isFinite { return .double(number) }
    throw error(at: start + 1, "\(digits.debugDescription) is no number")
  }

  private mutating func word(
    at start: Int
  ) throws(ConditionError) -> VisibilityCondition.Operand {
    while position < characters.count, Self.continuesName(characters[position]) { position += 1 }
    let word = String(characters[start..<position])
    switch word {
    case "YES", "true": return .value(true)
    case "NO", "false": return .value(false)
    default: return .setting(try name(word, at: start))
    }
  }

  private func name(_ text: String, at start: Int) throws(ConditionError) -> SettingName {
    do throws(InvalidNameError) {
      return try SettingName(text)
    } catch {
      throw self.error(
        at: start + 1, "\(text.prefix(40).debugDescription) cannot be a setting's name")
    }
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  private static func startsName(_ character: Character) -> Bool {
    character.isLetter || character == "_"
  }

  private static func continuesName(_ character: Character) -> Bool {
    startsName(character) || character.isNumber || ".-:/".contains(character)
  }
}
