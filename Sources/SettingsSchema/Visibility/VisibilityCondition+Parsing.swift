import SettingsCore

/// Says where the text of a condition is wrong.
public struct ConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// The place of the problem, counted in characters from 1.
  public let column: Int
  /// What is wrong, as a clause.
  public let problem: String

  /// A sentence that names the text and the place.
  public var description: String {
    let shown = text.count > 200 ? text.prefix(200) + "…" : text[...]
    return "The condition \(shown.debugDescription) is wrong at column \(column): \(problem)."
  }
}

extension VisibilityCondition {
  /// Reads a condition from its text.
  ///
  /// - Throws: ``ConditionError`` with the column of the first problem.
  /// - Complexity: O(length).
  public init(_ text: String) throws(ConditionError) {
    var parser = ConditionParser(text)
    self.init(steps: try parser.parse())
  }
}

extension VisibilityCondition: ExpressibleByStringLiteral {
  /// Makes a condition from a literal.
  ///
  /// - Precondition: The literal is a condition. It is the programmer's own text, so a bad one stops the
  ///   program; text from elsewhere goes through ``init(_:)``.
  public init(stringLiteral literal: String) {
    do throws(ConditionError) {
      self = try VisibilityCondition(literal)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

/// Reads conditions: `||` binds less than `&&`, that less than `!`, and comparisons most.
private struct ConditionParser {
  private var tokens: ConditionTokens
  private var next: ConditionTokens.Token?
  private var depth = 0
  private var operands = 0

  /// Parentheses and negations may be nested so deep, and so many settings and values may there be; more
  /// would only be an attack on the stack.
  private static let deepest = 64
  private static let most = 256

  init(_ text: String) { tokens = ConditionTokens(text) }

  mutating func parse() throws(ConditionError) -> [VisibilityCondition.Step] {
    try advance()
    guard next != nil else { throw tokens.error(at: 1, "it is empty") }
    let steps = try either()
    if let next { throw unexpected(next) }
    return steps
  }

  private mutating func advance() throws(ConditionError) { next = try tokens.next() }

  private func unexpected(_ token: ConditionTokens.Token) -> ConditionError {
    tokens.error(at: token.column, "\(token.text.debugDescription) is not expected here")
  }

  private mutating func either() throws(ConditionError) -> [VisibilityCondition.Step] {
    var steps = try both()
    while next?.kind == .symbol("||") {
      try advance()
      steps += try both() + [.or]
    }
    return steps
  }

  private mutating func both() throws(ConditionError) -> [VisibilityCondition.Step] {
    var steps = try single()
    while next?.kind == .symbol("&&") {
      try advance()
      steps += try single() + [.and]
    }
    return steps
  }

  private mutating func single() throws(ConditionError) -> [VisibilityCondition.Step] {
    guard let token = next else { throw tokens.error(at: tokens.end, "a setting is missing") }
    guard token.kind == .symbol("!") || token.kind == .symbol("(") else { return try comparison() }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw tokens.error(at: token.column, "it is nested more than \(Self.deepest) deep")
    }
    try advance()
    if token.kind == .symbol("!") { return try single() + [.not] }
    let steps = try either()
    guard let close = next else { throw tokens.error(at: tokens.end, "a \")\" is missing") }
    guard close.kind == .symbol(")") else { throw unexpected(close) }
    try advance()
    return steps
  }

  private mutating func comparison() throws(ConditionError) -> [VisibilityCondition.Step] {
    let left = try operand()
    guard case .symbol(let symbol)? = next?.kind,
      let comparison = VisibilityCondition.Comparison(rawValue: symbol)
    else { return [.truth(left)] }
    try advance()
    return [.comparison(left, comparison, try operand())]
  }

  private mutating func operand() throws(ConditionError) -> VisibilityCondition.Operand {
    guard let token = next else {
      throw tokens.error(at: tokens.end, "a setting or a value is missing")
    }
    guard case .operand(let operand) = token.kind else { throw unexpected(token) }
    operands += 1
    guard operands <= Self.most else {
      throw tokens.error(at: token.column, "it has more than \(Self.most) settings and values")
    }
    try advance()
    return operand
  }
}
