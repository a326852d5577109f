/// A page of sections, and the row that leads to it.
public final class Screen: TitledNode {
  /// The sections.
  public var sections: [Section] { didSet { adopt(sections, insteadOf: oldValue) } }

  /// Makes a screen with sections, listed in a closure.
  public init(
    title: String, @NodeBuilder<Section> sectionsClosure: () -> [Section] = { [] }
  ) {
    sections = sectionsClosure()
    super.init(title: title)
    adopt(sections)
  }

  /// Adds a section.
  @discardableResult
  public func include(section: Section) -> Screen {
    sections.append(section)
    return self
  }
}
