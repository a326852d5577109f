import LMDBKit
package import SettingsCore

/// What a compaction would drop, worked out before anything is written.
package struct CompactionPlan: Sendable {
  /// The oldest commit that would be kept.
  package let floor: Revision
  /// The oldest commit that is kept now.
  package let oldFloor: Revision
  /// The settings that would lose some of their history, in the order of their names' bytes.
  package private(set) var names: [SettingName] = []
  /// The commits to be dropped that wait to be confirmed: until that ends, nothing is dropped.
  package private(set) var pending: [Revision] = []

  /// The head when the plan was made.
  let head: Revision
  /// The state before the new floor.
  private(set) var baseline: Baseline

  /// How many commits would be dropped.
  package var commits: UInt64 { floor.rawValue - oldFloor.rawValue }

  /// Whether nothing would be dropped.
  package var isEmpty: Bool { floor <= oldFloor }
}

extension CompactionPlan {
  /// Reads what is to be dropped, in slices, so that no old pages are held for long.
  ///
  /// - Throws: `noSuchRevision` for a floor beyond the head; damage in what would be dropped.
  package init(floor: Revision, of ledger: Ledger) throws {
    let (head, baseline) = try ledger.read {
      (try LogReading.head(in: $0).revision, try Baseline.load(in: $0))
    }
    guard floor <= max(head, 1) else { throw EventLogError(.noSuchRevision, revision: floor) }
    self.floor = max(floor, baseline.start.floor)
    self.oldFloor = baseline.start.floor
    self.head = head
    self.baseline = baseline
    var dropped = Dropped(baseline)
    while dropped.state.revision < self.floor.previous {
      let known = dropped.state.revision
      let rest = self.floor.previous.rawValue - known.rawValue
      let end = Revision(rawValue: known.rawValue + min(rest, UInt64(Ledger.sliceLength)))
      try ledger.read { try dropped.fold(through: end, in: $0) }
    }
    self.baseline = Baseline(start: dropped.start, state: dropped.state)
    names = dropped.names.sorted()
    pending = try ledger.withState { $0.unconfirmed.revisions }.filter { $0 < self.floor }
  }

  /// Throws when the log has moved on in a way that the plan does not know of.
  func checkHolds(in transaction: borrowing WriteTransaction) throws {
    guard try LogReading.floor(in: transaction) == oldFloor else { throw Overtaken() }
    let now = try LogReading.head(in: transaction).revision
    let origin = try LogReading.firstOrigin(in: transaction)
    try LogReading.forEachRecord(after: head, through: now, in: transaction) { revision, bytes in
      let commit = try LogReading.record(bytes, revision, firstOrigin: origin).commit
      if case .redact = commit.cause { throw Overtaken() }
    }
  }

  /// Another compaction or a redaction was faster: the plan must be made anew.
  struct Overtaken: Error {}
}

/// The fold of the commits that are to be dropped.
///
/// It follows the chain of digests, so that damage is found before it is out of reach.
private struct Dropped {
  private(set) var start: LogStart
  private(set) var state: SettingsState
  private(set) var names: Set<SettingName> = []

  init(_ baseline: Baseline) { (start, state) = (baseline.start, baseline.state) }

  mutating func fold(
    through end: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    try LogReading.forEachRecord(after: start.revision, through: end, in: transaction) {
      revision, bytes in
      let record = try LogReading.record(bytes, revision, firstOrigin: start.firstOrigin)
      guard record.previous == start.digest else {
        throw EventLogError(
          .damaged("it does not hold the digest of the record before"), revision: revision)
      }
      let commit = record.commit
      state.apply(commit)
      names.formUnion(commit.events.lazy.map(\.name))
      start = LogStart(
        revision: revision, digest: try record.digest(of: bytes), time: commit.time,
        firstOrigin: start.firstOrigin ?? commit.origin)
    }
  }
}
