import Foundation
import SettingsCore

/// A JSON value, with whole numbers, fractions and truth values kept apart.
enum JSON: Equatable, Decodable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case list([JSON])
  case object([String: JSON])

  init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(contentsOf: url))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// The value in the shape of the expected files: reals, dates and data are marked.
  init(_ value: SettingValue) {
    self =
      switch value {
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      case .double(let value): .object(["$real": .real(value)])
      case .string(let value): .string(value)
      case .data(let value): .object(["$data": .string(value.base64EncodedString())])
      case .date(let value): .object(["$date": .string(value.formatted(.iso8601))])
      case .array(let values): .list(values.map(JSON.init))
      case .dictionary(let values):
        .object(
          Dictionary(
            values.map { ($0.key.text, JSON($0.value)) }, uniquingKeysWith: { first, _ in first }))
      }
  }

  /// The setting's value that is written so; nil for null.
  var settingValue: SettingValue? {
    switch self {
    case .null: return nil
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real(let value): return .double(value)
    case .string(let value): return .string(value)
    case .list(let values): return .array(values.compactMap(\.settingValue))
    case .object(let values):
      if let number = values["$real"]?.number { return .double(number) }
      if let text = values["$date"]?.text, let date = try? Date(text, strategy: .iso8601) {
        return .date(date)
      }
      if let text = values["$data"]?.text, let data = Data(base64Encoded: text) {
        return .data(data)
      }
      return .dictionary(
        Dictionary(
          values.compactMap { key, value in
            value.settingValue.map { (SettingValue.DictionaryKey(key), $0) }
          }, uniquingKeysWith: { first, _ in first }))
    }
  }

  init(_ text: String?) { self = text.map(JSON.string) ?? .null }

  subscript(_ key: String) -> JSON { object[key] ?? .null }

  var object: [String: JSON] { if case .object(let value) = self { value } else { [:] } }
  var array: [JSON] { if case .list(let value) = self { value } else { [] } }
  var text: String? { if case .string(let value) = self { value } else { nil } }
  var isTrue: Bool { self == .bool(true) }

  /// Whether the original threw instead of answering.
  var isException: Bool { object["$exception"] != nil }

  var short: String {
    let text =
      switch self {
      case .null: "null"
      case .bool(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .string(let value): value.debugDescription
      case .list(let values): "[" + values.map(\.short).joined(separator: ", ") + "]"
      case .object(let values):
        "{"
          + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.short)" }
          .joined(separator: ", ") + "}"
      }
    return String(text.prefix(160))
  }
}
