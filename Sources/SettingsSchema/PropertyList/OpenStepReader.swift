import Foundation
import SettingsCore

/// Reads an OpenStep property list, or the dictionary without braces of a `.strings` file.
struct OpenStepReader {
  private var cursor: TextCursor

  init(_ text: [UInt8]) { cursor = TextCursor(text) }

  mutating func read() throws(PropertyListError) -> SettingValue {
    guard !cursor.bytes.isEmpty else { throw cursor.error("the file is empty") }
    try skipBlanksAndComments()
    guard let first = cursor.next else { return .dictionary([:]) }
    let value: SettingValue
    if Self.startsText(first) {
      // A lone text is a value; a text that something follows is a `.strings` file's first key.
      let start = cursor
      value = .string(try text())
      try skipBlanksAndComments()
      if !cursor.isAtEnd {
        cursor = start
        return .dictionary(try entries(until: nil, depth: 0))
      }
    } else {
      value = try self.value(depth: 0)
    }
    try skipBlanksAndComments()
    guard cursor.isAtEnd else {
      throw cursor.error("the end of the file was expected, not \(cursor.nextForMessage)")
    }
    return value
  }

  private mutating func value(depth: Int) throws(PropertyListError) -> SettingValue {
    guard depth <= PropertyList.maximumDepth else {
      throw cursor.error(PropertyListError.tooDeep.problem)
    }
    try skipBlanksAndComments()
    if cursor.take("{") { return .dictionary(try entries(until: "}", depth: depth)) }
    if cursor.take("(") { return .array(try items(depth: depth)) }
    if cursor.take("<") { return .data(try rawData()) }
    return .string(try text())
  }

  private mutating func items(depth: Int) throws(PropertyListError) -> [SettingValue] {
    var items: [SettingValue] = []
    let line = cursor.line
    while true {
      try skipBlanksAndComments()
      if cursor.take(")") { return items }
      items.append(try value(depth: depth + 1))
      try skipBlanksAndComments()
      if !cursor.take(","), cursor.next != UInt8(ascii: ")") {
        throw cursor.error("the array that starts on line \(line) lacks a \",\" or \")\"")
      }
    }
  }

  private mutating func entries(
    until end: StaticString?, depth: Int
  ) throws(PropertyListError) -> [SettingValue.DictionaryKey: SettingValue] {
    var entries: [SettingValue.DictionaryKey: SettingValue] = [:]
    while true {
      try skipBlanksAndComments()
      if let end, cursor.take(end) { return entries }
      if end == nil, cursor.isAtEnd { return entries }
      let key = try text()
      let line = cursor.line
      try skipBlanksAndComments()
      // `key;` stands for `key = key;`.
      let value = cursor.take("=") ? try self.value(depth: depth + 1) : .string(key)
      let endLine = cursor.line
      try skipBlanksAndComments()
      guard cursor.take(";") else {
        throw cursor.error(
          "the entry \(key.prefix(60).debugDescription) lacks a semicolon",
          line: max(line, endLine))
      }
      entries[SettingValue.DictionaryKey(key)] = value
    }
  }

  private mutating func rawData() throws(PropertyListError) -> Data {
    var digits: [UInt8] = []
    while let byte = cursor.next, byte != UInt8(ascii: ">") {
      if let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
        digits.append(UInt8(digit))
      } else if byte != 32, !(9...13).contains(byte) {
        throw cursor.error("\(cursor.nextForMessage) is no hexadecimal digit")
      }
      cursor.advance()
    }
    guard cursor.take(">"), digits.count.isMultiple(of: 2) else {
      throw cursor.error("raw data does not end, or has half a byte")
    }
    return Data(
      stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }
}

// MARK: - Texts

extension OpenStepReader {
  private static func startsText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || isBare(byte)
  }

  /// Whether a byte may stand in a text without quotes.
  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "_$/:.-".utf8.contains(byte)
  }

  private mutating func text() throws(PropertyListError) -> String {
    if let quote = cursor.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try quoted(quote)
    }
    let bytes = cursor.takeWhile(Self.isBare)
    guard !bytes.isEmpty else {
      throw cursor.error("a text was expected, not \(cursor.nextForMessage)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func quoted(_ quote: UInt8) throws(PropertyListError) -> String {
    let line = cursor.line
    cursor.advance()
    // UTF-16, because `\U` gives code units: a character beyond U+FFFF is written as two of them.
    var units: [UInt16] = []
    while let byte = cursor.next, byte != quote {
      if byte == UInt8(ascii: "\\") {
        cursor.advance()
        units += try escape()
      } else {
        let plain = cursor.takeWhile { $0 != quote && $0 != UInt8(ascii: "\\") }
        units += Array(String(decoding: plain, as: UTF8.self).utf16)
      }
    }
    guard !cursor.isAtEnd else {
      throw cursor.error("a text in quotes does not end", line: line)
    }
    cursor.advance()
    return String(decoding: units, as: UTF16.self)
  }

  private mutating func escape() throws(PropertyListError) -> [UInt16] {
    guard let byte = cursor.next else { throw cursor.error("the file ends after a backslash") }
    if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) { return [octal()] }
    cursor.advance()
    switch byte {
    case UInt8(ascii: "a"): return [7]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "v"): return [11]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "U"), UInt8(ascii: "u"): return [hexadecimal()]
    case 0x80...:
      // The first byte of a longer character: the backslash means nothing, the rest follows.
      let rest = cursor.takeWhile { $0 & 0xC0 == 0x80 }
      return Array(String(decoding: [byte] + rest, as: UTF8.self).utf16)
    default: return [UInt16(byte)]
    }
  }

  private mutating func octal() -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<3 {
      guard let digit = cursor.next, (48...55).contains(digit) else { break }
      value = value << 3 | UInt16(digit - 48)
      cursor.advance()
    }
    return value & 0xFF
  }

  private mutating func hexadecimal() -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = cursor.next,
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { break }
      value = value << 4 | UInt16(digit)
      cursor.advance()
    }
    return value
  }

  private mutating func skipBlanksAndComments() throws(PropertyListError) {
    while true {
      cursor.skipBlanks()
      // U+2028 and U+2029 separate lines here too, as does the no-break space that editors leave.
      if cursor.take("\u{2028}") || cursor.take("\u{2029}") || cursor.take("\u{A0}") { continue }
      let line = cursor.line
      if cursor.take("//") {
        cursor.takeWhile { $0 != 10 && $0 != 13 }
      } else if cursor.take("/*") {
        guard cursor.skip(past: "*/") else {
          throw cursor.error("a comment does not end", line: line)
        }
      } else {
        return
      }
    }
  }
}
