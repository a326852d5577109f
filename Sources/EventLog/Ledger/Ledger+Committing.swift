#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore
import Synchronization

extension Ledger {
  /// Commits a group of requests in one transaction: one flush of the disk for all of them.
  ///
  /// Each request gets its own commit, in the order given, and builds on the ones before it. One that
  /// throws records nothing and does not disturb the others. When this returns, what it recorded is
  /// durable and read by everyone.
  ///
  /// - Returns: what became of each request; or of the first ones only, at least one, when their records
  ///   were enough for one transaction: the others were left, and can be asked for again.
  /// - Throws: when the transaction failed as a whole; nothing is recorded then, unless the error is
  ///   `outcomeUnknown`.
  package func commit(
    _ requests: [CommitRequest], byteLimit: Int = Ledger.groupBytes
  ) throws -> [CommitResult] {
    var group = makeGroup(requests, byteLimit: byteLimit)
    do {
      return try commitWithCheckpoint(&group)
    } catch let error as LMDBError where error.isOutOfSpace && requests.count > 1 {
      // One large commit must not take its neighbours along: each finds out for itself.
      return requests.map { request in
        var group = makeGroup([request])
        return Result { try commitWithCheckpoint(&group) }.flatMap { $0[0] }
      }
    }
  }

  /// What a request would record now, without recording it.
  ///
  /// It keeps no writer waiting, and needs no right to write. What was not confirmed in time counts as
  /// taken back, as a write would do first.
  ///
  /// - Returns: the commit, nil when nothing would have to change; and for each of its events what would
  ///   be known of the name before it.
  package func preview(
    _ request: CommitRequest
  ) throws -> (commit: SettingsCommit?, before: [SettingsState.Entry]) {
    try refresh()
    var group = makeGroup([request])
    var base = memory.withLock { memory, _ in copy memory }
    try read { transaction in
      // What others have committed since is no news to anybody else yet.
      while true {
        let slice = try Slice(after: base.state.revision, in: transaction)
        base.take(slice)
        if base.state.revision >= slice.head.revision { break }
      }
      try group.run(on: base, in: transaction)
    }
    distrust(group.distrusted)
    guard let commit = try group.results[0].get().commit else { return (nil, []) }
    let state = base.state.applying(group.commits.dropLast())
    return (commit, commit.events.map { state.entry(of: $0.name) ?? SettingsState.Entry($0.name) })
  }

  /// After about so many bytes of records a transaction is large enough.
  ///
  /// Its flush then costs little beside what it writes, and its pages still fit memory.
  package static let groupBytes = 8 << 20

  func makeGroup(_ requests: [CommitRequest], byteLimit: Int = .max) -> CommitGroup {
    CommitGroup(
      requests, byteLimit: byteLimit, origin: origin, gestures: gestures.withLock { copy $0 },
      bootClock)
  }

  /// Commits with a checkpoint when one is due, or without when that is what fails.
  private func commitWithCheckpoint(_ group: inout CommitGroup) throws -> [CommitResult] {
    do {
      return try commit(&group, withCheckpoint: true)
    } catch let error as LMDBError where group.triedCheckpoint && error.isOutOfSpace {
      // The checkpoint can wait; the commit should not fail for it.
      return try commit(&group, withCheckpoint: false)
    } catch let error as EventLogError where group.triedCheckpoint && error.isDamage {
      note(.checkpointFailed(error.description))
      return try commit(&group, withCheckpoint: false)
    }
  }

  private func commit(
    _ group: inout CommitGroup, withCheckpoint: Bool
  ) throws -> [CommitResult] {
    let written = try write { transaction -> Completion<Written?> in
      let base = try bringUp(to: transaction)
      // A transaction that ran again for a larger map finds the head where it was: the closures, which
      // may be slow, need not run again.
      if group.base != base.head { try group.run(on: base, in: transaction) }
      guard let head = group.head else { return .abort(nil) }
      try append(group, head, in: transaction)
      var saved: Checkpoint.Progress?
      if withCheckpoint,
        try base.isCheckpointDue(in: transaction, at: head.revision, group.byteCount)
      {
        group.triedCheckpoint = true
        saved = try saveCheckpoint(base, group, in: transaction)
      }
      return .commit(Written(id: transaction.id, head: head, saved: saved))
    }
    distrust(group.distrusted)
    if let written {
      publish(group, written)
    } else if !environment.namesItsFile() {
      // What was found to be so already is so in a file that nobody opens any more; or has just been
      // replaced by a copy.
      try read { _ in }
      throw LMDBError(.storeReplaced, operation: "commit", path: environment.path)
    }
    return group.results
  }

  /// Appends the commits of a group to the log, and moves the head.
  func append(
    _ group: CommitGroup, _ head: HeadRow, in transaction: borrowing WriteTransaction
  ) throws {
    for record in group.records {
      try transaction.append(LogTables.log, RevisionKey(record.commit.revision), record.bytes)
    }
    try transaction.put(LogTables.main, LogTables.headRow, head.encoded())
  }

  func saveCheckpoint(
    _ base: Memory, _ group: CommitGroup, in transaction: borrowing WriteTransaction
  ) throws -> Checkpoint.Progress {
    try Checkpoint.save(
      base.state.applying(group.commits), firstOrigin: base.firstOrigin ?? origin,
      anew: base.mustSaveAnew, distrusted: base.distrusted.union(group.distrusted),
      in: transaction)
  }

  /// What a transaction wrote, to be published when it is durable.
  struct Written {
    let id: TransactionID
    let head: HeadRow
    let saved: Checkpoint.Progress?
  }

  /// Folds in what others committed before this transaction began, and returns the state to build on.
  func bringUp(to transaction: borrowing WriteTransaction) throws -> Memory {
    while true {
      let known = memory.withLock { memory, _ in memory.state.revision }
      let slice = try Slice(after: known, in: transaction)
      let current: Memory? = memory.withLock { memory, _ in
        memory.take(slice)
        // The id of a write transaction is not taken yet: one that is aborted gives it to the next.
        memory.reached(slice.head, as: TransactionID(rawValue: transaction.id.rawValue - 1))
        return memory.state.revision >= slice.head.revision ? memory : nil
      }
      if !slice.commits.isEmpty { announce() }
      guard let current else { continue }
      guard current.head == slice.head else {
        throw EventLogError(
          .damaged("the head row does not match the last record"), revision: slice.head.revision)
      }
      return current
    }
  }

  func publish(_ group: CommitGroup, _ written: Written) {
    memory.withLock { memory, _ in
      for record in group.records { memory.apply(record.commit, byteCount: record.bytes.count) }
      memory.reached(written.head, as: written.id)
      if let saved = written.saved { memory.saved(saved) }
    }
    if written.saved != nil { isRetentionDue.store(true, ordering: .relaxed) }
    gestures.withLock { gestures in for commit in group.commits { gestures.note(commit) } }
    announce()
    for projection in written.saved?.damaged ?? [] { note(.rebuilt(projection: projection)) }
  }
}

extension SettingsState {
  func applying(_ commits: some Sequence<SettingsCommit>) -> SettingsState {
    var state = self
    for commit in commits { state.apply(commit) }
    return state
  }
}

extension LMDBError {
  /// Whether the error means that there is no room, which a smaller transaction may still find.
  var isOutOfSpace: Bool {
    code == .mapFull || code == .mapLimitReached || code == .diskFull || code == .transactionFull
  }
}
