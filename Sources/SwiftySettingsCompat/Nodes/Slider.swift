/// A number within a range.
public final class Slider: Item<Float> {
  /// The name of the image at the left end.
  public let minimumValueImage: String?
  /// The name of the image at the right end.
  public let maximumValueImage: String?
  /// The least value.
  public let minimumValue: Float
  /// The greatest value.
  public let maximumValue: Float

  /// Makes a slider; values outside of the range read, and are stored, as its nearer end.
  public init(
    key: String, title: String, defaultValue: Float = 0, icon: String? = nil,
    minimumValueImage: String? = nil, maximumValueImage: String? = nil, minimumValue: Float = 0,
    maximumValue: Float = 100, valueChangedClosure: ValueChanged? = nil
  ) {
    self.minimumValueImage = minimumValueImage
    self.maximumValueImage = maximumValueImage
    self.minimumValue = minimumValue
    self.maximumValue = maximumValue
    super.init(
      key: key, title: title, defaultValue: defaultValue, icon: icon,
      valueChangedClosure: valueChangedClosure)
  }

  override func admissible(_ value: Float) -> Float {
    value.isNaN ? minimumValue : max(minimumValue, min(maximumValue, value))
  }

  override func stored(in storage: any SettingsStorageType) -> Float? { storage[key] }
  override func store(_ value: Float, in storage: inout any SettingsStorageType) {
    storage[key] = value
  }
}
