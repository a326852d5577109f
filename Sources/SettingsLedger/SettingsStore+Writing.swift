import EventLog
public import SettingsCore

extension SettingsStore {
  /// Sets a setting.
  ///
  /// Setting the stored value again records nothing; setting nil resets.
  ///
  /// - Parameters:
  ///   - key: the setting.
  ///   - value: its new value.
  ///   - reason: why, for people who read the log.
  ///   - expecting: the revision that the caller has seen; at another one, `conflict` is thrown.
  ///   - idempotencyKey: a token of the caller's. Used again for the same content it gives the original
  ///     revision; for other content, `idempotencyKeyReused` is thrown.
  /// - Returns: the commit, or that nothing had to change.
  /// - Throws: a `SettingsError`; nothing is recorded then, unless it says otherwise.
  @discardableResult
  public func set<Value>(
    _ key: SettingKey<Value>, to value: Value, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([try event(key, value)], reason, expecting, idempotencyKey)
  }

  /// Sets a setting by name.
  @discardableResult
  public func set(
    _ name: SettingName, to value: SettingValue, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([SettingsEvent(name, .set(value))], reason, expecting, idempotencyKey)
  }

  /// Takes a setting's stored value away; afterwards it reads its default.
  @discardableResult
  public func reset<Value>(
    _ key: SettingKey<Value>, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([SettingsEvent(key.name, .reset)], reason, expecting, idempotencyKey)
  }

  /// Takes a setting's stored value away, by name.
  @discardableResult
  public func reset(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([SettingsEvent(name, .reset)], reason, expecting, idempotencyKey)
  }

  /// Hides a setting; its value stays.
  @discardableResult
  public func hide(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([SettingsEvent(name, .hide)], reason, expecting, idempotencyKey)
  }

  /// Shows a hidden setting again.
  @discardableResult
  public func unhide(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    try write([SettingsEvent(name, .unhide)], reason, expecting, idempotencyKey)
  }

  /// Hides or shows settings, all in one commit.
  @discardableResult
  public func setHidden(
    _ names: some Collection<SettingName>, _ isHidden: Bool, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let kind = isHidden ? SettingsEvent.Kind.hide : .unhide
    return try write(names.map { SettingsEvent($0, kind) }, reason, expecting, idempotencyKey)
  }

  /// Has every value of a setting, older ones too, masked where values are printed; or printed again.
  @discardableResult
  public func markSecret(
    _ name: SettingName, _ isSecret: Bool = true, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let event = SettingsEvent(name, isSecret ? .markSecret : .unmarkSecret)
    return try write([event], reason, expecting, idempotencyKey)
  }

  /// Brings in settings from elsewhere as one commit of what differs.
  ///
  /// - Parameters:
  ///   - values: the settings as they should be.
  ///   - source: where they come from, such as a file's name.
  ///   - pruning: a prefix: settings that start with it and are not among the values are reset. Nil
  ///     leaves all others alone.
  ///   - reason: why, for people who read the log.
  ///   - expecting: the revision that the caller has seen; at another one, `conflict` is thrown.
  ///   - idempotencyKey: a token of the caller's. Once it has been recorded, another import with it
  ///     changes nothing and gives the original revision.
  @discardableResult
  public func importSettings(
    _ values: [SettingName: SettingValue], source: String, pruning prefix: String? = nil,
    reason: String? = nil, expecting: Revision? = nil, idempotencyKey: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let facts = facts(
      reason: reason, source: source, expecting: expecting, idempotencyKey: idempotencyKey,
      cause: .import)
    return try unwrapped {
      try commit(facts) { draft in
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { draft.set(name, to: value) }
        guard let prefix else { return }
        for name in draft.names(prefix: prefix) where values[name] == nil { draft.reset(name) }
      }
    }
  }

  func event<Value>(
    _ key: SettingKey<Value>, _ value: Value
  ) throws(SettingsError) -> SettingsEvent {
    do {
      return SettingsEvent(key.name, try key.coding.encode(value).map { .set($0) } ?? .reset)
    } catch {
      throw SettingsError(error, key: key.name, path: path)
    }
  }

  private func write(
    _ events: [SettingsEvent], _ reason: String?, _ expecting: Revision?,
    _ idempotencyKey: String?
  ) throws(SettingsError) -> CommitOutcome {
    let facts = facts(
      reason: reason, expecting: expecting, idempotencyKey: idempotencyKey, content: events)
    return try unwrapped {
      try commit(facts) { draft in for event in events { draft.changes.write(event) } }
    }
  }

  /// Calls what throws nothing but `SettingsError`.
  func unwrapped<R>(_ body: () throws -> R) throws(SettingsError) -> R {
    do { return try body() } catch { throw SettingsError(error, path: path) }
  }
}
