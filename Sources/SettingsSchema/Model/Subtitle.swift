public import SettingsCore

extension Specifier {
  /// The second line of a row (rule V6).
  public enum Subtitle: Hashable, Sendable {
    /// The same text for every value.
    case text(String)
    /// A text by value, with an optional one for all other values.
    case byValue([SettingValue.DictionaryKey: String], otherwise: String?)

    /// The text for a value; a truth value is looked up as `YES` or `NO`, another number by its
    /// decimal form, nothing stored by ``otherwise``.
    public func text(for value: SettingValue?) -> String? {
      switch self {
      case .text(let text): text
      case .byValue(let texts, let otherwise):
        value.flatMap { Self.key(for: $0) }.flatMap { texts[$0] } ?? otherwise
      }
    }

    /// The text when no value is known.
    public var otherwise: String? { text(for: nil) }

    private static func key(for value: SettingValue) -> SettingValue.DictionaryKey? {
      switch value {
      case .string(let text): SettingValue.DictionaryKey(text)
      case .bool(let flag): flag ? "YES" : "NO"
      case .integer(let number): SettingValue.DictionaryKey(String(number))
      case .double(let number):
        SettingValue.DictionaryKey(Int64(exactly: number).map(String.init) ?? "\(number)")
      default: nil
      }
    }
  }
}
