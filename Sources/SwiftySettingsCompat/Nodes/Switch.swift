/// A setting that is on or off.
public final class Switch: Item<Bool> {
  /// Makes a switch.
  public override init(
    key: String, title: String, defaultValue: Bool = false, icon: String? = nil,
    valueChangedClosure: ValueChanged? = nil
  ) {
    super.init(
      key: key, title: title, defaultValue: defaultValue, icon: icon,
      valueChangedClosure: valueChangedClosure)
  }

  override func stored(in storage: any SettingsStorageType) -> Bool? { storage[key] }
  override func store(_ value: Bool, in storage: inout any SettingsStorageType) {
    storage[key] = value
  }
}
