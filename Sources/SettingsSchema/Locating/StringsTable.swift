import Foundation
public import SettingsCore

/// The localized texts of a page.
public struct StringsTable: Sendable {
  /// The table's name: that of its file without `.strings`.
  public let name: String
  /// The file the texts come from, as messages call it; nil when there is none.
  public let file: String?
  /// The texts by their keys.
  public let entries: [SettingValue.DictionaryKey: String]

  /// Makes a table from texts.
  public init(
    name: String, file: String? = nil, entries: [SettingValue.DictionaryKey: String] = [:]
  ) {
    self.name = name
    self.file = file
    self.entries = entries
  }

  /// The text for a key; the key itself when the table does not have it (rule L6).
  public func text(for key: String) -> String {
    entries[SettingValue.DictionaryKey(key)] ?? key
  }

  /// What is shown for a title in a property list: a text is looked up, a number is written without
  /// fraction and grouping, anything else is nothing (rule L6).
  public func title(for value: SettingValue?) -> String? {
    switch value {
    case .string(let key): text(for: key)
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number):
      Int64(exactly: number.rounded(.toNearestOrEven)).map(String.init) ?? "\(number)"
    default: nil
    }
  }
}
