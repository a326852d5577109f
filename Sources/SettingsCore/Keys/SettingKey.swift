import Synchronization

/// A setting with the type of its value and its default.
///
/// Declare keys once, as constants, and use them at every call:
///
/// ```swift
/// nonisolated extension SettingKey<Double> {
///   static let fontSize = SettingKey("editor.fontSize", default: 13.0)
/// }
/// nonisolated extension SettingKey<String?> {
///   static let nickname = SettingKey("profile.nickname")
/// }
///
/// store[.fontSize]                     // 13.0
/// try store.set(.fontSize, to: 14)
/// ```
///
/// A value is any `Codable` type, or an enumeration with a raw value. Booleans, numbers, strings, dates,
/// data, URLs and UUIDs are stored as single values; other types as readable arrays and dictionaries.
/// The key of an optional value has no default: it reads nil when unset, and setting nil resets it.
///
/// Numbers are read across kinds when that is exact: a stored integer 14 is 14.0 under a `Double` key.
/// Nothing else converts: `true` is no number, and `"14"` is not 14.
///
/// A key that is a constant remembers where its value lies in a store and is read without looking its
/// name up. A key made anew for each call works the same and is slower.
public final class SettingKey<Value: Sendable>: Sendable {
  /// The name of the setting.
  public let name: SettingName
  /// The value of a setting that has none stored and none registered.
  public let defaultValue: Value

  /// How values are stored.
  package let coding: SettingCoding<Value>
  /// Where the value lies in the store that was asked last.
  package let slot = SlotHint()

  private init(_ name: SettingName, _ defaultValue: Value, _ coding: SettingCoding<Value>) {
    self.name = name
    self.defaultValue = defaultValue
    self.coding = coding
  }

  /// Makes a key for a `Codable` value.
  public convenience init(_ name: SettingName, default defaultValue: Value) where Value: Codable {
    self.init(name, defaultValue, .codable())
  }

  /// Makes a key for an enumeration, or another type with a raw value; the raw value is stored.
  public convenience init(_ name: SettingName, default defaultValue: Value)
  where Value: RawRepresentable, Value.RawValue: Codable & Sendable {
    self.init(name, defaultValue, .rawValue())
  }

  /// Makes a key for a type that is `Codable` and has a raw value; the raw value is stored.
  public convenience init(_ name: SettingName, default defaultValue: Value)
  where Value: RawRepresentable & Codable, Value.RawValue: Codable & Sendable {
    self.init(name, defaultValue, .rawValue())
  }

  /// Makes a key for an optional `Codable` value.
  public convenience init<Wrapped>(_ name: SettingName)
  where Value == Wrapped?, Wrapped: Codable & Sendable {
    self.init(name, nil, .optional(.codable()))
  }

  /// Makes a key for an optional enumeration, or another optional type with a raw value.
  public convenience init<Wrapped>(_ name: SettingName)
  where
    Value == Wrapped?, Wrapped: RawRepresentable & Sendable, Wrapped.RawValue: Codable & Sendable
  {
    self.init(name, nil, .optional(.rawValue()))
  }

  /// Makes a key for an optional type that is `Codable` and has a raw value; the raw value is stored.
  public convenience init<Wrapped>(_ name: SettingName)
  where
    Value == Wrapped?, Wrapped: RawRepresentable & Codable & Sendable,
    Wrapped.RawValue: Codable & Sendable
  {
    self.init(name, nil, .optional(.rawValue()))
  }
}

extension SettingKey: CustomStringConvertible {
  /// The name of the setting.
  public var description: String { name.text }
}

/// Where the value of a key lies in the store that was asked last.
///
/// Store and slot share one atomic word, so that a key used with two stores at once reads either
/// answer whole. A wrong store in it costs one look-up by name, nothing else.
package final class SlotHint: Sendable {
  private let word = Atomic<UInt64>(0)

  /// The slot in a store, by the store's number in this process (from 1).
  package func slot(inStore store: UInt32) -> Int? {
    let word = word.load(ordering: .relaxed)
    return word >> 32 == UInt64(store) ? Int(word & 0xffff_ffff) : nil
  }

  package func remember(_ slot: Int, inStore store: UInt32) {
    guard let slot = UInt32(exactly: slot) else { return }
    word.store(UInt64(store) << 32 | UInt64(slot), ordering: .relaxed)
  }
}
