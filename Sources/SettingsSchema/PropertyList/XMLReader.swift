import Foundation
import SettingsCore

/// Reads an XML property list.
///
/// It knows the ten tags of the format and the five named entities, skips comments, declarations
/// and document types, and refuses anything else with the line it stands on.
struct XMLReader {
  private var cursor: TextCursor

  init(_ text: [UInt8]) { cursor = TextCursor(text) }

  /// Whether text is XML rather than OpenStep, where `<` starts raw data.
  static func recognizes(_ text: [UInt8]) -> Bool {
    var cursor = TextCursor(text)
    cursor.skipBlanks()
    guard cursor.take("<") else { return false }
    if cursor.next == UInt8(ascii: "?") || cursor.next == UInt8(ascii: "!") { return true }
    let name = String(decoding: cursor.takeWhile(\.isLetter), as: UTF8.self)
    return Tag(rawValue: name) != nil
  }

  private enum Tag: String {
    case plist, dict, array, key, string, integer, real, date, data
    case yes = "true"
    case no = "false"
  }

  /// What the markup at a place says.
  private enum Markup {
    case open(Tag, isEmpty: Bool)
    case close(Tag)
  }

  mutating func read() throws(PropertyListError) -> SettingValue {
    let value: SettingValue
    switch try markup(after: "the property list") {
    case .open(.plist, isEmpty: false):
      guard case .open(let tag, let isEmpty) = try markup(after: "<plist>") else {
        throw cursor.error("<plist> holds no value")
      }
      value = try self.value(of: tag, isEmpty: isEmpty, depth: 0)
      try close(.plist)
    case .open(let tag, let isEmpty) where tag != .plist:
      value = try self.value(of: tag, isEmpty: isEmpty, depth: 0)
    default: throw cursor.error("the property list holds no value")
    }
    try skipBetweenTags()
    guard cursor.isAtEnd else {
      throw cursor.error("the end of the file was expected, not \(cursor.nextForMessage)")
    }
    return value
  }

  private mutating func value(
    of tag: Tag, isEmpty: Bool, depth: Int
  ) throws(PropertyListError) -> SettingValue {
    guard depth <= PropertyList.maximumDepth else {
      throw cursor.error(PropertyListError.tooDeep.problem)
    }
    switch tag {
    case .dict: return .dictionary(isEmpty ? [:] : try entries(depth: depth))
    case .array: return .array(isEmpty ? [] : try items(depth: depth))
    case .string: return .string(isEmpty ? "" : try text(in: .string))
    case .yes, .no:
      if !isEmpty { try close(tag) }
      return .bool(tag == .yes)
    case .integer, .real, .date, .data:
      let line = cursor.line
      let content = isEmpty ? "" : try text(in: tag)
      guard let value = Self.scalar(tag, content) else {
        throw cursor.error(
          "\(content.prefix(60).debugDescription) is not the text of <\(tag.rawValue)>", line: line)
      }
      return value
    // Foundation takes a key in the place of a value for a text, and apps ship such files.
    case .key: return .string(isEmpty ? "" : try text(in: .key))
    case .plist: throw cursor.error("<plist> stands inside the property list")
    }
  }

  private mutating func items(depth: Int) throws(PropertyListError) -> [SettingValue] {
    var items: [SettingValue] = []
    while true {
      switch try markup(after: "<array>") {
      case .open(let tag, let isEmpty):
        items.append(try value(of: tag, isEmpty: isEmpty, depth: depth + 1))
      case .close(.array): return items
      case .close(let tag): throw cursor.error("</\(tag.rawValue)> closes <array>")
      }
    }
  }

  private mutating func entries(
    depth: Int
  ) throws(PropertyListError) -> [SettingValue.DictionaryKey: SettingValue] {
    var entries: [SettingValue.DictionaryKey: SettingValue] = [:]
    while true {
      let key: String
      switch try markup(after: "<dict>") {
      case .open(.key, let isEmpty): key = isEmpty ? "" : try text(in: .key)
      case .close(.dict): return entries
      case .open(let tag, _): throw cursor.error("<\(tag.rawValue)> in a <dict> has no key")
      case .close(let tag): throw cursor.error("</\(tag.rawValue)> closes <dict>")
      }
      guard case .open(let tag, let isEmpty) = try markup(after: "a key") else {
        throw cursor.error("the key \(key.prefix(60).debugDescription) has no value")
      }
      entries[SettingValue.DictionaryKey(key)] = try value(
        of: tag, isEmpty: isEmpty, depth: depth + 1)
    }
  }
}

// MARK: - Markup

extension XMLReader {
  private mutating func markup(after place: String) throws(PropertyListError) -> Markup {
    try skipBetweenTags()
    guard !cursor.isAtEnd else { throw cursor.error("the file ends within \(place)") }
    guard cursor.take("<") else {
      throw cursor.error("a tag was expected, not \(cursor.nextForMessage)")
    }
    let closes = cursor.take("/")
    let name = String(
      decoding: cursor.takeWhile { ![9, 10, 13, 32, 47, 62, 60].contains($0) }, as: UTF8.self)
    guard let tag = Tag(rawValue: name) else {
      throw cursor.error("the tag <\(closes ? "/" : "")\(name.prefix(40))> is unknown")
    }
    var last: UInt8 = 0
    // Attributes have no meaning here, but a `>` inside quotes does not end the tag.
    while let byte = cursor.next, byte != UInt8(ascii: ">") {
      if byte == UInt8(ascii: "<") { break }
      last = byte
      cursor.advance()
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        cursor.takeWhile { $0 != byte }
        cursor.advance()
      }
    }
    guard cursor.take(">") else { throw cursor.error("the tag <\(name)> does not end") }
    return closes ? .close(tag) : .open(tag, isEmpty: last == UInt8(ascii: "/"))
  }

  private mutating func close(_ tag: Tag) throws(PropertyListError) {
    guard case .close(tag) = try markup(after: "<\(tag.rawValue)>") else {
      throw cursor.error("</\(tag.rawValue)> was expected")
    }
  }

  private mutating func skipBetweenTags() throws(PropertyListError) {
    while true {
      cursor.skipBlanks()
      let line = cursor.line
      if cursor.take("<!--") {
        guard cursor.skip(past: "-->") else {
          throw cursor.error("a comment does not end", line: line)
        }
      } else if cursor.take("<?") {
        guard cursor.skip(past: "?>") else {
          throw cursor.error("a declaration does not end", line: line)
        }
      } else if cursor.starts(with: "<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    let line = cursor.line
    cursor.takeWhile { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "[") }
    if cursor.take("["), !cursor.skip(past: "]") {
      throw cursor.error("the document type does not end", line: line)
    }
    guard cursor.skip(past: ">") else {
      throw cursor.error("the document type does not end", line: line)
    }
  }
}

// MARK: - Content

extension XMLReader {
  /// The text up to the tag's end, entities and CDATA resolved.
  private mutating func text(in tag: Tag) throws(PropertyListError) -> String {
    var bytes: [UInt8] = []
    let line = cursor.line
    while let byte = cursor.next {
      switch byte {
      case UInt8(ascii: "&"): bytes += try entity()
      case UInt8(ascii: "<"):
        if cursor.take("<![CDATA[") {
          while !cursor.starts(with: "]]>") {
            guard let byte = cursor.next else {
              throw cursor.error("CDATA does not end", line: line)
            }
            bytes.append(byte)
            cursor.advance()
          }
          cursor.advance(by: 3)
        } else if cursor.take("<!--") {
          guard cursor.skip(past: "-->") else {
            throw cursor.error("a comment does not end", line: line)
          }
        } else {
          try close(tag)
          return String(decoding: bytes, as: UTF8.self)
        }
      default:
        bytes += cursor.takeWhile { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") }
      }
    }
    throw cursor.error("<\(tag.rawValue)> does not end", line: line)
  }

  private mutating func entity() throws(PropertyListError) -> [UInt8] {
    cursor.advance()
    let name = String(
      decoding: cursor.takeWhile { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#") },
      as: UTF8.self)
    guard cursor.take(";") else { throw cursor.error("& starts no entity; write &amp;") }
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default:
      let code =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let code, let scalar = Unicode.Scalar(code) else {
        throw cursor.error("the entity &\(name.prefix(20)); is unknown")
      }
      return Array(String(scalar).utf8)
    }
  }

  private static func scalar(_ tag: Tag, _ content: String) -> SettingValue? {
    let text = content.trimmingCharacters(in: .whitespacesAndNewlines)
    switch tag {
    case .integer: return integer(text).map(SettingValue.integer)
    case .real: return real(text).map(SettingValue.double)
    case .date: return PropertyListDate.date(from: text).map(SettingValue.date)
    case .data:
      let digits = text.filter { !$0.isWhitespace }
      return Data(base64Encoded: digits).map(SettingValue.data)
    default: return nil
    }
  }

  private static func integer(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let first = digits.first, first.isHexDigit else { return nil }
    let sign = isNegative ? "-" : ""
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      return Int64(sign + digits.dropFirst(2), radix: 16)
    }
    return Int64(sign + digits)
  }

  private static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: Double(text)
    }
  }
}

extension UInt8 {
  var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
  var isDigit: Bool { (48...57).contains(self) }
}
