/// Gathers what a closure lists: nodes one below the other, or arrays of them.
///
/// ```swift
/// Section(title: "Lights") {
///   Switch(key: "light1", title: "Light 1")
///   if hasDimmer { Slider(key: "brightness", title: "Brightness") }
/// }
/// ```
@resultBuilder
public enum NodeBuilder<Node> {
  /// One node.
  public static func buildExpression(_ node: Node) -> [Node] { [node] }
  /// Several nodes.
  public static func buildExpression(_ nodes: [Node]) -> [Node] { nodes }
  /// What the lines of a closure gave.
  public static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap { $0 } }
  /// What an `if` without `else` gave.
  public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
  /// What an `if` gave.
  public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
  /// What an `else` gave.
  public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  /// What a loop gave.
  public static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap { $0 } }
  /// What an `if #available` gave.
  public static func buildLimitedAvailability(_ nodes: [Node]) -> [Node] { nodes }
}
