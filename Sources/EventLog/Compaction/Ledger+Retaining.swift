import LMDBKit
package import SettingsCore
import Synchronization

/// What a store keeps of its history at least.
package struct RetentionLimits: Hashable, Sendable {
  /// How many of the newest commits; nil for no such limit.
  package let commits: UInt64?
  /// The commits recorded after this time; nil for no such limit.
  package let since: Timestamp?

  package init(commits: UInt64?, since: Timestamp?) {
    self.commits = commits
    self.since = since
  }
}

extension Ledger {
  /// Less than this is not worth a compaction.
  private static let leastDropped: UInt64 = 512

  /// Whether a commit has saved state since the last call: the moment to look for what is to be dropped.
  package func takeRetentionTurn() -> Bool {
    isRetentionDue.exchange(false, ordering: .relaxed)
  }

  /// Drops the commits beyond the limits, when there are many: as many as are kept, or a quarter of them
  /// at least.
  package func retain(_ limits: RetentionLimits, facts: CommitFacts) throws {
    guard let floor = try retainedFloor(limits) else { return }
    do {
      _ = try compact(keeping: floor, facts: facts)
    } catch let error as EventLogError where error.code == .pending(nil) {
      // It has just been made; a later write drops more.
    }
  }

  /// The floor to compact to; nil when that would drop too little.
  private func retainedFloor(_ limits: RetentionLimits) throws -> Revision? {
    let (head, oldFloor) = try read {
      (try LogReading.head(in: $0).revision, try LogReading.floor(in: $0))
    }
    var floor = head
    if let commits = limits.commits {
      floor = min(floor, Revision(rawValue: head.rawValue - min(head.rawValue, commits)).next)
    }
    if let since = limits.since { floor = min(floor, try oldest(since: since, oldFloor)) }
    for tag in try tags() { floor = min(floor, tag.revision.next) }
    if let waiting = try withState({ $0.unconfirmed.revisions.first }) {
      floor = min(floor, waiting)
    }
    guard floor > oldFloor else { return nil }
    let (dropped, kept) = (floor.rawValue - oldFloor.rawValue, head.rawValue - floor.rawValue)
    return dropped >= max(Self.leastDropped, kept / 4) ? floor : nil
  }

  /// The first commit after a time; the state before it is that of the time.
  private func oldest(since time: Timestamp, _ floor: Revision) throws -> Revision {
    do {
      return try revision(at: time)?.next ?? floor
    } catch let error as EventLogError where error.code == .compacted {
      return floor
    }
  }
}
