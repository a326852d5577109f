#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// The commits that one transaction will append, made by running the requests' closures.
struct CommitGroup {
  private let requests: [CommitRequest]
  /// Once the records take so many bytes, the rest of the requests is left.
  private let byteLimit: Int
  private let origin: UUID
  private let bootClock: @Sendable () -> BootTime?
  private let gestures: Gestures

  /// The head that the commits were made for; nil before the closures ran.
  private(set) var base: HeadRow?
  /// The head after the commits; nil when there are none.
  private(set) var head: HeadRow?
  private(set) var records: [(commit: SettingsCommit, bytes: [UInt8])] = []
  /// What became of the requests; of the first ones, when they reached the limit.
  private(set) var results: [CommitResult] = []
  /// Projections whose saved rows were found damaged on the way.
  private(set) var distrusted: Set<String> = []
  /// Whether a checkpoint was tried along.
  var triedCheckpoint = false

  init(
    _ requests: [CommitRequest], byteLimit: Int, origin: UUID, gestures: Gestures,
    _ bootClock: @escaping @Sendable () -> BootTime?
  ) {
    self.requests = requests
    self.byteLimit = byteLimit
    self.origin = origin
    self.gestures = gestures
    self.bootClock = bootClock
  }

  var commits: [SettingsCommit] { records.map(\.commit) }
  var byteCount: Int { records.reduce(0) { $0 + $1.bytes.count } }

  /// Runs the closures, each on the state that the ones before it leave.
  mutating func run(
    on memory: Memory, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    base = memory.head
    head = nil
    records = []
    results = []
    let floor = try LogReading.floor(in: transaction)
    var draft = Draft(
      memory: memory, origin: origin, floor: floor, gestures: gestures, bootClock)
    try draft.expireDue(requests.first?.facts.clock, in: transaction)
    // What was taken back on the way is no request's.
    let start = draft.byteCount
    for request in requests where draft.byteCount - start < byteLimit {
      do {
        let outcome = try draft.run(request, in: transaction)
        results.append(.success(outcome))
      } catch let error as LMDBError {
        throw error  // not the request's fault: the transaction cannot go on
      } catch {
        results.append(.failure(error))
      }
    }
    records = draft.records
    distrusted = draft.distrusted
    if let last = records.last {
      head = HeadRow(revision: last.commit.revision, digest: last.commit.digest)
    }
  }

  /// The state between two requests of a group.
  struct Draft {
    let memory: Memory
    let origin: UUID
    let bootClock: @Sendable () -> BootTime?
    /// The oldest kept commit; the idempotency keys of those before are forgotten.
    let floor: Revision
    var state: PendingState
    var head: HeadRow
    var time: Timestamp
    var firstOrigin: UUID?
    var keys: [[UInt8]: Revision] = [:]
    var distrusted: Set<String> = []
    var gestures: Gestures
    /// The stacks of undo, once a request has needed them.
    var undo: UndoReader?
    var records: [(commit: SettingsCommit, bytes: [UInt8])] = []
    var byteCount = 0

    init(
      memory: Memory, origin: UUID, floor: Revision, gestures: Gestures,
      _ bootClock: @escaping @Sendable () -> BootTime?
    ) {
      self.memory = memory
      self.origin = origin
      self.floor = floor
      self.gestures = gestures
      self.bootClock = bootClock
      state = PendingState(memory.state)
      head = memory.head
      time = memory.time
      firstOrigin = memory.firstOrigin
    }

    mutating func run(
      _ request: CommitRequest, in transaction: borrowing some Reading & ~Copyable
    ) throws -> CommitOutcome {
      let facts = request.facts
      if let key = facts.idempotencyKey, let used = try revision(ofKey: key, in: transaction) {
        try checkContent(facts, used, in: transaction)
        return .unchanged(at: used)
      }
      if let expected = facts.expecting, expected != head.revision {
        throw EventLogError(
          .conflict(expected: expected), revision: head.revision,
          conflicts: try commits(after: expected, in: transaction))
      }
      let planned = try plan(request, in: transaction)
      if facts.confirmWithin != nil {
        try checkAlone(planned.events, in: transaction)
        try checkTakingBack(planned.events, facts)
      }
      if planned.events.isEmpty && !planned.isNeeded && facts.idempotencyKey == nil {
        return .unchanged(at: head.revision)
      }
      var decided = facts
      decided.cause = planned.cause
      decided.undo = try undoFacts(facts, planned.events, in: transaction)
      let commit = try append(decided, planned.events)
      gestures.note(commit)
      try trusting { draft in try draft.undo?.apply(commit, in: transaction) }
      return .recorded(commit)
    }

    private mutating func plan(
      _ request: CommitRequest, in transaction: borrowing some Reading & ~Copyable
    ) throws -> PlannedCommit {
      switch request.work {
      case .draft(let body):
        var changes = PendingChanges(on: state)
        try body(&changes)
        let cause = request.facts.cause
        return PlannedCommit(
          cause: cause, events: changes.events, isNeeded: cause != .edit && cause != .import)
      case .restore(let restoration):
        return try trusting { draft in
          try draft.plan(restoration, by: request.facts.author, in: transaction)
        }
      case .tag(let change):
        return try trusting { draft in try draft.plan(change, in: transaction) }
      case .confirm(let revision):
        return try planConfirmation(of: revision)
      case .takeBack(let revision):
        return try trusting { draft in try draft.planExpiry(of: revision, in: transaction) }
      }
    }

    mutating func append(
      _ facts: CommitFacts, _ events: [SettingsEvent]
    ) throws -> SettingsCommit {
      let reading = facts.clock()
      guard reading.microseconds != .max, reading.microseconds != .min else {
        throw EventLogError(.limitExceeded("the clock gives no date; look at the clock"))
      }
      guard time.microseconds != .max else {
        throw EventLogError(
          .limitExceeded("the time of the newest commit is the last there is, and none comes after")
        )
      }
      // Order is the revision's; time only never goes back.
      let earliest =
        head.revision == .zero
        ? reading
        : Timestamp(microseconds: time.microseconds + 1)
      let recorded = max(reading, earliest)
      let record = CommitRecord(
        commit: SettingsCommit(
          revision: head.revision.next, time: recorded,
          clockReading: recorded == reading ? nil : reading, author: facts.author,
          reason: facts.reason, source: facts.source, origin: origin, cause: facts.cause,
          idempotencyKey: facts.idempotencyKey, undo: facts.undo, confirmBy: try deadline(facts),
          events: events),
        previous: head.digest, nonce: CommitRecord.makeNonce())
      let bytes = try record.encoded(firstOrigin: firstOrigin)
      var commit = record.commit
      commit.digest = try record.digest(of: bytes)
      records.append((commit, bytes))
      byteCount += bytes.count
      state.apply(commit)
      head = HeadRow(revision: commit.revision, digest: commit.digest)
      time = recorded
      firstOrigin = firstOrigin ?? origin
      if let key = facts.idempotencyKey { keys[Array(key.utf8)] = commit.revision }
      return commit
    }

    private mutating func revision(
      ofKey key: String, in transaction: borrowing some Reading & ~Copyable
    ) throws -> Revision? {
      let bytes = Array(key.utf8)
      if let recent = keys[bytes] ?? memory.recentKeys[bytes], recent >= floor { return recent }
      // A key longer than any that could be recorded was not used before; recording it will refuse it.
      guard bytes.count <= RecordFormat.maximumTokenBytes, !bytes.isEmpty else { return nil }
      do {
        let reached = try IdempotencyIndex.table.header(in: transaction)
        if let reached, reached >= memory.recentKeysStart {
          return try IdempotencyIndex.revision(of: key, in: transaction)
        }
      } catch is DamagedRow {
        // The log itself knows; the next checkpoint makes the index anew.
        distrusted.insert(IdempotencyIndex.table.name)
      }
      return try scannedRevision(ofKey: bytes, in: transaction)
    }

    /// The slow way, while the saved index lags behind or cannot be read.
    private func scannedRevision(
      ofKey key: [UInt8], in transaction: borrowing some Reading & ~Copyable
    ) throws -> Revision? {
      var found: Revision?
      try LogReading.forEachRecord(
        after: floor.previous, through: memory.recentKeysStart, in: transaction
      ) { revision, bytes in
        let record = try LogReading.record(
          bytes, revision, firstOrigin: revision == 1 ? nil : memory.firstOrigin)
        if record.commit.idempotencyKey.map({ Array($0.utf8) }) == key { found = revision }
      }
      return found
    }

    /// Throws when the key was used for other content than what is asked for now.
    private func checkContent(
      _ facts: CommitFacts, _ used: Revision, in transaction: borrowing some Reading & ~Copyable
    ) throws {
      guard let content = facts.content, let key = facts.idempotencyKey else { return }
      let commit = try commit(used, in: transaction)
      let isOwn = used > memory.head.revision
      // What changed nothing was not recorded, so each thing asked for must have been so afterwards,
      // and nothing else may have been recorded.
      let isSame =
        try commit.events.allSatisfy { event in
          content.contains { $0.name == event.name && $0.side == event.side }
        }
        && content.allSatisfy { asked in
          let entry =
            try isOwn
            ? ownState(at: used).entry(of: asked.name)
            : pastEntry(asked.name, at: used, in: transaction)
          return (entry ?? SettingsState.Entry(asked.name)).agrees(with: asked)
        }
      guard isSame else {
        throw EventLogError(.idempotencyKeyReused(key), revision: used)
      }
    }

    /// The state after one of the group's own commits: later ones of the group may be there already.
    private func ownState(at revision: Revision) -> PendingState {
      var state = PendingState(memory.state)
      for record in records where record.commit.revision <= revision { state.apply(record.commit) }
      return state
    }

    private func pastEntry(
      _ name: SettingName, at revision: Revision, in transaction: borrowing some Reading & ~Copyable
    ) throws -> SettingsState.Entry? {
      do {
        return try Past(memory.state, firstOrigin: memory.firstOrigin)
          .entry(of: name, at: revision, in: transaction)
      } catch is DamagedRow {
        return try Past(memory.state, firstOrigin: memory.firstOrigin, usesIndex: false)
          .entry(of: name, at: revision, in: transaction)
      }
    }

    private func commits(
      after revision: Revision, in transaction: borrowing some Reading & ~Copyable
    ) throws -> [SettingsCommit] {
      guard revision < head.revision else { return [] }
      let revision = max(revision, floor.previous)
      let end = min(memory.head.revision, Revision(rawValue: revision.rawValue &+ 100))
      var commits: [SettingsCommit] = []
      try LogReading.forEachRecord(after: revision, through: end, in: transaction) {
        commits.append(
          try LogReading.commit($1, $0, firstOrigin: $0 == 1 ? nil : memory.firstOrigin))
      }
      return commits + records.map(\.commit).filter { $0.revision > revision }.prefix(100)
    }
  }
}

extension SettingsState.Entry {
  /// Whether an event would change nothing here.
  fileprivate func agrees(with event: SettingsEvent) -> Bool {
    switch event.kind {
    // What was erased cannot be compared; the key itself says that it was the same.
    case .set(let asked): isRedacted || value == asked
    case .reset: value == nil && !isRedacted
    case .setRedacted: isRedacted
    case .hide: isHidden
    case .unhide: !isHidden
    case .markSecret: isSecret
    case .unmarkSecret: !isSecret
    }
  }
}
