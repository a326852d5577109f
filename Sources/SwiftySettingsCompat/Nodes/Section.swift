/// Rows under one title.
public class Section: TitledNode {
  /// The rows: settings, buttons with options, and screens.
  public var items: [TitledNode] { didSet { adoptItems(insteadOf: oldValue) } }
  /// The text below the rows.
  public var footer: String?

  /// Makes a section with rows, listed in a closure.
  public init(
    title: String, footer: String? = nil,
    @NodeBuilder<TitledNode> nodesClosure: () -> [TitledNode] = { [] }
  ) {
    items = nodesClosure()
    self.footer = footer
    super.init(title: title)
    adoptItems(insteadOf: [])
  }

  /// Adds a row.
  @discardableResult
  public func with(_ item: TitledNode) -> Section {
    items.append(item)
    return self
  }

  func adoptItems(insteadOf former: [TitledNode]) { adopt(items, insteadOf: former) }
}

/// A section of options, of which one is chosen.
public final class OptionsSection: Section, OptionsContainer {
  /// The key under which the chosen option's identifier is stored.
  public let key: String

  /// Makes a section with options, listed in a closure.
  public init(
    key: String, title: String, @NodeBuilder<Option> nodesClosure: () -> [Option] = { [] }
  ) {
    self.key = key
    let options = nodesClosure()
    super.init(title: title) { options as [TitledNode] }
  }

  /// The options among the rows; other rows are not shown.
  public var options: [Option] { items.compactMap { $0 as? Option } }

  override func adoptItems(insteadOf former: [TitledNode]) {
    adopt(options: options, insteadOf: former.compactMap { $0 as? Option })
  }
}
