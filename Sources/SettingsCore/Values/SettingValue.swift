#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value of a setting: what a property list can hold.
///
/// Two values are equal when they are stored as the same bytes: `1` and `1.0` differ, NaN equals NaN,
/// `0.0` and `-0.0` differ, and texts are compared byte by byte.
public enum SettingValue: Sendable {
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A binary floating-point number; NaN and the infinities included.
  case double(Double)
  /// A text.
  case string(String)
  /// Raw bytes.
  case data(Data)
  /// A point in time, kept as Foundation's exact number of seconds since 2001.
  case date(Date)
  /// An ordered list of values.
  case array([SettingValue])
  /// Values by key. Keys are compared by bytes.
  case dictionary([DictionaryKey: SettingValue])
}

extension SettingValue {
  /// The key of an entry in a ``SettingValue/dictionary(_:)``: any text, compared byte by byte.
  public struct DictionaryKey: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
  {
    /// The key as text.
    public let text: String

    /// Makes a key from any text, the empty one included.
    public init(_ text: String) { self.text = text }

    /// Makes a key from a literal.
    public init(stringLiteral literal: String) { self.text = literal }

    /// Whether two keys have the same bytes.
    public static func == (lhs: DictionaryKey, rhs: DictionaryKey) -> Bool {
      lhs.text.hasSameBytes(as: rhs.text)
    }

    /// Feeds the key to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Whether one key comes before another in the order of their bytes.
    public static func < (lhs: DictionaryKey, rhs: DictionaryKey) -> Bool {
      lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }

    /// The key as text.
    public var description: String { text }
  }

  /// The kinds of value, for messages and conversions.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A truth value.
    case bool
    /// A whole number.
    case integer
    /// A floating-point number.
    case double
    /// A text.
    case string
    /// Raw bytes.
    case data
    /// A point in time.
    case date
    /// A list.
    case array
    /// Values by key.
    case dictionary
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .array: .array
    case .dictionary: .dictionary
    }
  }
}

extension SettingValue: Hashable {
  /// Whether two values are stored as the same bytes.
  ///
  /// - Complexity: O(size of the values).
  public static func == (lhs: SettingValue, rhs: SettingValue) -> Bool {
    switch (lhs, rhs) {
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a.canonicalBits == b.canonicalBits
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.data(let a), .data(let b)): a == b
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.canonicalBits
        == b.timeIntervalSinceReferenceDate.canonicalBits
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    default: false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.canonicalBits)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value):
      hasher.combine(value.timeIntervalSinceReferenceDate.canonicalBits)
    case .array(let values): hasher.combine(values)
    case .dictionary(let values): hasher.combine(values)
    }
  }
}

extension Double {
  /// The bit pattern with all NaNs folded into one, as the stored form has only one NaN.
  var canonicalBits: UInt64 { isNaN ? Double.nan.bitPattern : bitPattern }
}

extension SettingValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes a truth value from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Makes a whole number from a literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Makes a floating-point number from a literal.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes a text from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a list from a literal.
  public init(arrayLiteral elements: SettingValue...) { self = .array(elements) }
  /// Makes a dictionary from a literal; of entries with the same key the last one counts.
  public init(dictionaryLiteral elements: (DictionaryKey, SettingValue)...) {
    self = .dictionary(Dictionary(elements) { _, last in last })
  }
}
