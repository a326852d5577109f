/// A line of text.
public final class TextField: Item<String> {
  /// Whether the text must not be shown.
  public let secureTextEntry: Bool

  /// Makes a text field.
  public init(
    key: String, title: String, secureTextEntry: Bool = false, defaultValue: String = "",
    valueChangedClosure: ValueChanged? = nil
  ) {
    self.secureTextEntry = secureTextEntry
    super.init(
      key: key, title: title, defaultValue: defaultValue, valueChangedClosure: valueChangedClosure)
  }

  override func stored(in storage: any SettingsStorageType) -> String? { storage[key] }
  override func store(_ value: String, in storage: inout any SettingsStorageType) {
    storage[key] = value
  }
}
