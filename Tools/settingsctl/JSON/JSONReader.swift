import SettingsLedger

/// Says where a JSON text is wrong.
///
/// It repeats nothing of the text, which may be secret.
struct JSONError: Error, CustomStringConvertible {
  var file: String?
  var line: Int
  /// The byte in the line, counted from 1.
  var byte: Int
  var problem: String
  /// Whether the text is JSON all the same, with something in it that is not taken.
  var isRefusal = false

  var description: String {
    "\(file.map { "\($0): " } ?? "")line \(line), byte \(byte): \(problem)."
  }
}

/// A strict reader of JSON (RFC 8259): no duplicate keys, no lone surrogates, no number that would
/// lose digits or its kind.
struct JSONReader {
  /// How deep arrays and objects may be nested.
  ///
  /// A value of 64 levels may take twice as many, as the
  /// wrapping of dictionaries adds one to each, and a commit has a few around it.
  static let maximumDepth = 2 * SettingValue.maximumDepth + 16

  private let bytes: ArraySlice<UInt8>
  private let file: String?
  private let firstLine: Int
  private var index: Int
  /// The first thing that is JSON and not taken; told only when the rest is JSON too.
  private var refusal: JSONError?

  /// Reads a text in UTF-8 that is one JSON value.
  ///
  /// Errors call it by the name of its file, and count lines from the number of its first.
  static func read(
    _ bytes: ArraySlice<UInt8>, file: String? = nil, line: Int = 1
  ) throws(JSONError) -> JSON {
    var reader = JSONReader(bytes: bytes, file: file, firstLine: line, index: bytes.startIndex)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.index == bytes.endIndex else {
      throw reader.error("the text goes on after the value")
    }
    if let refusal = reader.refusal { throw refusal }
    return value
  }

  static func read(_ text: String) throws(JSONError) -> JSON { try read(Array(text.utf8)[...]) }

  private func error(_ problem: String, at place: Int? = nil) -> JSONError {
    let before = bytes[..<min(place ?? index, bytes.endIndex)]
    let line = firstLine + before.count { $0 == 10 }
    let start = before.lastIndex(of: 10).map { $0 + 1 } ?? bytes.startIndex
    return JSONError(file: file, line: line, byte: before.endIndex - start + 1, problem: problem)
  }

  private mutating func refuse(_ problem: String, at place: Int) {
    guard refusal == nil else { return }
    refusal = error(problem, at: place)
    refusal?.isRefusal = true
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let next, [9, 10, 13, 32].contains(next) { index += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    guard depth <= Self.maximumDepth else {
      refuse("the value is nested too deeply", at: index)
      throw refusal ?? error("the value is nested too deeply")
    }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("the text ends where a value was expected")
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): return try number()
    default: throw error("a value was expected")
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
    guard bytes[index...].starts(with: word.utf8) else { throw error("a value was expected") }
    index += word.utf8.count
    return value
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    index += 1
    var values: [JSON] = []
    skipBlanks()
    if take("]") { return .array([]) }
    while true {
      values.append(try value(depth: depth + 1))
      skipBlanks()
      if take("]") { return .array(values) }
      guard take(",") else { throw error("a comma or the end of the array was expected") }
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    index += 1
    var entries: [SettingValue.DictionaryKey: JSON] = [:]
    skipBlanks()
    if take("}") { return .object([:]) }
    while true {
      skipBlanks()
      let start = index
      guard next == UInt8(ascii: "\"") else { throw error("a key in quotes was expected") }
      let key = SettingValue.DictionaryKey(try string())
      if entries[key] != nil { refuse("the object has this key twice", at: start) }
      skipBlanks()
      guard take(":") else { throw error("a colon was expected") }
      entries[key] = try value(depth: depth + 1)
      skipBlanks()
      if take("}") { return .object(entries) }
      guard take(",") else { throw error("a comma or the end of the object was expected") }
    }
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number() throws(JSONError) -> JSON {
    let start = index
    _ = take("-")
    if !take("0") {
      try digits()
    } else if let next, Self.isDigit(next) {
      throw error("a number does not start with 0")
    }
    var isWhole = true
    if take(".") {
      try digits()
      isWhole = false
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
      isWhole = false
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole {
      let value = Int64(text)
      if value == nil { refuse("the whole number does not fit into 64 bits", at: start) }
      return .integer(value ?? 0)
    }
    let value = Double(text) ?? .infinity
    if !value.isFinite { refuse("the number is too large", at: start) }
    return .double(value)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let next, Self.isDigit(next) { index += 1 }
    guard index > start else { throw error("a digit was expected") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}

// MARK: - Strings

extension JSONReader {
  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error("the text is not valid UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"): content += try escape()
      case 0..<32: throw error("a control character in a text must be escaped")
      default:
        content.append(byte)
        index += 1
      }
    }
    throw error("the text does not end", at: start)
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    let start = index
    index += 1
    guard let byte = next else { throw error("the text does not end", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return try unicode(start)
    default: throw error("the escape is unknown", at: start)
    }
  }

  private mutating func unicode(_ start: Int) throws(JSONError) -> [UInt8] {
    var units = [try hexadecimal()]
    if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try hexadecimal()) }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw error("half of a surrogate pair stands alone", at: start)
    }
    return Array(text.utf8)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    let digits = bytes[index..<min(index + 4, bytes.endIndex)]
    guard digits.count == 4, digits.first != UInt8(ascii: "+"),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("four hexadecimal digits were expected") }
    index += 4
    return unit
  }
}
