/// The forms in which settings are brought in and out.
enum FileFormat: String, CaseIterable {
  case plist
  case json
  case ndjson

  /// The format that `--format` names; nil when it names none.
  init?(_ invocation: Invocation) throws {
    guard let word = invocation[.format] else { return nil }
    guard let format = FileFormat(rawValue: word) else {
      throw ToolError.usage("--format is plist, json or ndjson.")
    }
    self = format
  }

  /// The format that the content has, as far as its beginning tells.
  init(guessing bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = Self.withoutBlanks(rest)
    guard rest.first == UInt8(ascii: "{") else {
      self = rest.first == UInt8(ascii: "[") ? .json : .plist
      return
    }
    let firstLine = rest.prefix { $0 != 10 }
    if let header = try? JSONReader.read(firstLine), header["format"] != nil,
      header["origin"] != nil
    {
      self = .ndjson
    } else {
      self = Self.isObject(rest.dropFirst()) ? .json : .plist
    }
  }

  /// Whether what follows the brace is JSON: OpenStep has `=` after the key, and keys without quotes.
  private static func isObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = withoutBlanks(bytes)
    guard rest.first == UInt8(ascii: "\"") else {
      return rest.isEmpty || rest.first == UInt8(ascii: "}")
    }
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
    }
    return withoutBlanks(rest).first != UInt8(ascii: "=")
  }

  private static func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop { [9, 10, 13, 32].contains($0) }
  }
}
