import EventLog
import LMDBKit
import SettingsCore
import Testing

/// Saved state is disposable: damaged, it costs time and a notice, never a value.
@Suite struct DamagedProjectionTests {
  enum Damage: CaseIterable {
    case changed, deleted, emptied
  }

  private static let commits: [[SettingsEvent]] = [
    [SettingsEvent("a", .set(1)), SettingsEvent("b", .set("x"))],
    [SettingsEvent("a", .set(2)), SettingsEvent("b", .hide)],
    [SettingsEvent("c", .set([1, 2])), SettingsEvent("c", .markSecret)],
    [SettingsEvent("b", .reset)],
  ]

  private func makeStore(at directory: String) throws -> [SettingsState.Entry] {
    try withLedger(at: directory) { ledger in
      try ledger.append(Self.commits, idempotencyKeys: [1: "one", 3: "three"])
      try ledger.rebuild()
      return try ledger.entries
    }
  }

  /// Damages one row.
  ///
  /// - Returns: whether there is such a row.
  private func damage(
    _ damage: Damage, row index: Int, of table: String, in ledger: Ledger
  ) throws -> Bool {
    let rows = try ledger.rows(of: table)
    guard index < rows.count else { return false }
    var bytes = rows[index].bytes
    bytes[bytes.count - 1] ^= 0x10
    let new: [UInt8]? =
      switch damage {
      case .changed: bytes
      case .deleted: nil
      case .emptied: []
      }
    try ledger.put(new, for: rows[index].key, in: table)
    return true
  }

  /// What verify says is wrong; empty when nothing is.
  private func problem(_ ledger: Ledger) throws -> String {
    if case .damaged(_, let problem) = try ledger.verify() { problem } else { "" }
  }

  private func value(_ name: SettingName, _ ledger: Ledger) throws -> SettingValue? {
    try ledger.withState { $0[name] }
  }

  @Test(arguments: Damage.allCases, 0..<4)
  func `damaged saved values are said, named by verify, and saved anew by the next commit`(
    damage kind: Damage, row: Int
  ) throws {
    try withTemporaryDirectory { directory in
      let entries = try makeStore(at: directory)
      try withLedger(at: directory) { ledger in
        let isThere = try damage(kind, row: row, of: "state.1", in: ledger)
        #expect(isThere)
      }
      try withLedger(at: directory, .readOnly) { ledger in
        let read = try ledger.entries
        #expect(read == entries)
        #expect(ledger.takeNotices() == [.rebuilt(projection: "state.1")])
        #expect(try problem(ledger).contains("state.1"))
      }
      try withLedger(at: directory) { ledger in
        try ledger.append([[SettingsEvent("a", .set(3))]])
        #expect(try problem(ledger) == "")
        #expect(try value("a", ledger) == 3)
      }
      try withLedger(at: directory) { #expect($0.takeNotices().isEmpty) }
    }
  }

  @Test(arguments: Damage.allCases, ["history.1", "idempotency.1"])
  func `a damaged index never gives a wrong answer, is named by verify, and is healed by rebuild`(
    damage kind: Damage, table: String
  ) throws {
    var row = 0
    var isThere = true
    while isThere {
      try withTemporaryDirectory { directory in
        let entries = try makeStore(at: directory)
        try withLedger(at: directory) { ledger in
          isThere = try damage(kind, row: row, of: table, in: ledger)
        }
        try withLedger(at: directory) { ledger in
          let (now, past) = (try ledger.entries, try ledger.state(at: 2))
          #expect(now == entries)
          #expect(past["a"] == 2 && past["b"] == "x" && past["c"] == nil && past.isHidden("b"))
          let changes = try ledger.changes(of: "b")
          #expect(changes.map(\.position.revision) == [1, 2, 4])
          try ledger.append([[SettingsEvent("d", .set(1))]], idempotencyKeys: [0: "three"])
          let head = try ledger.head().revision
          #expect(head == 4, "the key of revision 4 was used again")
          #expect(try problem(ledger).contains(table) == isThere)
          try ledger.rebuild()
          #expect(try problem(ledger) == "")
        }
      }
      row += 1
    }
    #expect(row > 2)
  }

  /// Two authors with steps on both stacks, and two tags.
  private func makeUndoStore(at directory: String) throws {
    try withLedger(at: directory) { ledger in
      for author in ["alice", "bob"] {
        for value in 1...3 {
          try ledger.append([[SettingsEvent("x", .set(.integer(Int64(value))))]]) {
            ($0.author, $0.cause) = (author, .edit)
          }
        }
      }
      try ledger.append([[SettingsEvent("x", .set(2))]]) {
        ($0.author, $0.cause) = ("alice", .undo(of: [3]))
      }
      try ledger.append([[], []]) { $0.cause = .tag($0.author, 2) }
      try ledger.append([[]]) { $0.cause = .tag("other", 3) }
      try ledger.rebuild()
    }
  }

  @Test(arguments: Damage.allCases, ["undo.1", "tags.1"])
  func `damaged stacks and tags never give a wrong answer`(
    damage kind: Damage, table: String
  ) throws {
    var (row, isThere) = (0, true)
    while isThere {
      try withTemporaryDirectory { directory in
        try makeUndoStore(at: directory)
        try withLedger(at: directory) { ledger in
          isThere = try damage(kind, row: row, of: table, in: ledger)
        }
        try withLedger(at: directory) { ledger in
          func steps(_ stack: UndoStacks.Stack, _ author: String?) throws -> [Revision] {
            try ledger.steps(stack, of: author, limit: 9).map { $0[0].revision }
          }
          // A row that is gone is noticed by the header, a changed one when it is read.
          let (all, redo) = (try steps(.undo, nil), try steps(.redo, "alice"))
          #expect(all == [6, 5, 4, 2, 1] && redo == [3], "row \(row)")
          let tags = try ledger.tags().map { "\($0.name) \($0.revision)" }
          #expect(tags == ["other 3", "test 2"])
          let request = CommitRequest(
            CommitFacts(author: "bob", clock: { Timestamp(microseconds: 5) }),
            .restore(.undo(steps: 5, scope: .allAuthors, force: true)))
          for result in try ledger.commit([request]) { _ = try result.get() }
          let value = try value("x", ledger)
          #expect(value == nil)
          try ledger.rebuild()
          #expect(try problem(ledger) == "")
        }
      }
      row += 1
    }
    #expect(row > 2)
  }

  @Test func `a table that claims more than the log holds is not believed`() throws {
    try withTemporaryDirectory { directory in
      _ = try makeStore(at: directory)
      let ahead = try withTemporaryDirectory { other in
        try withLedger(at: other) { ledger in
          try ledger.append(Self.commits + [[SettingsEvent("a", .set(9))]])
          try ledger.rebuild()
          return try ledger.rows(of: "state.1")
        }
      }
      try withLedger(at: directory) { ledger in
        for row in ahead { try ledger.put(row.bytes, for: row.key, in: "state.1") }
      }
      try withLedger(at: directory) { ledger in
        let value = try value("a", ledger)
        #expect(value == 2)
        #expect(ledger.takeNotices() == [.rebuilt(projection: "state.1")])
      }
    }
  }
}
