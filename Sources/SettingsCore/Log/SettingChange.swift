/// One event with what it changed and the facts of its commit.
public struct SettingChange: Hashable, Sendable {
  /// Where in the log the event stands.
  public var position: Position
  /// What happened, to which setting.
  public var event: SettingsEvent
  /// The value before; nil when the setting was unset, and for events that are not about the value.
  public var old: SettingValue?
  /// Whether the value before was erased from the log.
  public var oldIsRedacted: Bool
  /// The commit that the event belongs to.
  public var commit: SettingsCommit

  /// Makes a change.
  public init(
    position: Position, event: SettingsEvent, old: SettingValue?, oldIsRedacted: Bool = false,
    commit: SettingsCommit
  ) {
    self.position = position
    self.event = event
    self.old = old
    self.oldIsRedacted = oldIsRedacted
    self.commit = commit
  }

  /// The setting.
  public var name: SettingName { event.name }
  /// The value after; nil when the setting was reset, when the value was erased from the log, and for
  /// events that are not about the value.
  public var new: SettingValue? { event.value }
  /// Whether the value after was erased from the log.
  public var newIsRedacted: Bool { event.kind == .setRedacted }
}

/// What differs of one setting between two places in history.
public struct SettingDifference: Hashable, Sendable {
  /// The setting.
  public var name: SettingName
  /// The value at the first place; nil when unset.
  public var old: SettingValue?
  /// The value at the second place; nil when unset.
  public var new: SettingValue?
  /// Whether the value at the first place was erased from the log.
  public var oldIsRedacted: Bool
  /// Whether the value at the second place was erased from the log.
  public var newIsRedacted: Bool
  /// Whether the setting was hidden at the first place.
  public var wasHidden: Bool
  /// Whether the setting is hidden at the second place.
  public var isHidden: Bool

  /// Whether the value differs, or may: an erased value is the same only as itself.
  public let valueDiffers: Bool
  /// Whether the visibility differs.
  public var visibilityDiffers: Bool { wasHidden != isHidden }
}

extension SettingsState {
  /// What differs from this state to another, in the order of the names' bytes.
  ///
  /// - Complexity: O(n log n) in the number of names.
  public func differences(to other: SettingsState, prefix: String = "") -> [SettingDifference] {
    let names = Set(entries.map(\.name)).union(other.entries.map(\.name))
    return names.filter { $0.hasPrefix(prefix) }.sorted().compactMap { name in
      let (old, new) = (entry(of: name) ?? Entry(name), other.entry(of: name) ?? Entry(name))
      let difference = SettingDifference(
        name: name, old: old.value, new: new.value, oldIsRedacted: old.isRedacted,
        newIsRedacted: new.isRedacted, wasHidden: old.isHidden, isHidden: new.isHidden,
        valueDiffers: old.valueDiffers(from: new))
      return difference.valueDiffers || difference.visibilityDiffers ? difference : nil
    }
  }
}

extension SettingsState.Entry {
  fileprivate func valueDiffers(from other: SettingsState.Entry) -> Bool {
    guard isRedacted || other.isRedacted else { return value != other.value }
    return isRedacted != other.isRedacted || valueSide.effective != other.valueSide.effective
  }
}
