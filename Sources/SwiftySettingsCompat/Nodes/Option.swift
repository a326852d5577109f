/// One of several choices, within an ``OptionsSection`` or an ``OptionsButton``, whose key it shares.
public final class Option: Item<Int> {
  /// What is stored when the option is chosen.
  public let optionId: Int

  weak var container: (any OptionsContainer)?

  /// Makes an option.
  ///
  /// - Parameters:
  ///   - title: What is shown for it.
  ///   - optionId: What is stored when it is chosen.
  ///   - defaultValue: The choice as long as nothing is stored: an option whose default is its own
  ///     identifier is chosen then, and of several the first.
  ///   - icon: The name of the image beside the title.
  ///   - valueChangedClosure: Called after the option was chosen.
  public init(
    title: String, optionId: Int, defaultValue: Int = 0, icon: String? = nil,
    valueChangedClosure: ValueChanged? = nil
  ) {
    self.optionId = optionId
    super.init(
      key: "", title: title, defaultValue: defaultValue, icon: icon,
      valueChangedClosure: valueChangedClosure)
  }

  /// The key of the options around it; empty as long as there are none.
  public override var key: String { container?.key ?? "" }

  /// Whether the option is the one that is chosen.
  ///
  /// Setting it to true chooses it. There is nothing that false could choose instead, so setting it to
  /// false changes nothing.
  public var selected: Bool {
    get { container?.selectedOption === self }
    set { if newValue { value = optionId } }
  }

  override func stored(in storage: any SettingsStorageType) -> Int? { storage[key] }
  override func store(_ value: Int, in storage: inout any SettingsStorageType) {
    storage[key] = value
  }
}

/// What holds options, of which one is chosen.
protocol OptionsContainer: TitledNode {
  var key: String { get }
  var options: [Option] { get }
}

extension OptionsContainer {
  /// The chosen option: the first with the stored identifier; as long as nothing is stored, the first
  /// that is its own default.
  var selectedOption: Option? {
    if let stored = storage?[key] as Int? { return options.first { $0.optionId == stored } }
    return options.first { $0.defaultValue == $0.optionId }
  }

  func adopt(options: [Option], insteadOf former: [Option] = []) {
    adopt(options, insteadOf: former)
    for option in former where option.container === self { option.container = nil }
    for option in options { option.container = self }
  }
}
