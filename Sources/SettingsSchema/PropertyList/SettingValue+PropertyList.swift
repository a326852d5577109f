import Foundation
public import SettingsCore

extension SettingValue {
  /// Makes a value from what Foundation calls a property list.
  ///
  /// A truth value is told from the number 1 by its dynamic type, since `as? Bool` is true for
  /// both.
  ///
  /// - Parameter propertyList: A `Bool`, number, `String`, `Data`, `Date`, or an array or a
  ///   string-keyed dictionary of those.
  /// - Throws: ``PropertyListError`` for any other type, for a whole number that does not fit
  ///   64 bits with sign, and for nesting deeper than ``PropertyList/maximumDepth``.
  /// - Complexity: O(size of the property list).
  public init(propertyList: Any) throws(PropertyListError) {
    self = try Self.convert(propertyList, depth: 0)
  }

  /// The value as Foundation's property-list types: `Bool`, `Int64`, `Double`, `String`, `Data`,
  /// `Date`, `[Any]`, `[String: Any]`.
  ///
  /// Of keys that Swift's `String` calls equal, the last in the order of bytes is kept;
  /// ``PropertyList/write(_:)`` keeps them all.
  ///
  /// - Complexity: O(size of the value).
  public var propertyList: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.propertyList)
    case .dictionary(let values):
      Dictionary(
        values.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value.propertyList) }
      ) { _, last in last }
    }
  }

  private static func convert(_ value: Any, depth: Int) throws(PropertyListError) -> SettingValue {
    guard depth <= PropertyList.maximumDepth else { throw .tooDeep }
    // Linux gives the items of what it bridges as optionals.
    if let optional = value as? any OptionalItem, let wrapped = optional.wrapped {
      return try convert(wrapped, depth: depth)
    }
    if let value = value as? SettingValue { return value }
    // The order matters: `as? [Any]` and the number types accept bridged values of other kinds.
    if let text = value as? String { return .string(text) }
    if let number = scalar(value) { return try number.get() }
    if let data = value as? Data { return .data(data) }
    if let date = value as? Date { return .date(date) }
    if let items = value as? [Any] {
      var converted: [SettingValue] = []
      converted.reserveCapacity(items.count)
      for item in items { converted.append(try convert(item, depth: depth + 1)) }
      return .array(converted)
    }
    if let entries = value as? [String: Any] {
      var converted: [DictionaryKey: SettingValue] = [:]
      for (key, item) in entries {
        converted[DictionaryKey(key)] = try convert(item, depth: depth + 1)
      }
      return .dictionary(converted)
    }
    throw PropertyListError(
      file: nil, problem: "a value of type \(type(of: value)) is not part of a property list")
  }

  private static func scalar(_ value: Any) -> Result<SettingValue, PropertyListError>? {
    if type(of: value) == Bool.self { return (value as? Bool).map { .success(.bool($0)) } }
    switch value {
    case let number as NSNumber where type(of: value) is NSNumber.Type: return number.settingValue
    case let number as Double where type(of: value) == Double.self: return .success(.double(number))
    case let number as Float where type(of: value) == Float.self:
      return .success(.double(Double(number)))
    case let number as any BinaryInteger:
      return Int64(exactly: number).map { .success(.integer($0)) }
        ?? .failure(.tooLarge("\(number)"))
    default: return nil
    }
  }
}

/// An optional whose type is not known.
private protocol OptionalItem {
  var wrapped: Any? { get }
}

extension Optional: OptionalItem {
  fileprivate var wrapped: Any? { map { $0 } }
}

extension NSNumber {
  /// The number by its own kind: truth value, whole or real.
  fileprivate var settingValue: Result<SettingValue, PropertyListError> {
    #if canImport(Darwin)
      if CFGetTypeID(self) == CFBooleanGetTypeID() { return .success(.bool(boolValue)) }
      if CFNumberIsFloatType(self) { return .success(.double(doubleValue)) }
      let text = stringValue
    #else
      // `objCType` would tell, but it is a pointer. Taking a number out of an array bridges it to
      // `Bool` when it is a truth value, and a real's text has a point, an exponent or letters.
      if let flag = (NSArray(object: self) as? [Any])?.first, type(of: flag) == Bool.self {
        return .success(.bool(boolValue))
      }
      let text = stringValue
      guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }) else {
        return .success(.double(doubleValue))
      }
    #endif
    return Int64(text).map { .success(.integer($0)) } ?? .failure(.tooLarge(text))
  }
}

extension PropertyListError {
  static func tooLarge(_ text: String) -> PropertyListError {
    PropertyListError(
      file: nil, problem: "the whole number \(text.prefix(60)) does not fit 64 bits with sign")
  }

  static var tooDeep: PropertyListError {
    PropertyListError(
      file: nil, problem: "values are nested deeper than \(PropertyList.maximumDepth) levels")
  }
}
