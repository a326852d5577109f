public import SettingsCore

/// A condition on settings, such as `autoConnect == YES && port > 1024`.
///
/// ```swift
/// let condition: VisibilityCondition = "wifi && !(mode == \"simple\")"
/// let same: VisibilityCondition = .isOn("wifi") && .not(.equals("mode", "simple"))
/// let another = try VisibilityCondition(text)     // of a text that is known at run time only
/// ```
///
/// `docs/visibility-rules.md` describes the language. A condition reads the values that settings have at
/// the moment, stored or default, and changes nothing.
public struct VisibilityCondition: Hashable, Sendable {
  /// What is to be done, the operands of a connective before it.
  ///
  /// A list and no tree: of a tree that a program has built deep enough, comparing, evaluating and even
  /// freeing would exhaust the stack.
  let steps: [Step]

  enum Step: Hashable, Sendable {
    case comparison(Operand, Comparison, Operand)
    case truth(Operand)
    /// Negates the result before it.
    case not
    /// Connects the two results before it.
    case and, or
  }

  enum Operand: Hashable, Sendable {
    case setting(SettingName)
    case value(SettingValue)
  }

  /// How two values are compared.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// They match.
    case equal = "=="
    /// They do not match.
    case notEqual = "!="
    /// The first is less.
    case less = "<"
    /// The first is less, or they match.
    case lessOrEqual = "<="
    /// The first is greater.
    case greater = ">"
    /// The first is greater, or they match.
    case greaterOrEqual = ">="
  }

  init(steps: [Step]) { self.steps = steps }
}

// MARK: - In code

extension VisibilityCondition {
  /// Whether a setting is on: its value is true, as a page shows it.
  public static func isOn(_ name: SettingName) -> Self {
    Self(steps: [.truth(.setting(name))])
  }

  /// Whether a setting has a value that matches another.
  public static func equals(_ name: SettingName, _ value: SettingValue) -> Self {
    compare(name, .equal, value)
  }

  /// How a setting's value compares to another.
  public static func compare(
    _ name: SettingName, _ comparison: Comparison, _ value: SettingValue
  ) -> Self {
    Self(steps: [.comparison(.setting(name), comparison, .value(value))])
  }

  /// Whether a condition does not hold.
  public static func not(_ condition: Self) -> Self { Self(steps: condition.steps + [.not]) }

  /// Whether a condition does not hold.
  public static prefix func ! (condition: Self) -> Self { not(condition) }

  /// Whether both conditions hold.
  ///
  /// - Complexity: O(size of both).
  public static func && (lhs: Self, rhs: Self) -> Self { lhs.joined(rhs, by: .and) }

  /// Whether one of two conditions holds.
  ///
  /// - Complexity: O(size of both).
  public static func || (lhs: Self, rhs: Self) -> Self { lhs.joined(rhs, by: .or) }

  private func joined(_ other: Self, by connective: Step) -> Self {
    var joined: [Step] = []
    joined.reserveCapacity(steps.count + other.steps.count + 1)
    joined += steps
    joined += other.steps
    joined.append(connective)
    return Self(steps: joined)
  }
}

// MARK: - Evaluating

extension VisibilityCondition {
  /// The settings that the condition reads.
  public var names: Set<SettingName> {
    var names: Set<SettingName> = []
    func read(_ operand: Operand) {
      if case .setting(let name) = operand { names.insert(name) }
    }
    for step in steps {
      switch step {
      case .comparison(let left, _, let right):
        read(left)
        read(right)
      case .truth(let operand): read(operand)
      case .not, .and, .or: break
      }
    }
    return names
  }

  /// Whether the condition holds.
  ///
  /// All settings in it are asked for, however deep they stand.
  ///
  /// - Parameters:
  ///   - value: The value of a setting, stored or default; nil when it has none.
  ///   - isOn: Whether a setting is on; nil for one that is no toggle, whose value then says it.
  /// - Complexity: O(size of the condition).
  public func holds(
    value: @escaping (SettingName) -> SettingValue?,
    isOn: @escaping (SettingName) -> Bool? = { _ in nil }
  ) -> Bool {
    Evaluation(value: value, isOn: isOn).result(of: steps)
  }
}

/// Finds out whether a condition holds.
private struct Evaluation {
  let value: (SettingName) -> SettingValue?
  let isOn: (SettingName) -> Bool?

  func result(of steps: [VisibilityCondition.Step]) -> Bool {
    var results: [Bool] = []
    for step in steps {
      switch step {
      case .truth(let operand): results.append(truth(of: operand))
      case .comparison(let left, let comparison, let right):
        results.append(compare(left, comparison, right))
      case .not: if let last = results.popLast() { results.append(!last) }
      case .and: connect(&results) { $0 && $1 }
      case .or: connect(&results) { $0 || $1 }
      }
    }
    return results.last ?? false
  }

  private func connect(_ results: inout [Bool], _ connective: (Bool, Bool) -> Bool) {
    guard let right = results.popLast(), let left = results.popLast() else { return }
    results.append(connective(left, right))
  }

  private func truth(of operand: VisibilityCondition.Operand) -> Bool {
    switch operand {
    case .value(let value): value.truth ?? false
    case .setting(let name): isOn(name) ?? value(name)?.truth ?? false
    }
  }

  private func compare(
    _ left: VisibilityCondition.Operand, _ comparison: VisibilityCondition.Comparison,
    _ right: VisibilityCondition.Operand
  ) -> Bool {
    switch comparison {
    case .equal: return areEqual(left, right)
    case .notEqual: return !areEqual(left, right)
    default: break
    }
    guard let a = content(of: left), let b = content(of: right), let order = Order(a, b) else {
      return false
    }
    return switch comparison {
    case .less: order == .ascending
    case .lessOrEqual: order != .descending
    case .greater: order == .descending
    case .greaterOrEqual: order != .ascending
    case .equal, .notEqual: false
    }
  }

  /// Compared with YES or NO, a setting's truth counts, as a page shows it, whatever it stores; a setting
  /// without value is the empty text.
  private func areEqual(
    _ left: VisibilityCondition.Operand, _ right: VisibilityCondition.Operand
  ) -> Bool {
    for (one, other) in [(left, right), (right, left)] {
      if case .value(.bool(let flag)) = one { return truth(of: other) == flag }
    }
    switch (content(of: left), content(of: right)) {
    case (let a?, let b?): return a.matches(b)
    case (let only?, nil), (nil, let only?): return only == ""
    case (nil, nil): return false
    }
  }

  private func content(of operand: VisibilityCondition.Operand) -> SettingValue? {
    switch operand {
    case .value(let value): value
    case .setting(let name): value(name)
    }
  }
}

/// The order of two values: of numbers, also as texts, of two other texts, and of two dates.
private enum Order {
  case ascending, same, descending

  init?(_ a: SettingValue, _ b: SettingValue) {
    switch (a, b) {
    case (.date(let a), .date(let b)): self = Self.order(a, b)
    case (.integer(let a), .integer(let b)): self = Self.order(a, b)
    default:
      if let a = Self.number(a), let b = Self.number(b), !a.isNaN, !b.isNaN {
        self = Self.order(a, b)
      } else if case (.string(let a), .string(let b)) = (a, b) {
        self = Self.order(a, b)
      } else {
        return nil
      }
    }
  }

  /// A number, also one that was typed into a text field.
  private static func number(_ value: SettingValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .double(let number): number
    case .string(let text): Double(text)
    default: nil
    }
  }

  private static func order<Value: Comparable>(_ a: Value, _ b: Value) -> Order {
    a < b ? .ascending : a == b ? .same : .descending
  }
}
