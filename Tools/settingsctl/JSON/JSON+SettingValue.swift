import Foundation
import SettingsLedger

extension JSON {
  /// The value of a setting as JSON.
  ///
  /// What JSON has no form for is an object with one key that starts with `$`; a dictionary that looks
  /// like one is wrapped.
  init(_ value: SettingValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .string(let value): self = .string(value)
    case .double(let value):
      self =
        value.isFinite
        ? .double(value)
        : .object(["$double": .string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")])
    case .data(let value): self = .object(["$data": .string(value.base64EncodedString())])
    case .date(let value): self = .object(["$date": Self.form(of: value)])
    case .array(let values): self = .array(values.map { JSON($0) })
    case .dictionary(let entries):
      let object = JSON.object(entries.mapValues { JSON($0) })
      let isWrapped = entries.count == 1 && entries.keys.allSatisfy { $0.text.hasPrefix("$") }
      self = isWrapped ? .object(["$dict": object]) : object
    }
  }

  /// What is shown of a value.
  init(_ shown: ShownValue) {
    switch shown {
    case .value(let value): self.init(value)
    case .secret: self = .object(["$secret": .bool(true)])
    case .redacted: self = .object(["$redacted": .bool(true)])
    }
  }

  /// The text of a date when that says exactly which, else the seconds since 2001.
  private static func form(of date: Date) -> JSON {
    let seconds = date.timeIntervalSinceReferenceDate
    if let microseconds = Int64(exactly: (seconds * 1e6).rounded()),
      CivilTime.fourDigitYears.contains(microseconds + epoch),
      (Double(microseconds) / 1e6).bitPattern == seconds.bitPattern
    {
      return .string(CivilTime.text(microseconds + epoch))
    }
    return .double(seconds)
  }

  /// Microseconds from 1970 to 2001.
  private static let epoch: Int64 = 978_307_200_000_000

  static func date(_ text: String) -> Date? {
    guard let time = CivilTime(text), time.hasZone else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(time.microseconds - epoch) / 1e6)
  }
}

extension SettingValue {
  /// Reads a value from JSON, the reverse of ``JSON/init(_:)-SettingValue``.
  ///
  /// - Throws: ``ValueFormError``, which repeats nothing of the value.
  init(_ json: JSON) throws(ValueFormError) {
    switch json {
    case .null: throw .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let values):
      var list: [SettingValue] = []
      for value in values { list.append(try SettingValue(value)) }
      self = .array(list)
    case .object(let entries):
      if entries.count == 1, let (key, content) = entries.first, key.text.hasPrefix("$") {
        self = try Self.special(key.text, content)
      } else {
        self = .dictionary(try Self.entries(entries))
      }
    }
  }

  private static func entries(
    _ entries: [DictionaryKey: JSON]
  ) throws(ValueFormError) -> [DictionaryKey: SettingValue] {
    var values: [DictionaryKey: SettingValue] = [:]
    for (key, value) in entries { values[key] = try SettingValue(value) }
    return values
  }

  private static func special(
    _ key: String, _ content: JSON
  ) throws(ValueFormError) -> SettingValue {
    switch (key, content) {
    case ("$data", .string(let text)):
      guard let data = Data(base64Encoded: text) else { throw .data }
      return .data(data)
    case ("$date", .string(let text)):
      guard let date = JSON.date(text) else { throw .date }
      return .date(date)
    case ("$date", .integer(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case ("$date", .double(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case ("$double", .string("nan")): return .double(.nan)
    case ("$double", .string("inf")): return .double(.infinity)
    case ("$double", .string("-inf")): return .double(-.infinity)
    case ("$dict", .object(let entries)): return .dictionary(try Self.entries(entries))
    case ("$secret", .bool(true)), ("$redacted", .bool(true)): throw .masked
    default: throw .special
    }
  }
}

/// Says why a JSON value is no value of a setting.
enum ValueFormError: Error, CustomStringConvertible {
  case null
  case data
  case date
  case masked
  case special

  var description: String {
    switch self {
    case .null: "null is no value; use reset to take a value away"
    case .data: "{\"$data\":…} takes base64"
    case .date: "{\"$date\":…} takes an ISO 8601 time with a zone, or seconds since 2001"
    case .masked: "a value that was masked or erased in an export cannot be stored"
    case .special:
      "an object whose only key starts with $ is a date, data, double or dict; "
        + "wrap a dictionary of that kind as {\"$dict\":…}"
    }
  }
}

extension JSON {
  /// Whether this stands for a value that an export did not tell.
  var isMask: Bool {
    self == .object(["$secret": .bool(true)]) || self == .object(["$redacted": .bool(true)])
  }
}
