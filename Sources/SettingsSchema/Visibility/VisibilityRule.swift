public import SettingsCore

/// Hides settings as long as a condition on other settings holds.
///
/// ```swift
/// VisibilityRule(hide: ["login", "password"], while: "autoConnect == NO")
/// VisibilityRule(show: ["proxy.host"], while: .isOn("proxy"))
/// ```
///
/// What a rule hides follows from the values at every moment. It is no event, and no value changes by it;
/// so rules may lead back to themselves.
public struct VisibilityRule: Hashable, Sendable {
  /// The settings; a header's name stands for its section.
  public let names: [SettingName]
  /// When they are hidden.
  public let condition: VisibilityCondition

  /// Hides settings while a condition holds.
  public init(hide names: [SettingName], while condition: VisibilityCondition) {
    self.names = names
    self.condition = condition
  }

  /// Shows settings only while a condition holds.
  public init(show names: [SettingName], while condition: VisibilityCondition) {
    self.init(hide: names, while: .not(condition))
  }
}

extension Sequence<VisibilityRule> {
  /// The names that the rules hide at the moment.
  ///
  /// - Parameters:
  ///   - value: The value of a setting, stored or default; nil when it has none.
  ///   - isOn: Whether a setting is on; nil for one that is no toggle, whose value then says it.
  /// - Complexity: O(size of the conditions).
  public func hiddenNames(
    value: @escaping (SettingName) -> SettingValue?,
    isOn: @escaping (SettingName) -> Bool? = { _ in nil }
  ) -> Set<SettingName> {
    reduce(into: []) { names, rule in
      if rule.condition.holds(value: value, isOn: isOn) { names.formUnion(rule.names) }
    }
  }
}

extension PageSchema {
  /// The positions of the entries whose `SLVisibleIf` does not hold at the moment.
  ///
  /// - Parameters:
  ///   - value: The value of a setting, stored or default; nil when it has none.
  ///   - isOn: Whether a setting is on; nil for one that is no toggle, whose value then says it.
  /// - Complexity: O(size of the conditions).
  public func concealedEntries(
    value: @escaping (SettingName) -> SettingValue?,
    isOn: @escaping (SettingName) -> Bool? = { _ in nil }
  ) -> Set<Int> {
    specifiers.reduce(into: []) { concealed, specifier in
      if let condition = specifier.visibleIf, !condition.holds(value: value, isOn: isOn) {
        concealed.insert(specifier.index)
      }
    }
  }
}
