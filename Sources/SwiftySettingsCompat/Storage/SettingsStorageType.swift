/// Where settings are kept, by key and kind: what SwiftySettings asks of an app.
///
/// ``SettingsStorage`` is one that keeps them in a ledger. Setting nil takes a value away.
public protocol SettingsStorageType {
  /// The truth value of a key; nil when there is none.
  subscript(key: String) -> Bool? { get set }
  /// The number of a key; nil when there is none.
  subscript(key: String) -> Float? { get set }
  /// The whole number of a key; nil when there is none.
  subscript(key: String) -> Int? { get set }
  /// The text of a key; nil when there is none.
  subscript(key: String) -> String? { get set }
}
