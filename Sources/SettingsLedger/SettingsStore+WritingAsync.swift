import EventLog
public import SettingsCore

// The writes of `SettingsStore+Writing.swift` for tasks: they wait without blocking a thread, and
// those that wait at the same time share one flush of the disk.
extension SettingsStore {
  /// Sets a setting, without blocking the thread.
  @discardableResult
  public func set<Value>(
    _ key: SettingKey<Value>, to value: Value, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([try event(key, value)], reason, expecting, idempotencyKey)
  }

  /// Sets a setting by name, without blocking the thread.
  @discardableResult
  public func set(
    _ name: SettingName, to value: SettingValue, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([SettingsEvent(name, .set(value))], reason, expecting, idempotencyKey)
  }

  /// Takes a setting's stored value away, without blocking the thread.
  @discardableResult
  public func reset<Value>(
    _ key: SettingKey<Value>, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([SettingsEvent(key.name, .reset)], reason, expecting, idempotencyKey)
  }

  /// Takes a setting's stored value away by name, without blocking the thread.
  @discardableResult
  public func reset(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([SettingsEvent(name, .reset)], reason, expecting, idempotencyKey)
  }

  /// Hides a setting, without blocking the thread.
  @discardableResult
  public func hide(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([SettingsEvent(name, .hide)], reason, expecting, idempotencyKey)
  }

  /// Shows a hidden setting again, without blocking the thread.
  @discardableResult
  public func unhide(
    _ name: SettingName, reason: String? = nil, expecting: Revision? = nil,
    idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    try await write([SettingsEvent(name, .unhide)], reason, expecting, idempotencyKey)
  }

  /// Hides or shows settings in one commit, without blocking the thread.
  @discardableResult
  public func setHidden(
    _ names: some Collection<SettingName>, _ isHidden: Bool, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    let kind = isHidden ? SettingsEvent.Kind.hide : .unhide
    let events = names.map { SettingsEvent($0, kind) }
    return try await write(events, reason, expecting, idempotencyKey)
  }

  /// Has the values of a setting masked where values are printed, without blocking the thread.
  @discardableResult
  public func markSecret(
    _ name: SettingName, _ isSecret: Bool = true, reason: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    let event = SettingsEvent(name, isSecret ? .markSecret : .unmarkSecret)
    return try await write([event], reason, expecting, idempotencyKey)
  }

  private func write(
    _ events: [SettingsEvent], _ reason: String?, _ expecting: Revision?,
    _ idempotencyKey: String?
  ) async throws(SettingsError) -> CommitOutcome {
    let facts = facts(
      reason: reason, expecting: expecting, idempotencyKey: idempotencyKey, content: events)
    do {
      return try await commit(facts) { draft in
        for event in events { draft.changes.write(event) }
      }
    } catch {
      throw SettingsError(error, path: path)
    }
  }
}
