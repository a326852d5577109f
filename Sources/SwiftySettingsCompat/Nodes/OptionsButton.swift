/// A row that leads to options on a page of their own, and shows the title of the chosen one.
public final class OptionsButton: TitledNode, OptionsContainer {
  /// The key under which the chosen option's identifier is stored.
  public let key: String
  /// The options.
  public var options: [Option] { didSet { adopt(options: options, insteadOf: oldValue) } }

  /// Makes a button with options, listed in a closure.
  public init(
    key: String, title: String, icon: String? = nil,
    @NodeBuilder<Option> optionsClosure: () -> [Option] = { [] }
  ) {
    self.key = key
    options = optionsClosure()
    super.init(title: title, icon: icon)
    adopt(options: options)
  }

  /// Adds an option.
  @discardableResult
  public func with(option: Option) -> OptionsButton {
    options.append(option)
    return self
  }

  /// The title of the chosen option; empty when none is.
  public var selectedOptionTitle: String { selectedOption?.title ?? "" }
}
