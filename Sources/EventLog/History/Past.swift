#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// Looking at earlier revisions: the history index as far as it goes, the log's tail after that.
struct Past {
  let present: SettingsState
  let firstOrigin: UUID?
  private let usesIndex: Bool
  private let records: RecordCache

  /// Makes a view of the past.
  ///
  /// - Parameters:
  ///   - present: the state at the head of the same transaction, or later.
  ///   - usesIndex: false when the saved index cannot be trusted: the log is folded instead.
  init(_ present: SettingsState, firstOrigin: UUID?, usesIndex: Bool = true) {
    self.present = present
    self.firstOrigin = firstOrigin
    self.usesIndex = usesIndex
    records = RecordCache(firstOrigin: firstOrigin)
  }

  /// The oldest kept commit, and how far the index goes, which is at least to the one before.
  func reach(
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> (floor: Revision, indexed: Revision) {
    let floor = try LogReading.floor(in: transaction)
    let indexed = usesIndex ? try HistoryIndex.table.header(in: transaction) : nil
    return (floor, max(indexed ?? .zero, floor.previous))
  }

  /// What was known of a name before the oldest kept commit.
  func entryBeforeFloor(
    _ name: SettingName, in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState.Entry? {
    guard let slot = present.slot(of: name) else { return nil }
    let floor = try LogReading.floor(in: transaction)
    return try BaselineTable.entry(ofSlot: slot, floor: floor, in: transaction)
  }

  /// The state after a revision.
  ///
  /// - Throws: `compacted` for one before the last dropped commit.
  /// - Complexity: O(n log m) in the number of names and of commits, unless the index lags behind.
  func state(
    at revision: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState {
    if revision >= present.revision { return present }
    let (floor, reached) = try reach(in: transaction)
    try check(revision, floor)
    let indexed = min(revision, reached)
    // Names are in the order of their first events, so those that existed are the first ones.
    let existing = present.entries.prefix { $0.created <= indexed }
    var entries: [SettingsState.Entry] = []
    for slot in existing.indices {
      entries.append(try entry(slot, at: indexed, floor, in: transaction))
    }
    var state = SettingsState(revision: indexed, entries: entries)
    try LogReading.forEachRecord(after: indexed, through: revision, in: transaction) {
      state.apply(try LogReading.record($1, $0, firstOrigin: origin(for: $0)).commit)
    }
    return state
  }

  /// What was known of a name after a revision; nil when the log had not spoken of it.
  func entry(
    of name: SettingName, at revision: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState.Entry? {
    try entries(of: [name], at: revision, in: transaction)[name]
  }

  /// What was known of names after a revision, but for those of which the log had not spoken.
  ///
  /// The log's tail is read once for all of them.
  func entries(
    of names: some Collection<SettingName>, at revision: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [SettingName: SettingsState.Entry] {
    let (floor, reached) = try reach(in: transaction)
    try check(revision, floor)
    let indexed = min(revision, reached)
    var entries: [SettingName: SettingsState.Entry] = [:]
    var changedSince: Set<SettingName> = []
    for name in names {
      guard let slot = present.slot(of: name) else { continue }
      let now = present.entries[slot]
      guard now.created <= revision else { continue }
      entries[name] = now
      guard now.lastRevision > revision else { continue }
      changedSince.insert(name)
      entries[name] =
        now.created <= indexed
        ? try entry(slot, at: indexed, floor, in: transaction)
        : SettingsState.Entry(name)
    }
    guard !changedSince.isEmpty else { return entries }
    try LogReading.forEachRecord(after: indexed, through: revision, in: transaction) {
      let record = try LogReading.record($1, $0, firstOrigin: origin(for: $0))
      for event in record.commit.events where changedSince.contains(event.name) {
        entries[event.name]?.apply(event, at: $0)
      }
    }
    return entries
  }

  /// The kept revisions after one that touched a name, oldest first, at most so many.
  func revisions(
    of name: SettingName, after start: Revision = .zero, limit: Int = .max,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision] {
    guard limit > 0, let slot = present.slot(of: name) else { return [] }
    let (floor, reached) = try reach(in: transaction)
    var revisions: Set<Revision> = []
    for side in SettingsEvent.Side.allCases where reached >= max(floor, start.next) {
      revisions.formUnion(
        try HistoryIndex.revisions(slot, side, after: start, limit: limit, in: transaction))
    }
    if revisions.count < limit {
      let tail = max(reached, start, present.entries[slot].created.previous)
      // The state may be newer than the transaction.
      let end = min(
        try LogReading.head(in: transaction).revision, present.entries[slot].lastRevision)
      revisions.formUnion(try logged(name, after: tail, through: end, in: transaction))
    }
    return Array(revisions.sorted().prefix(limit))
  }

  /// The kept revisions through one in the log that touched a name, newest first, at most so many.
  func newestRevisions(
    of name: SettingName, through end: Revision, limit: Int,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision] {
    guard limit > 0, let slot = present.slot(of: name) else { return [] }
    let (floor, reached) = try reach(in: transaction)
    let tail = max(reached, present.entries[slot].created.previous)
    let last = min(end, present.entries[slot].lastRevision)
    var revisions = Set(try logged(name, after: tail, through: last, in: transaction))
    if reached >= floor, revisions.count < limit {
      for side in SettingsEvent.Side.allCases {
        revisions.formUnion(
          try HistoryIndex.newestRevisions(
            slot, side, through: min(end, reached), limit: limit, in: transaction))
      }
    }
    return Array(revisions.sorted(by: >).prefix(limit))
  }

  /// The revisions of a range that touched a name, by the log itself.
  private func logged(
    _ name: SettingName, after start: Revision, through end: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision] {
    var revisions: [Revision] = []
    try LogReading.forEachRecord(after: start, through: end, in: transaction) {
      let record = try LogReading.record($1, $0, firstOrigin: origin(for: $0))
      if record.commit.events.contains(where: { $0.name == name }) { revisions.append($0) }
    }
    return revisions
  }

  /// What was known of a slot after a revision that the index has reached.
  ///
  /// All but the number of its events, which nobody asks of the past: it counts the sides here.
  private func entry(
    _ slot: Int, at revision: Revision, _ floor: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState.Entry {
    let now = present.entries[slot]
    if now.lastRevision <= revision { return now }
    var then = SettingsState.Entry(now.name)
    var before: SettingsState.Entry?
    for side in SettingsEvent.Side.allCases {
      if now[side].revision <= revision {
        // What was not touched since is as it is now, without a look at the disk.
        then.copy(side, from: now)
        continue
      }
      let touched =
        revision < floor
        ? nil : try HistoryIndex.newest(slot, side, atOrBelow: revision, in: transaction)
      guard let touched, touched >= floor else {
        if before == nil {
          before =
            try BaselineTable.entry(ofSlot: slot, floor: floor, in: transaction)
            ?? SettingsState.Entry(now.name)
        }
        if let before { then.copy(side, from: before) }
        continue
      }
      if let event = try records.event(of: now.name, side, at: touched, in: transaction) {
        then.apply(event, at: touched)
      } else {
        throw DamagedRow()  // the index speaks of a revision that did not touch the name
      }
    }
    // The first event was before: one that is folded on top is not it.
    (then.created, then.changes) = (now.created, max(then.changes, 1))
    return then
  }

  private func check(_ revision: Revision, _ floor: Revision) throws(EventLogError) {
    guard revision >= floor.previous else {
      throw EventLogError(.compacted, revision: floor.previous)
    }
  }

  private func origin(for revision: Revision) -> UUID? { revision == 1 ? nil : firstOrigin }
}

/// The events of records that were read already: names that changed together share one record.
private final class RecordCache {
  private struct Place: Hashable {
    let name: SettingName
    let side: SettingsEvent.Side
  }

  private let firstOrigin: UUID?
  private var records: [Revision: [Place: SettingsEvent]] = [:]

  /// How many records to remember.
  private static let limit = 256

  init(firstOrigin: UUID?) { self.firstOrigin = firstOrigin }

  /// The event of one side of a name in a commit; nil when there is none.
  func event(
    of name: SettingName, _ side: SettingsEvent.Side, at revision: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsEvent? {
    let place = Place(name: name, side: side)
    if let known = records[revision] { return known[place] }
    let commit = try LogReading.commit(
      revision, firstOrigin: revision == 1 ? nil : firstOrigin, in: transaction)
    let events = Dictionary(
      commit.events.map { (Place(name: $0.name, side: $0.side), $0) }, uniquingKeysWith: { $1 })
    if records.count >= Self.limit { records = [:] }
    records[revision] = events
    return events[place]
  }
}
