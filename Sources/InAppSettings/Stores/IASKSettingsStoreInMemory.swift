public import SettingsLedger

/// The store that keeps settings in memory, for drafts, previews and tests.
public final class IASKSettingsStoreInMemory: IASKAbstractSettingsStore {
  /// The values by key.
  public private(set) var dictionary: [SettingValue.DictionaryKey: SettingValue]

  /// Makes a store with values to begin with.
  public init(dictionary: [SettingValue.DictionaryKey: SettingValue] = [:]) {
    self.dictionary = dictionary
  }

  /// Keeps a value; nil removes it.
  public override func setObject(_ value: SettingValue?, forKey key: String) {
    dictionary[SettingValue.DictionaryKey(key)] = value
  }

  /// The value of a key; nil when there is none.
  public override func object(forKey key: String) -> SettingValue? {
    dictionary[SettingValue.DictionaryKey(key)]
  }

  /// Always false: nothing in memory is durable (rule T9).
  @discardableResult
  public override func synchronize() -> Bool { super.synchronize() }
}
