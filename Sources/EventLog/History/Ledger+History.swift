#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

extension Ledger {
  /// The state after a revision; revision 0 is the empty state.
  ///
  /// - Throws: `compacted` for one before the last dropped commit.
  package func state(at revision: Revision) throws -> SettingsState {
    try withPast { past, head, transaction in
      guard revision <= head else { throw EventLogError(.noSuchRevision, revision: revision) }
      return try past.state(at: revision, in: transaction)
    }
  }

  /// The oldest kept commit; 1 when none was dropped.
  package func floor() throws -> Revision { try read { try LogReading.floor(in: $0) } }

  /// The commit of a revision.
  package func commit(_ revision: Revision) throws -> SettingsCommit {
    try read { transaction in
      let origin = try LogReading.firstOrigin(in: transaction)
      return try LogReading.commit(
        revision, firstOrigin: revision == 1 ? nil : origin, in: transaction)
    }
  }

  /// The commits of some revisions, but for those that were dropped.
  package func keptCommits(
    of revisions: Set<Revision>
  ) throws -> [Revision: SettingsCommit] {
    try read { transaction in
      let floor = try LogReading.floor(in: transaction)
      let origin = try LogReading.firstOrigin(in: transaction)
      var commits: [Revision: SettingsCommit] = [:]
      for revision in revisions where revision >= floor {
        commits[revision] = try LogReading.commit(
          revision, firstOrigin: revision == 1 ? nil : origin, in: transaction)
      }
      return commits
    }
  }

  /// Commits after one revision and through another, oldest first, at most so many.
  ///
  /// - Throws: `compacted` when some of them were dropped.
  package func commits(
    after start: Revision, through end: Revision? = nil, limit: Int
  ) throws -> [SettingsCommit] {
    try commits(after: start, through: end, limit: limit, newestFirst: false)
  }

  /// Commits through one revision and after another, newest first, at most so many; those that were
  /// dropped are left out.
  package func newestCommits(
    through end: Revision? = nil, after start: Revision = .zero, limit: Int
  ) throws -> [SettingsCommit] {
    try commits(after: start, through: end, limit: limit, newestFirst: true)
  }

  private func commits(
    after start: Revision, through end: Revision?, limit: Int, newestFirst: Bool
  ) throws -> [SettingsCommit] {
    let (head, floor) = try read {
      (try LogReading.head(in: $0).revision, try LogReading.floor(in: $0))
    }
    let end = min(head, end ?? head)
    // Newest first, the list ends where the log begins.
    let start = newestFirst ? max(start, floor.previous) : start
    guard start < end, limit > 0 else { return [] }
    let count = min(UInt64(limit), end.rawValue - start.rawValue)
    let first = newestFirst ? Revision(rawValue: end.rawValue - count) : start
    let last = Revision(rawValue: first.rawValue + count)
    var commits: [SettingsCommit] = []
    var reached = first
    // In slices, so that a long log does not hold old pages for long.
    while reached < last {
      let next = min(last, Revision(rawValue: reached.rawValue + UInt64(Self.sliceLength)))
      try read { transaction in
        let origin = try LogReading.firstOrigin(in: transaction)
        try LogReading.forEachRecord(after: reached, through: next, in: transaction) {
          commits.append(try LogReading.commit($1, $0, firstOrigin: $0 == 1 ? nil : origin))
        }
      }
      reached = next
    }
    return newestFirst ? commits.reversed() : commits
  }

  /// The changes of a name by commits after one, oldest first; those of at most so many commits.
  ///
  /// - Complexity: O(limit), a seek for each, whatever the number of commits.
  package func changes(
    of name: SettingName, after start: Revision = .zero, limit: Int = .max
  ) throws -> [SettingChange] {
    try withPast { past, head, transaction in
      let revisions = try past.revisions(of: name, after: start, limit: limit, in: transaction)
      return try changes(of: name, revisions.filter { $0 <= head }, past, in: transaction)
    }
  }

  /// The changes of a name by commits through one, newest first; those of at most so many commits.
  ///
  /// - Complexity: O(limit), a seek for each, whatever the number of commits.
  package func newestChanges(
    of name: SettingName, through end: Revision?, limit: Int
  ) throws -> [SettingChange] {
    try withPast { past, head, transaction in
      let revisions = try past.newestRevisions(
        of: name, through: min(head, end ?? head), limit: limit, in: transaction)
      return try changes(of: name, revisions.reversed(), past, in: transaction).reversed()
    }
  }

  /// The changes that commits made to a name, all those from the first of them to the last.
  private func changes(
    of name: SettingName, _ revisions: [Revision], _ past: Past,
    in transaction: borrowing ReadTransaction
  ) throws -> [SettingChange] {
    guard let first = revisions.first else { return [] }
    let origin = try LogReading.firstOrigin(in: transaction)
    var entry =
      try past.entry(of: name, at: first.previous, in: transaction) ?? SettingsState.Entry(name)
    var changes: [SettingChange] = []
    for revision in revisions {
      let commit = try LogReading.commit(
        revision, firstOrigin: revision == 1 ? nil : origin, in: transaction)
      for (index, event) in commit.events.enumerated() where event.name == name {
        changes.append(SettingChange(event, index, commit, before: entry))
        entry.apply(event, at: revision)
      }
    }
    return changes
  }

  /// The changes that commits made, with what was before; in the order given.
  package func changes(in commits: [SettingsCommit]) throws -> [[SettingChange]] {
    try withPast { past, _, transaction in
      try commits.map { commit in
        let before = try past.entries(
          of: commit.events.lazy.map(\.name), at: commit.revision.previous, in: transaction)
        return commit.events.enumerated().map { index, event in
          SettingChange(
            event, index, commit, before: before[event.name] ?? SettingsState.Entry(event.name))
        }
      }
    }
  }

  /// What was known of names after a revision; in the order given.
  package func entries(
    of names: [SettingName], at revision: Revision
  ) throws -> [SettingsState.Entry] {
    try withPast { past, _, transaction in
      let entries = try past.entries(of: names, at: revision, in: transaction)
      return names.map { entries[$0] ?? SettingsState.Entry($0) }
    }
  }

  /// The revision of the last commit recorded at or before a time; nil before the first commit.
  ///
  /// - Throws: `compacted` for a time before the last dropped commit.
  /// - Complexity: O(log n) in the number of commits, since times rise with revisions.
  package func revision(at time: Timestamp) throws -> Revision? {
    try read { transaction in
      let start = try LogReading.start(in: transaction)
      if let earliest = start.time, time < earliest {
        throw EventLogError(.compacted, revision: start.revision)
      }
      let origin = try LogReading.firstOrigin(in: transaction)
      var low = start.revision.rawValue
      var high = try LogReading.head(in: transaction).revision.rawValue
      while low < high {
        let middle = Revision(rawValue: low + (high - low + 1) / 2)
        let commit = try LogReading.commit(
          middle, firstOrigin: middle == 1 ? nil : origin, in: transaction)
        if commit.time <= time { low = middle.rawValue } else { high = middle.rawValue - 1 }
      }
      return low == 0 ? nil : Revision(rawValue: low)
    }
  }

  /// Runs a closure with a view of the past that fits the transaction.
  ///
  /// When the saved index cannot be trusted, the past is folded from the log instead, and said so.
  func withPast<R>(
    _ body: (Past, Revision, borrowing ReadTransaction) throws -> R
  ) throws -> R {
    let shown = memory.withLock { _, id in id }
    return try read { transaction in
      let head = try LogReading.head(in: transaction).revision
      let (state, origin) = try bringUp(to: transaction, shown)
      do {
        return try body(Past(state, firstOrigin: origin), head, transaction)
      } catch is DamagedRow {
        distrust([HistoryIndex.table.name])
        return try body(
          Past(state, firstOrigin: origin, usesIndex: false), head, transaction)
      }
    }
  }

  /// The state at the transaction's head, or later when another thread was faster.
  private func bringUp(
    to transaction: borrowing ReadTransaction, _ shown: TransactionID?
  ) throws -> (SettingsState, UUID?) {
    while true {
      let known = memory.withLock { memory, _ in memory.state.revision }
      let slice = try Slice(after: known, in: transaction)
      let current: (SettingsState, UUID?)? = memory.withLock { memory, _ in
        memory.absorb(slice, shown: shown).isDone ? (memory.state, memory.firstOrigin) : nil
      }
      if !slice.commits.isEmpty { announce() }
      if let current { return current }
    }
  }
}

extension SettingChange {
  /// Makes the change of an event from what was known before it.
  package init(
    _ event: SettingsEvent, _ index: Int, _ commit: SettingsCommit,
    before: SettingsState.Entry
  ) {
    let isAboutValue = event.side == .value
    self.init(
      position: Position(revision: commit.revision, index: index), event: event,
      old: isAboutValue ? before.value : nil,
      oldIsRedacted: isAboutValue && before.isRedacted, commit: commit)
  }
}
