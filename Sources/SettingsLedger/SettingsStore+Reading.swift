import EventLog
public import SettingsCore

extension SettingsStore {
  /// The value of a setting: what is stored, else the registered default, else the key's own.
  ///
  /// When the stored value does not convert, or the store cannot be read, this is the key's default, and
  /// the configuration's fault handler is told. It never writes.
  ///
  /// - Complexity: O(1); no system call while nothing was written.
  public subscript<Value>(key: SettingKey<Value>) -> Value {
    do {
      return try value(of: key)
    } catch {
      connection.fault(error)
      return key.defaultValue
    }
  }

  /// The value of a setting by name: what is stored, else the registered default; nil when neither is.
  ///
  /// When the store cannot be read, this is nil, and the configuration's fault handler is told.
  public subscript(name: SettingName) -> SettingValue? {
    do {
      return try connection.value(of: name)
    } catch {
      connection.fault(error)
      return nil
    }
  }

  /// The value of a setting, as the subscript gives it, with errors.
  ///
  /// - Throws: `typeMismatch` when the stored value does not convert; it stays as it is.
  public func value<Value>(of key: SettingKey<Value>) throws(SettingsError) -> Value {
    guard let stored = try connection.value(of: key.name, hint: key.slot) else {
      return key.defaultValue
    }
    do {
      return try key.coding.decode(stored)
    } catch {
      throw SettingsError(error, key: key.name, path: path)
    }
  }

  /// The value of a setting by name, as the subscript gives it, with errors.
  public func value(of name: SettingName) throws(SettingsError) -> SettingValue? {
    try connection.value(of: name)
  }

  /// Whether a setting has a stored value.
  ///
  /// Set to its default, it has one; reset, it has none.
  public func isSet<Value>(_ key: SettingKey<Value>) -> Bool { isSet(key.name) }

  /// Whether a setting has a stored value.
  public func isSet(_ name: SettingName) -> Bool { state { $0.isSet(name) } ?? false }

  /// Whether a setting is hidden.
  ///
  /// Hiding does not touch its value.
  public func isHidden(_ name: SettingName) -> Bool { state { $0.isHidden(name) } ?? false }

  /// Whether a setting's values are masked where values are printed.
  public func isSecret(_ name: SettingName) -> Bool {
    connection.secrets.contains(name) || state { $0.isSecret(name) } ?? false
  }

  /// The names that have a stored value and start with a prefix, in the order of their bytes.
  public func names(prefix: String = "") -> [SettingName] {
    state { $0.names(prefix: prefix) } ?? []
  }

  /// The hidden names that start with a prefix, in the order of their bytes.
  public func hiddenNames(prefix: String = "") -> [SettingName] {
    state { $0.hiddenNames(prefix: prefix) } ?? []
  }

  /// The revision of the newest commit; 0 for a store without commits, or one that cannot be read.
  public var revision: Revision { state { $0.revision } ?? .zero }

  /// Registers defaults for settings that have no stored value.
  ///
  /// They live in the memory of this opening of the store, win over a key's own default, and are never
  /// recorded. Registering a name again replaces its default.
  public func registerDefaults(_ defaults: [SettingName: SettingValue]) {
    connection.defaults.register(defaults)
    connection.ledger.signal.wakeAll()
  }

  /// Reads the state, or tells the fault handler why that cannot be done.
  private func state<R>(_ body: (borrowing SettingsState) -> R) -> R? {
    do throws(SettingsError) {
      return try connection.run { try $0.withState(body) }
    } catch {
      connection.fault(error)
      return nil
    }
  }
}
