#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// Where a replay of the log begins: at revision 0, or, once older commits were dropped, at the last
/// of those.
struct LogStart: Hashable, Sendable {
  /// The last dropped revision; 0 when none was.
  var revision = Revision.zero
  /// Its digest, which the oldest kept record holds.
  var digest = Digest.zero
  /// Its time; nil when nothing was dropped.
  var time: Timestamp?
  /// The origin of the log's first record; nil when that is in the log.
  var firstOrigin: UUID?

  /// The oldest kept revision.
  var floor: Revision { revision.next }
}

/// The state before the oldest kept commit, and what else the dropped ones told.
struct Baseline: Sendable {
  var start = LogStart()
  /// The state after the last dropped commit.
  var state = SettingsState()

  /// The baseline of a store, which for one that was never compacted is the empty state.
  static func load(in transaction: borrowing some Reading & ~Copyable) throws -> Baseline {
    let start = try LogReading.start(in: transaction)
    guard start.revision > .zero else { return Baseline() }
    let entries = try BaselineTable.entries(start, in: transaction)
    return Baseline(
      start: start, state: SettingsState(revision: start.revision, entries: entries))
  }
}
