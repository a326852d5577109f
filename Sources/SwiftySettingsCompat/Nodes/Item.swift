/// A setting: a node with a key and a value.
public class Item<Value>: TitledNode {
  /// Told of a change: the key and the new value.
  public typealias ValueChanged = (_ key: String, _ value: Value) -> Void

  /// The setting's key.
  public var key: String { ownKey }
  /// The value as long as nothing is stored.
  public let defaultValue: Value
  /// Called once, after storing, when ``value`` is set; and for changes made elsewhere while
  /// ``SwiftySettings/follow()`` runs.
  public var valueChanged: ValueChanged?

  private let ownKey: String

  /// Makes a setting.
  public init(
    key: String, title: String, defaultValue: Value, icon: String? = nil,
    valueChangedClosure: ValueChanged? = nil
  ) {
    ownKey = key
    self.defaultValue = defaultValue
    valueChanged = valueChangedClosure
    super.init(title: title, icon: icon)
  }

  /// What is stored, else the default; setting it stores, and then tells ``valueChanged``.
  public var value: Value {
    get { admissible(storage.flatMap { stored(in: $0) } ?? defaultValue) }
    set {
      let value = admissible(newValue)
      write { store(value, in: &$0) }
      valueChanged?(key, value)
    }
  }

  /// The value that is nearest to one and allowed.
  func admissible(_ value: Value) -> Value { value }

  /// The value that a storage has; each kind of setting asks its own subscript.
  func stored(in storage: any SettingsStorageType) -> Value? { nil }

  /// Puts a value into a storage.
  func store(_ value: Value, in storage: inout any SettingsStorageType) {}
}
