import EventLog
public import SettingsCore

/// What a redaction did, or would do.
public struct RedactionOutcome: Hashable, Sendable {
  /// The commit that recorded it; nil when it was only asked what it would do.
  public let commit: SettingsCommit?
  /// What is erased from which revision, oldest first.
  public let redactions: [CommitCause.Redaction]
  /// Other revisions in which the setting got the same value, and which keep it, oldest first.
  public let remaining: [Revision]
}

extension SettingsStore {
  /// Erases a value of the past from the log, for good.
  ///
  /// ```swift
  /// try store.reset("api.token")                              // r8: it was set in r5, and again in r7
  /// try store.redact(5, "api.token", reason: "Leaked").remaining                  // [7]
  /// try store.redact(7, "api.token", everywhere: true, reason: "Leaked").remaining  // []
  /// ```
  ///
  /// The commit stays, with its author, reason and names, and so does its digest: the log still verifies,
  /// and ``verify(progress:)`` lists what was erased, by whom, when and why. Undo, rollback, revert and
  /// import copy values to other commits: ``RedactionOutcome/remaining`` names those that
  /// keep this one. The state that a compaction has kept stands under the last dropped revision, and
  /// loses the value when that revision is named, or with `everywhere`.
  ///
  /// Exports and backups made from now on are free of the value. The store's own file keeps old bytes in
  /// pages that are not in use any more until later commits overwrite them. Backups made before,
  /// snapshots that a program holds, and reasons that mention the value are not touched.
  ///
  /// - Parameters:
  ///   - revision: a commit that gave the setting a value; or ``compactedRevision``, for the value that the
  ///     setting had then.
  ///   - name: the setting.
  ///   - everywhere: whether to erase the same value from every other commit that gave it to this setting.
  ///   - reason: why, for people who read the log.
  /// - Throws: `currentValue` when the setting still has this value: change or reset it first;
  ///   `redacted` when the value is gone already; `nothingToErase` when the commit gave the setting no
  ///   value; `noSuchRevision`; `compacted` below ``compactedRevision``. Nothing is changed then.
  /// - Complexity: O(number of changes of the setting), and a checkpoint.
  @discardableResult
  public func redact(
    _ revision: Revision, _ name: SettingName, everywhere: Bool = false, reason: String? = nil
  ) throws(SettingsError) -> RedactionOutcome {
    try connection.checkWritable()
    let facts = facts(reason: reason, expecting: nil, idempotencyKey: nil)
    let (plan, commit) = try connection.run(key: name) {
      try $0.redact(revision, name, everywhere: everywhere, facts)
    }
    return RedactionOutcome(
      commit: commit, redactions: plan.redactions, remaining: plan.remaining)
  }

  /// What a redaction would erase, and what would remain, without erasing anything.
  ///
  /// - Throws: as ``redact(_:_:everywhere:reason:)``.
  public func redactionPreview(
    _ revision: Revision, _ name: SettingName, everywhere: Bool = false
  ) throws(SettingsError) -> RedactionOutcome {
    let plan = try connection.run(key: name) {
      try $0.planRedaction(revision, name, everywhere: everywhere)
    }
    return RedactionOutcome(
      commit: nil, redactions: plan.redactions, remaining: plan.remaining)
  }
}
