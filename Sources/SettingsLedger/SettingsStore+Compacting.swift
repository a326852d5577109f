import Dispatch
import EventLog
public import SettingsCore

/// What a compaction would drop.
public struct CompactionPreview: Hashable, Sendable {
  /// The oldest commit that would be kept.
  public let oldestKept: Revision
  /// How many commits would be dropped.
  public let commits: Int
  /// The settings that would lose some of their history, in the order of their names' bytes.
  ///
  /// None loses its value.
  public let names: [SettingName]
  /// The tags on older states than can be read then: they have to be dropped along, moved or deleted.
  public let tags: [String]
  /// The commits to be dropped that nobody has confirmed yet: while there are any, nothing is dropped.
  public let pending: [Revision]
}

/// What a compaction has dropped.
public struct CompactionResult: Hashable, Sendable {
  /// The commit that records the compaction; nil when there was nothing to drop.
  public let commit: SettingsCommit?
  /// The oldest kept commit.
  public let oldestKept: Revision
  /// How many commits were dropped.
  public let droppedCommits: Int
  /// The tags that were dropped, in the order of their names' bytes.
  public let droppedTags: [String]
  /// The bytes of the file that were in use before.
  public let bytesBefore: Int
  /// The bytes of the file that are in use now; the others will be used again.
  public let bytesAfter: Int
}

/// What a log begins with when its older commits were dropped: the state before the oldest kept one.
public struct LogBaseline: Hashable, Sendable {
  /// The oldest kept commit.
  public let floor: Revision
  /// The baseline as docs/format.md describes it.
  public let bytes: [UInt8]

  /// Makes a baseline from an export.
  ///
  /// What is wrong with it is found by the import.
  public init(floor: Revision, bytes: [UInt8]) {
    self.floor = floor
    self.bytes = bytes
  }

  /// The state that the kept commits build on.
  ///
  /// - Throws: `recordMismatch` or `damaged` when the bytes are no baseline of that floor.
  public func state() throws(SettingsError) -> SettingsState {
    do {
      return try SettingsState(packedBaseline: bytes, floor: floor)
    } catch {
      throw SettingsError(.recordMismatch, "\(error).", revision: floor, underlying: error)
    }
  }
}

extension SettingsStore {
  /// The newest revision that a compaction has dropped; 0 when none was.
  ///
  /// Its state is the oldest that can be read, and streams can begin after it.
  public var compactedRevision: Revision {
    get throws(SettingsError) { try connection.run { try $0.floor().previous } }
  }

  /// Drops the commits before a place in history, and keeps the state that they led to.
  ///
  /// ```swift
  /// try store.compact(keeping: .date(lastYear), reason: "Kept for a year")
  /// ```
  ///
  /// Values, hidden and secret names stay as they are. Who made the dropped commits, when and why, and
  /// the values in between, are gone: from the log, from undo and from the idempotency keys. Everything
  /// from the state just before the kept commits on can be read, and streams can begin there.
  ///
  /// The compaction is a commit itself, with the digest of the state that it keeps. A process that is
  /// killed meanwhile leaves the store either as it was or compacted. Space is freed for later commits.
  ///
  /// - Parameters:
  ///   - point: the oldest commit to keep; for a date, the last one recorded at or before it.
  ///   - droppingTags: whether tags on older states than can be read then are dropped.
  ///   - shrinking: whether the file is made smaller too; see ``shrink()``.
  ///   - reason: why, for people who read the log.
  /// - Returns: what was dropped; without a commit when there was nothing to drop.
  /// - Throws: `tagsBelowFloor`, which names the tags, unless they are to be dropped; `pending` when one of the commits to be dropped waits for its confirmation; `damaged` when
  ///   one is; `noSuchRevision` and `noSuchTag` for a place that is not in the log. Nothing is
  ///   changed then. What ``shrink()`` throws, with the commits dropped; ``SettingsError/stateLeft`` says so.
  /// - Complexity: O(number of dropped commits), in slices, between which others write.
  @discardableResult
  public func compact(
    keeping point: HistoryPoint, droppingTags: Bool = false, shrinking: Bool = false,
    reason: String? = nil
  ) throws(SettingsError) -> CompactionResult {
    try connection.checkWritable()
    let facts = facts(reason: reason, expecting: nil, idempotencyKey: nil)
    let floor = try floor(keeping: point)
    let before = try connection.run { try $0.files().usedBytes }
    let (plan, commit, tags) = try connection.run {
      try $0.compact(keeping: floor, droppingTags: droppingTags, facts: facts)
    }
    if shrinking {
      do {
        try shrink()
      } catch {
        throw SettingsError(
          error.code,
          "The commits of the store \(path) before revision \(plan.floor) are dropped, but its file could not "
            + "be made smaller: \(error.message)", path: error.path,
          stateLeft: error.stateLeft == .unknown ? .unknown : .recorded, underlying: error)
      }
    }
    return CompactionResult(
      commit: commit, oldestKept: plan.floor, droppedCommits: Int(plan.commits),
      droppedTags: tags, bytesBefore: before,
      bytesAfter: try connection.run { try $0.files().usedBytes })
  }

  /// Makes the store's file as small as what it holds.
  ///
  /// A copy without free pages, and without whatever else was deleted, takes the file's place, durably and
  /// at once. Writers wait meanwhile. All handles, streams and processes that have the store open go on
  /// with the new file by themselves. A process that is killed meanwhile leaves the old file or the new
  /// one, and who opens the store next finishes what it began.
  ///
  /// - Throws: `diskFull` when there is no room for the copy; the store is as it was then. `storeReplaced`
  ///   when somebody has replaced the file by hand.
  /// - Complexity: O(size of the store).
  public func shrink() throws(SettingsError) {
    try connection.checkWritable()
    try connection.run { try $0.shrink() }
    try connection.run { try $0.refresh() }
  }

  /// Drops the commits before a place in history, without blocking the thread.
  @discardableResult
  public func compact(
    keeping point: HistoryPoint, droppingTags: Bool = false, shrinking: Bool = false,
    reason: String? = nil
  ) async throws(SettingsError) -> CompactionResult {
    let result: Result<CompactionResult, SettingsError> = await withCheckedContinuation { waiting in
      DispatchQueue.global().async {
        waiting.resume(
          returning: Result { () throws(SettingsError) in
            try self.compact(
              keeping: point, droppingTags: droppingTags, shrinking: shrinking, reason: reason)
          })
      }
    }
    return try result.get()
  }

  /// What a compaction would drop, without dropping it.
  ///
  /// - Throws: as ``compact(keeping:droppingTags:shrinking:reason:)``, except for tags and pending commits, which it names.
  /// - Complexity: O(number of commits to be dropped).
  public func compactionPreview(
    keeping point: HistoryPoint
  ) throws(SettingsError) -> CompactionPreview {
    let floor = try floor(keeping: point)
    return try connection.run { ledger in
      let plan = try CompactionPlan(floor: floor, of: ledger)
      return CompactionPreview(
        oldestKept: plan.floor, commits: Int(plan.commits), names: plan.names,
        tags: try ledger.tags(below: plan), pending: plan.pending)
    }
  }

  /// What the log begins with; nil when no commit was ever dropped.
  public func baseline() throws(SettingsError) -> LogBaseline? {
    try connection.run { ledger in
      try ledger.packedBaseline().map { LogBaseline(floor: $0.floor, bytes: $0.bytes) }
    }
  }

  /// The oldest commit to keep: the first one for a place before all of them, so that nothing is dropped.
  private func floor(keeping point: HistoryPoint) throws(SettingsError) -> Revision {
    do throws(SettingsError) {
      return max(1, try revision(at: point))
    } catch  where error.code == .beforeHistory || error.code == .compacted {
      return 1
    }
  }
}
