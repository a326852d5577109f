import LMDBKit
import SettingsCore
import Testing

@testable import EventLog

/// What every projection promises: its rows after checkpoints at any revisions are the rows of a fold of
/// the whole log, and those after a rebuild.
@Suite struct ProjectionContractTests {
  private static let projections = Projections.all

  @Test(arguments: [UInt64(21), 22, 23, 24])
  func `checkpoints at any revision leave the rows of a full fold, and so does a rebuild`(
    seed: UInt64
  ) throws {
    try withTemporaryDirectory { directory in
      var random = SeededGenerator(seed: seed)
      let commits = 900
      var revision = 0
      while revision < commits {
        try withLedger(at: directory) { ledger in
          for _ in 0...random.below(3) {
            let count = 1 + random.below(200)
            try appendRandomCommits(count, to: ledger, &random)
            revision += count
            revision += try appendWaits(to: ledger, &random)
            try checkpoint(ledger)
            if random.isHit(oneIn: 3) { try appendRandomCommits(1, to: ledger, &random) }
          }
        }
      }
      try withLedger(at: directory) { ledger in
        let (entries, expected) = (try ledger.entries, try fullFold(ledger).entries)
        #expect(entries == expected, "seed \(seed)")
        let waiting = try ledger.withState { $0.unconfirmed }
        #expect(try waiting == fullFold(ledger).unconfirmed, "seed \(seed)")
        try checkpoint(ledger)
        for type in Self.projections { try expectRowsOfFullFold(type, ledger, "seed \(seed)") }
        try ledger.rebuild()
        for type in Self.projections { try expectRowsOfFullFold(type, ledger, "seed \(seed)") }
        let found = try ledger.verify()
        guard case .intact = found else {
          Issue.record("seed \(seed): \(found)")
          return
        }
      }
      try withLedger(at: directory, .readOnly) { ledger in
        let (entries, expected) = (try ledger.entries, try fullFold(ledger).entries)
        #expect(entries == expected, "seed \(seed)")
        #expect(ledger.takeNotices().isEmpty)
      }
    }
  }

  @Test(arguments: [UInt64(31), 32, 33])
  func `H6: with compactions in the log, a rebuild is equal to the incremental fold`(
    seed: UInt64
  ) throws {
    try withTemporaryDirectory { directory in
      var random = SeededGenerator(seed: seed)
      var whole = SettingsState()
      for _ in 0..<6 {
        try withLedger(at: directory) { ledger in
          for _ in 0..<2 {
            try appendRandomCommits(1 + random.below(120), to: ledger, &random)
            if random.isHit(oneIn: 2) { try checkpoint(ledger) }
          }
          let before = try fullFold(ledger)
          whole = before
          let head = try ledger.head().revision.rawValue
          let floor = Revision(rawValue: head - UInt64(random.below(60)))
          let facts = CommitFacts(author: "test", clock: { Timestamp(microseconds: 1) })
          let commit = try ledger.compact(
            keeping: floor, droppingTags: true, facts: facts
          ).commit
          #expect(try ledger.entries == before.entries, "seed \(seed)")
          #expect(try fullFold(ledger).entries == before.entries, "seed \(seed)")
          if commit != nil {
            for type in Self.projections { try expectRowsOfFullFold(type, ledger, "seed \(seed)") }
          }
          try expectPast(ledger, "seed \(seed)")
        }
      }
      try withLedger(at: directory) { ledger in
        #expect(try ledger.entries == whole.entries, "seed \(seed)")
        try ledger.rebuild()
        for type in Self.projections { try expectRowsOfFullFold(type, ledger, "seed \(seed)") }
        try expectPast(ledger, "seed \(seed)")
        let found = try ledger.verify()
        guard case .intact = found else {
          Issue.record("seed \(seed): \(found)")
          return
        }
      }
    }
  }

  /// Every state that can still be read is that of a fold from the baseline.
  private func expectPast(_ ledger: Ledger, _ comment: Comment) throws {
    var state = try ledger.environment.read { try Baseline.load(in: $0) }.state
    for commit in try ledger.commits(after: state.revision, limit: .max) {
      let found = try ledger.state(at: state.revision)
      #expect(Self.facts(found) == Self.facts(state), comment)
      let names = state.entries.map(\.name)
      #expect(
        try Self.facts(ledger.entries(of: names, at: state.revision)) == Self.facts(state), comment)
      state.apply(commit)
    }
  }

  /// What is known of names but for the number of their events, which the past does not tell.
  private static func facts(_ state: SettingsState) -> [SettingsState.Entry] {
    facts(state.entries)
  }

  private static func facts(_ entries: [SettingsState.Entry]) -> [SettingsState.Entry] {
    entries.map { entry in
      var entry = entry
      entry.changes = 0
      return entry
    }
  }

  /// Few names, so that the history of one fills more than a row of the index.
  private func appendRandomCommits(
    _ count: Int, to ledger: Ledger, _ random: inout SeededGenerator
  ) throws {
    let start = try ledger.head().revision.rawValue
    var keys: [Int: String] = [:]
    let commits = try (0..<count).map { index in
      if random.isHit(oneIn: 5) { keys[index] = "key \(start) \(index)" }
      return try (0..<random.below(4)).map { _ in try random.event(names: 3) }
    }
    var revision = start
    try ledger.append(commits, idempotencyKeys: keys) { facts in
      revision += 1
      facts.author = random.isHit(oneIn: 2) ? "alice" : "\(random.below(4))"
      // Undone and redone are steps of the past, on a stack or not, of the author or not.
      let past = (0..<random.below(3)).map { _ in
        Revision(rawValue: UInt64(random.below(Int(revision))))
      }
      switch random.below(9) {
      case 0...1: facts.cause = .undo(of: past)
      case 2: facts.cause = .redo(of: past)
      case 3: facts.cause = .tag("tag \(random.below(5))", past.first)
      case 4: facts.undo = UndoFacts(continues: past.first ?? Revision(rawValue: revision - 1))
      default: break
      }
    }
  }

  /// Commits that wait to be confirmed, and the ends of some waits.
  private func appendWaits(
    to ledger: Ledger, _ random: inout SeededGenerator
  ) throws -> Int {
    var causes: [CommitCause?] = random.isHit(oneIn: 2) ? [nil] : []
    for waiting in try ledger.pendingCommits().map(\.revision) where random.isHit(oneIn: 3) {
      causes.append(random.isHit(oneIn: 2) ? .confirm(of: waiting) : .expire(of: waiting))
    }
    for cause in causes {
      var facts = CommitFacts(
        author: "test", cause: cause ?? .edit,
        clock: { Timestamp(microseconds: 1_700_000_000_000_000) })
      if cause == nil { facts.confirmWithin = .seconds(86_400) }
      // A name of its own: one commit waits for each.
      let name = try SettingName("waits.\(try ledger.head().revision)")
      for result in try ledger.commit([
        CommitRequest(facts) { if cause == nil { $0.write(SettingsEvent(name, .set(1))) } }
      ]) { _ = try result.get() }
    }
    return causes.count
  }

  private func checkpoint(_ ledger: Ledger) throws {
    let state = try ledger.withState { copy $0 }
    try ledger.environment.write { transaction -> Completion<Void> in
      let origin = try LogReading.firstOrigin(in: transaction) ?? ledger.origin
      _ = try Checkpoint.save(state, firstOrigin: origin, in: transaction)
      return .commit(())
    }
  }

  private func fullFold(_ ledger: Ledger) throws -> SettingsState {
    let baseline = try ledger.environment.read { try Baseline.load(in: $0) }
    return try ledger.commits(after: baseline.start.revision, limit: .max)
      .reduce(into: baseline.state) { $0.apply($1) }
  }

  private func expectRowsOfFullFold<P: Projection>(
    _ type: P.Type, _ ledger: Ledger, _ comment: Comment
  ) throws {
    let state = try fullFold(ledger)
    try ledger.environment.read { transaction in
      let origin = try LogReading.firstOrigin(in: transaction) ?? ledger.origin
      let start = try LogReading.floor(in: transaction).previous
      let expected = try Checkpoint.fold(
        [type], after: start, through: state.revision, origin, in: transaction
      )[0].rows(state)
      var saved: [ProjectionRow] = []
      try P.table.scan(from: [], .forward, in: transaction) { row in
        saved.append(row)
        return .next
      }
      #expect(saved == expected, "\(P.table.name), \(comment)")
      let header = try P.table.header(in: transaction)
      #expect(header == state.revision, "\(P.table.name), \(comment)")
    }
  }
}
