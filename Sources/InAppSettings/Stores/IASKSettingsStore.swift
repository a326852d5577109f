public import SettingsLedger
public import SettingsSchema

/// What InAppSettingsKit asks of a settings store, under the names that Swift gives it.
///
/// Values are ``SettingsCore/SettingValue``s, not `Any`, so that there is none that cannot be kept.
/// Nothing throws and nothing stops the process: a write that fails is told by ``synchronize()`` and
/// ``lastFailure``. To make a store of your own, inherit from ``IASKAbstractSettingsStore``.
public protocol IASKSettingsStore: AnyObject {
  /// Stores a truth value (rule T1).
  func setBool(_ value: Bool, for specifier: Specifier)
  /// Stores a number.
  func setFloat(_ value: Float, for specifier: Specifier)
  /// Stores a number.
  func setDouble(_ value: Double, for specifier: Specifier)
  /// Stores a whole number.
  func setInteger(_ value: Int, for specifier: Specifier)
  /// Stores a value where the entry says: under its key, in its item of a list, or as a new item;
  /// nil removes (rules T2–T5).
  func setObject(_ value: SettingValue?, for specifier: Specifier)

  /// The stored truth value; false when there is none (rule T1).
  func bool(for specifier: Specifier) -> Bool
  /// The stored number; 0 when there is none.
  func float(for specifier: Specifier) -> Float
  /// The stored number; 0 when there is none.
  func double(for specifier: Specifier) -> Double
  /// The stored whole number; 0 when there is none.
  func integer(for specifier: Specifier) -> Int
  /// The stored value; nil when there is none (rules T3, T4, T6).
  func object(for specifier: Specifier) -> SettingValue?

  /// Stores a list.
  func setArray(_ array: [SettingValue], for specifier: Specifier)
  /// The stored list; empty when there is none or the value is no list (rule T8).
  func array(for specifier: Specifier) -> [SettingValue]
  /// Adds an item to the list that the entry is a row of (rule T4).
  func add(_ object: SettingValue, for specifier: Specifier)
  /// Takes away what the entry stands for: an item of a list, or the value of a key (rules T2, T7).
  func removeObject(with specifier: Specifier)

  /// Stores a value under a key; nil removes it (rule T2).
  func setObject(_ value: SettingValue?, forKey key: String)
  /// The value stored under a key; nil when there is none.
  func object(forKey key: String) -> SettingValue?

  /// Makes what was written durable.
  ///
  /// - Returns: true when everything written so far is durable, false when it is not or a write
  ///   since the last call failed (rule T9).
  @discardableResult
  func synchronize() -> Bool

  /// The last write that failed; nil as long as none has.
  var lastFailure: StoreFailure? { get }
}

// The older form, by key.
extension IASKSettingsStore {
  /// Stores a truth value under a key (rule T1).
  public func setBool(_ value: Bool, forKey key: String) { setObject(.bool(value), forKey: key) }

  /// Stores a number under a key.
  public func setFloat(_ value: Float, forKey key: String) {
    setObject(.double(Double(value)), forKey: key)
  }

  /// Stores a number under a key.
  public func setDouble(_ value: Double, forKey key: String) {
    setObject(.double(value), forKey: key)
  }

  /// Stores a whole number under a key.
  public func setInteger(_ value: Int, forKey key: String) {
    setObject(.integer(Int64(value)), forKey: key)
  }

  /// The truth value under a key; false when there is none (rule T1).
  public func bool(forKey key: String) -> Bool { object(forKey: key).boolValue }
  /// The number under a key; 0 when there is none.
  public func float(forKey key: String) -> Float { Float(object(forKey: key).doubleValue) }
  /// The number under a key; 0 when there is none.
  public func double(forKey key: String) -> Double { object(forKey: key).doubleValue }
  /// The whole number under a key; 0 when there is none.
  public func integer(forKey key: String) -> Int { object(forKey: key).integerValue }
}
