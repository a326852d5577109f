import SettingsLedger

/// A JSON value that keeps whole numbers and fractions apart.
indirect enum JSON: Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  /// Keys are compared by bytes, as the keys of settings are.
  case object([SettingValue.DictionaryKey: JSON])
}

extension JSON {
  /// An object without the entries that are nil.
  static func object(present entries: [SettingValue.DictionaryKey: JSON?]) -> JSON {
    .object(entries.compactMapValues { $0 })
  }

  /// The entry of an object.
  subscript(key: String) -> JSON? {
    if case .object(let entries) = self { entries[.init(key)] } else { nil }
  }

  /// The text of a string.
  var stringValue: String? { if case .string(let text) = self { text } else { nil } }
}

// MARK: - Writing

extension JSON {
  /// The value on one line, with the keys of objects in the order of their bytes.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // The shortest text that reads back as the same number; it always has a fraction or exponent.
    case .double(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let entries):
      text += "{"
      for (index, entry) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        Self.write(entry.key.text, to: &text)
        text += ":"
        entry.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // A person may read it on a terminal; for programs it is the same text.
      case _ where scalar.drivesTerminal:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
