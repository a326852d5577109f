#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// What some names were at earlier revisions, as a commit in the making looks back at them: the history
/// index, the log's tail, and the commits of its own transaction.
///
/// The tail is read once, and only what it says of the names is kept.
struct Timeline {
  private let past: Past
  private let present: SettingsState
  private let indexed: Revision
  private var tail: [SettingName: [(revision: Revision, event: SettingsEvent)]] = [:]

  /// Makes the timeline of names.
  ///
  /// - Parameters:
  ///   - pending: commits after the state, which are not in the log yet.
  ///   - usesIndex: false when the saved index cannot be trusted: the log is read instead.
  init(
    of names: Set<SettingName>, _ present: SettingsState, firstOrigin: UUID?,
    pending: [SettingsCommit], usesIndex: Bool,
    in transaction: borrowing some Reading & ~Copyable
  ) throws {
    past = Past(present, firstOrigin: firstOrigin, usesIndex: usesIndex)
    self.present = present
    indexed = min(try past.reach(in: transaction).indexed, present.revision)
    try LogReading.forEachRecord(after: indexed, through: present.revision, in: transaction) {
      note(try LogReading.record($1, $0, firstOrigin: $0 == 1 ? nil : firstOrigin).commit, names)
    }
    for commit in pending { note(commit, names) }
  }

  private mutating func note(_ commit: SettingsCommit, _ names: Set<SettingName>) {
    for event in commit.events where names.contains(event.name) {
      tail[event.name, default: []].append((commit.revision, event))
    }
  }

  /// What was known of a name after a revision.
  func entry(
    of name: SettingName, at revision: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState.Entry {
    let saved = try DamagedIndex.naming(HistoryIndex.table) {
      try past.entry(of: name, at: min(revision, indexed), in: transaction)
    }
    var entry = saved ?? SettingsState.Entry(name)
    for (touched, event) in tail[name] ?? [] where touched <= revision {
      entry.apply(event, at: touched)
    }
    return entry
  }
}
