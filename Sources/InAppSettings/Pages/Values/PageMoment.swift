import SettingsCore
import SettingsLedger

/// Tells the moments of a page apart.
struct PageStamp: Hashable, Sendable {
  let store: StateStamp
  /// The number of changes of the draft that the page belongs to, and of those it was opened in.
  var drafts: [UInt64] = []
}

/// All that a page reads, at one moment.
struct PageMoment: Sendable {
  /// What tells it from other moments.
  let stamp: PageStamp
  /// The store's values.
  let store: SettingsSnapshot
  /// The item of the draft that the page belongs to; nil for a page of the store.
  let item: Item?
  /// The items of the drafts that this one was opened in, the nearest first.
  var outerItems: [Item] = []
  /// The hidden settings.
  let hidden: Set<SettingName>
  /// Whether the program registered a setting of the store as a secret.
  let isRegisteredSecret: @Sendable (SettingName) -> Bool

  /// An item of a list while it is edited.
  struct Item: Sendable {
    var entries: [SettingValue.DictionaryKey: SettingValue]
    /// The settings of its pages: they are looked up in the item only.
    let names: Set<SettingName>
    /// Whether none of its values must be shown.
    var isSecret = false
  }

  /// The stored value of a setting of the page.
  func stored(_ name: SettingName) -> SettingValue? {
    guard let item else { return store.state[name] }
    return item.entries[SettingValue.DictionaryKey(name.text)]
  }

  /// The default that the program registered for a setting of the page.
  func registered(_ name: SettingName) -> SettingValue? {
    item == nil && !store.isSet(name) ? store[name] : nil
  }

  /// Whether the values of a setting of the page must not be shown, whatever the page says.
  ///
  /// What is secret as a whole is so in all its parts.
  func isSecret(_ name: SettingName) -> Bool {
    if let item { return item.isSecret }
    return store.state.isSecret(name) || isRegisteredSecret(name)
  }

  /// The value of any setting: of the nearest item that has such a setting, else of the store; without
  /// what a page says about defaults.
  func anyValue(_ name: SettingName) -> SettingValue? {
    for item in [item].compactMap({ $0 }) + outerItems where item.names.contains(name) {
      return item.entries[SettingValue.DictionaryKey(name.text)]
    }
    return store[name]
  }
}
