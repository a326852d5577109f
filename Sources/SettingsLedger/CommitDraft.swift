import EventLog
public import SettingsCore

/// The changes of one commit while they are being made.
///
/// A draft reads its own writes. It remembers the first thing that went wrong, an unreadable value met by
/// a subscript or a value that cannot be stored, and the commit throws it and records nothing: so
/// `draft[.fontSize] += 1` never overwrites a stored value of another type.
public struct CommitDraft: ~Copyable {
  var changes: PendingChanges
  private(set) var failure: SettingsError?
  private let defaults: RegisteredDefaults
  private let path: String

  init(_ changes: PendingChanges, _ connection: Connection) {
    self.changes = changes
    self.defaults = connection.defaults
    self.path = connection.path
  }

  /// The value of a setting as the draft sees it; setting it is part of the commit.
  public subscript<Value>(key: SettingKey<Value>) -> Value {
    mutating get {
      guard let stored = changes.value(of: key.name) ?? defaults[key.name] else {
        return key.defaultValue
      }
      do {
        return try key.coding.decode(stored)
      } catch {
        fail(SettingsError(error, key: key.name, path: path))
        return key.defaultValue
      }
    }
    set { set(key, to: newValue) }
  }

  /// The value of a setting by name; setting nil resets it.
  public subscript(name: SettingName) -> SettingValue? {
    get { changes.value(of: name) ?? defaults[name] }
    set {
      if let newValue { set(name, to: newValue) } else { reset(name) }
    }
  }

  /// Sets a setting without reading it first.
  public mutating func set<Value>(_ key: SettingKey<Value>, to value: Value) {
    do {
      if let stored = try key.coding.encode(value) {
        set(key.name, to: stored)
      } else {
        reset(key.name)
      }
    } catch {
      fail(SettingsError(error, key: key.name, path: path))
    }
  }

  /// Sets a setting by name.
  public mutating func set(_ name: SettingName, to value: SettingValue) {
    changes.write(SettingsEvent(name, .set(value)))
  }

  /// Takes a setting's stored value away, so that it reads its default.
  public mutating func reset<Value>(_ key: SettingKey<Value>) { reset(key.name) }

  /// Takes a setting's stored value away, so that it reads its default.
  public mutating func reset(_ name: SettingName) { changes.write(SettingsEvent(name, .reset)) }

  /// Hides a setting; its value stays.
  public mutating func hide(_ name: SettingName) { changes.write(SettingsEvent(name, .hide)) }

  /// Shows a hidden setting again.
  public mutating func unhide(_ name: SettingName) {
    changes.write(SettingsEvent(name, .unhide))
  }

  /// Hides a setting or shows it.
  public mutating func setHidden(_ name: SettingName, _ isHidden: Bool) {
    changes.write(SettingsEvent(name, isHidden ? .hide : .unhide))
  }

  /// Has every value of a setting, older ones too, masked where values are printed.
  public mutating func markSecret(_ name: SettingName) {
    changes.write(SettingsEvent(name, .markSecret))
  }

  /// Has the values of a setting printed again.
  public mutating func unmarkSecret(_ name: SettingName) {
    changes.write(SettingsEvent(name, .unmarkSecret))
  }

  /// Whether a setting has a value as the draft sees it.
  public func isSet(_ name: SettingName) -> Bool { changes.value(of: name) != nil }

  /// Whether a setting is hidden as the draft sees it.
  public func isHidden(_ name: SettingName) -> Bool { changes.isHidden(name) }

  /// The names with a value that start with a prefix, as the draft sees them.
  public func names(prefix: String = "") -> [SettingName] { changes.names(prefix: prefix) }

  private mutating func fail(_ error: SettingsError) {
    if failure == nil { failure = error }
  }
}
