import Foundation
import SettingsLedger

/// A VALUE as it was given, before it is known what kind of value it is to be.
struct ValueText: Sendable {
  private let bytes: Data
  /// Whether it came from a file or standard input: data is taken from there as it is.
  private let isContent: Bool

  /// Takes a value from the command line: the text itself; `-` for standard input, `@FILE` for a
  /// file, `@@…` for a text that starts with `@`.
  init(_ argument: String) throws {
    isContent = argument == "-" || (argument.hasPrefix("@") && !argument.hasPrefix("@@"))
    if isContent {
      bytes = try Input.bytes(argument == "-" ? "-" : String(argument.dropFirst()))
    } else {
      bytes = Data((argument.hasPrefix("@@") ? argument.dropFirst() : argument[...]).utf8)
    }
  }

  /// Takes a text that was typed when asked for.
  init(typed text: String) {
    bytes = Data(text.utf8)
    isContent = false
  }

  /// The value of the type that was asked for, else of the kind that is stored, else what JSON makes
  /// of the text, else the text.
  func value(
    for name: SettingName, type asked: ValueType?, stored: SettingValue.Kind?
  ) throws -> SettingValue {
    if isContent, asked == .data || (asked == nil && stored == .data) { return .data(bytes) }
    let text = try text(for: name)
    if let asked {
      guard let value = try asked.value(of: text, for: name) else {
        throw mismatch(name, "the value given is not of the type \(asked.rawValue).")
      }
      return value
    }
    guard text != "null" else {
      throw ToolError.usage(
        "\(Text.name(name)): \(ValueFormError.null). For the text give --type string.")
    }
    guard let stored else {
      do {
        return try ValueType.value(try JSONReader.read(text), for: name)
      } catch let error as JSONError {
        guard error.isRefusal else { return .string(text) }
        throw ToolError.malformed("\(Text.name(name)): \(error) For the text give --type string.")
      }
    }
    guard let value = try ValueType(stored).value(of: text, for: name), value.kind == stored else {
      throw mismatch(
        name,
        "the value given is not of the type \(stored.rawValue), which is stored; "
          + "give --type to change the type.")
    }
    return value
  }

  private func text(for name: SettingName) throws -> String {
    // A file's last line ends with a line feed that is no part of the value.
    let content = isContent && bytes.last == 10 ? bytes.dropLast() : bytes
    guard let text = String(validating: content, as: UTF8.self) else {
      throw ToolError.malformed(
        "\(Text.name(name)): the value given is not valid UTF-8; give --type data for bytes.")
    }
    return text
  }

  private func mismatch(_ name: SettingName, _ problem: String) -> ToolError {
    ToolError(.negative, "typeMismatch", "\(Text.name(name)): \(problem)")
  }
}

/// The types that `--type` names.
enum ValueType: String, CaseIterable, Sendable {
  case bool
  case int
  case double
  case string
  case data
  case date
  case json

  init(_ kind: SettingValue.Kind) {
    self =
      switch kind {
      case .bool: .bool
      case .integer: .int
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .array, .dictionary: .json
      }
  }

  /// The value of this type that a text stands for; nil when it stands for none.
  func value(of text: String, for name: SettingName) throws -> SettingValue? {
    switch self {
    case .bool: return ["true": true, "false": false][text].map { .bool($0) }
    case .int: return Int64(text).map { .integer($0) }
    case .double: return Self.double(text).map { .double($0) }
    case .string: return .string(text)
    case .data: return Data(base64Encoded: text).map { .data($0) }
    case .date:
      if let date = JSON.date(text) { return .date(date) }
      return Self.double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .json:
      do {
        return try Self.value(try JSONReader.read(text), for: name)
      } catch let error as JSONError {
        throw ToolError.malformed("\(Text.name(name)): \(error)")
      }
    }
  }

  /// The value that a JSON value stands for.
  static func value(_ json: JSON, for name: SettingName) throws -> SettingValue {
    do {
      return try SettingValue(json)
    } catch {
      throw ToolError(.usage, "invalidValue", "\(Text.name(name)): \(error).")
    }
  }

  private static func double(_ text: String) -> Double? {
    switch text {
    case "nan", "inf", "-inf": Double(text)
    // Not the hexadecimal and other forms that Swift reads, and nothing that is rounded to infinity.
    default:
      text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
  }
}
