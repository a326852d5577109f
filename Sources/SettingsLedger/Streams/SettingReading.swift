import EventLog
public import SettingsCore

/// What a setting held, read with the type of a key.
@nonexhaustive
public enum SettingReading<Value: Sendable>: Sendable {
  /// A value of the key's type.
  case value(Value)
  /// Nothing: the setting read as its default.
  case unset
  /// Something that is no value of the key's type; nil when it was erased from the log.
  case unreadable(SettingValue?)

  /// The value; nil when the setting was unset or unreadable.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  init(_ stored: SettingValue?, isRedacted: Bool, _ key: SettingKey<Value>) {
    if isRedacted {
      self = .unreadable(nil)
    } else if let stored {
      if let value = try? key.coding.decode(stored) {
        self = .value(value)
      } else {
        self = .unreadable(stored)
      }
    } else {
      self = .unset
    }
  }
}

extension SettingReading: Equatable where Value: Equatable {}

/// One event of a setting, with the values before and after in the type of its key.
public struct KeyChange<Value: Sendable>: Sendable {
  /// What the setting held before.
  ///
  /// For an event that is not about the value, such as hiding, old and new are what it held all along.
  public let old: SettingReading<Value>
  /// What the setting held after.
  public let new: SettingReading<Value>
  /// The event, its place in the log and its commit, without the key's type.
  public let change: SettingChange

  /// Where in the log the event stands.
  public var position: Position { change.position }
  /// What happened.
  public var event: SettingsEvent { change.event }
  /// The commit that the event belongs to: who, when, why, and from where.
  public var commit: SettingsCommit { change.commit }

  init(_ followed: FollowedChange, _ key: SettingKey<Value>) {
    let (before, after) = (followed.before, followed.after)
    old = SettingReading(before.value, isRedacted: before.isRedacted, key)
    new = SettingReading(after.value, isRedacted: after.isRedacted, key)
    change = followed.change
  }
}

extension SettingChange {
  /// The value before, in the type of a key.
  ///
  /// Nil when the change is one of another setting, or not about the value.
  public func old<Value>(of key: SettingKey<Value>) -> SettingReading<Value>? {
    isAboutValue(of: key) ? SettingReading(old, isRedacted: oldIsRedacted, key) : nil
  }

  /// The value after, in the type of a key.
  ///
  /// Nil when the change is one of another setting, or not about the value.
  public func new<Value>(of key: SettingKey<Value>) -> SettingReading<Value>? {
    isAboutValue(of: key) ? SettingReading(new, isRedacted: newIsRedacted, key) : nil
  }

  private func isAboutValue<Value>(of key: SettingKey<Value>) -> Bool {
    name == key.name && event.side == .value
  }
}
