import SettingsCore

/// The items of a list group, as its key stores them.
///
/// Stores and pages change lists by these rules. An index that no item has changes nothing.
struct ListItems {
  /// The items, in order.
  private(set) var values: [SettingValue]

  /// The items in a stored value: none when nothing is stored; nil when it is not a list.
  init?(_ stored: SettingValue?) {
    switch stored {
    case .array(let values): self.values = values
    case nil: self.values = []
    default: return nil
    }
  }

  /// The items as they are stored.
  var stored: SettingValue { .array(values) }

  /// What an item holds for a key: the entry of a dictionary that has it, else the whole item; nil
  /// when there is no such item (rule T6).
  func value(at index: Int, key: SettingName?) -> SettingValue? {
    guard values.indices.contains(index) else { return nil }
    if let key, case .dictionary(let entries) = values[index],
      let entry = entries[SettingValue.DictionaryKey(key.text)]
    {
      return entry
    }
    return values[index]
  }

  /// Changes an item: a dictionary replaces it; another value becomes the entry of a dictionary, and
  /// replaces an item of another kind (rule T5).
  mutating func set(_ value: SettingValue, at index: Int, key: SettingName?) {
    guard values.indices.contains(index) else { return }
    if let key, case .dictionary(var entries) = values[index], value.kind != .dictionary {
      entries[SettingValue.DictionaryKey(key.text)] = value
      values[index] = .dictionary(entries)
    } else {
      values[index] = value
    }
  }

  /// Adds an item behind the last one (rule T4).
  mutating func append(_ value: SettingValue) { values.append(value) }

  /// Takes an item out (rule T7).
  mutating func remove(at index: Int) {
    guard values.indices.contains(index) else { return }
    values.remove(at: index)
  }

  /// Moves an item, so that it ends at another item's place.
  mutating func move(from index: Int, to destination: Int) {
    guard values.indices.contains(index), values.indices.contains(destination) else { return }
    values.insert(values.remove(at: index), at: destination)
  }
}
