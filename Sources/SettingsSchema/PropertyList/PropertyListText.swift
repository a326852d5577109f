/// Finds out how the text of a property list is encoded.
enum PropertyListText {
  /// The text as UTF-8 without byte order mark.
  static func utf8(of bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return try checked(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return try utf16(bytes.dropFirst(2), bigEndian: false)
    }
    if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), bigEndian: true) }
    // Without a mark: every property list starts with an ASCII character, so one of its two bytes
    // is zero.
    if bytes.count >= 2, bytes[0] != 0, bytes[1] == 0 {
      return try utf16(bytes[...], bigEndian: false)
    }
    if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 {
      return try utf16(bytes[...], bigEndian: true)
    }
    return try checked(bytes)
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, bigEndian: Bool
  ) throws(PropertyListError) -> [UInt8] {
    guard bytes.count.isMultiple(of: 2) else {
      throw PropertyListError(
        file: nil, problem: "the UTF-16 text ends in the middle of a character")
    }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw PropertyListError(file: nil, problem: "the text is not valid UTF-16")
    }
    return Array(text.utf8)
  }

  private static func checked(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    // Only XML can say that it is in another encoding.
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    if let declaration = head.split(separator: ">", maxSplits: 1).first,
      declaration.contains("<?xml"),
      ["iso-8859-1", "latin1", "latin-1"].contains(where: { declaration.contains($0) })
    {
      return Array(String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))).utf8)
    }
    throw PropertyListError(
      file: nil, line: lineOfFirstInvalidByte(bytes), problem: "the text is not valid UTF-8")
  }

  private static func lineOfFirstInvalidByte(_ bytes: [UInt8]) -> Int {
    // A line feed is never part of another character, so each line can be checked alone.
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    return (bad ?? 0) + 1
  }
}

/// A place in UTF-8 text that knows its line.
struct TextCursor {
  let bytes: [UInt8]
  private(set) var index = 0
  private(set) var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  /// The next byte, nil at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Whether the rest starts with this text.
  func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { return false }
    return bytes[index..<index + count].elementsEqual(text.description.utf8)
  }

  mutating func advance() {
    guard index < bytes.count else { return }
    if bytes[index] == 10 { line += 1 }
    index += 1
  }

  mutating func advance(by count: Int) {
    for _ in 0..<count { advance() }
  }

  /// Moves past the text; stays and says false when the rest does not start with it.
  mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    advance(by: text.utf8CodeUnitCount)
    return true
  }

  /// Moves to where the condition first fails and gives what was passed.
  @discardableResult
  mutating func takeWhile(_ condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.count, condition(bytes[index]) { advance() }
    return bytes[start..<index]
  }

  /// Moves past the next occurrence of the text; to the end, saying false, when there is none.
  mutating func skip(past text: StaticString) -> Bool {
    while !isAtEnd {
      if take(text) { return true }
      advance()
    }
    return false
  }

  mutating func skipBlanks() { takeWhile { $0 == 32 || (9...13).contains($0) } }

  /// An error at this place.
  func error(_ problem: String, line: Int? = nil) -> PropertyListError {
    PropertyListError(file: nil, line: line ?? self.line, problem: problem)
  }

  /// The next character for a message.
  var nextForMessage: String {
    guard index < bytes.count else { return "the end of the file" }
    let text = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
    return "the character " + String(text.prefix(1)).debugDescription
  }
}
