import EventLog
import SettingsCore
import Testing

/// Saved state with right checksums that is not what the log folds to.
@Suite struct ForgedStateTests {
  private static let tables = ["state.1", "history.1", "idempotency.1", "undo.1", "tags.1"]

  /// A row with the checksum that belongs to it.
  private func put(
    _ payload: [UInt8], for key: [UInt8], in table: String, of ledger: Ledger
  ) throws {
    let checksum = try SHA256.digest(of: key + payload).bytes.prefix(8)
    try ledger.put(checksum + payload, for: key, in: table)
  }

  private func putHeader(
    _ revision: UInt64, count: Int, in table: String, of ledger: Ledger
  ) throws {
    let numbers = [revision, UInt64(count)].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
    try put(numbers, for: [0], in: table, of: ledger)
  }

  /// What verify says is wrong; empty when nothing is.
  private func problem(_ ledger: Ledger) throws -> String {
    if case .damaged(_, let problem) = try ledger.verify() { problem } else { "" }
  }

  /// A store with rows in every table, all of them saved.
  private func withStore(_ body: (Ledger) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append(
          [
            [SettingsEvent("a", .set(1)), SettingsEvent("b", .hide)], [SettingsEvent("a", .set(2))],
          ], idempotencyKeys: [0: "one", 1: "two"])
        try ledger.append([[]]) { $0.cause = .tag("here", 1) }
        try ledger.append([[SettingsEvent("c", .set(true))]]) { facts in
          (facts.cause, facts.confirmWithin) = (.edit, .seconds(3600))
        }
        try ledger.rebuild()
        #expect(try problem(ledger) == "")
        try body(ledger)
      }
    }
  }

  @Test(arguments: tables)
  func `a row that was changed, added or taken away is found, though every checksum is right`(
    table: String
  ) throws {
    try withStore { ledger in
      let rows = try ledger.rows(of: table).filter { $0.key != [0] }
      #expect(!rows.isEmpty)
      for row in rows {
        var payload = Array(row.bytes.dropFirst(8))
        payload.append(payload.popLast().map { $0 ^ 1 } ?? 1)
        try put(payload, for: row.key, in: table, of: ledger)
        #expect(try problem(ledger).contains(table), "\(row.key) changed")
        try ledger.put(nil, for: row.key, in: table)
        try putHeader(4, count: rows.count - 1, in: table, of: ledger)
        #expect(try problem(ledger).contains(table), "\(row.key) taken away")
        try ledger.put(row.bytes, for: row.key, in: table)
        try putHeader(4, count: rows.count, in: table, of: ledger)
        #expect(try problem(ledger) == "")
      }
      try put([0, 0, 0, 0, 0, 0, 0, 1], for: [1, 9, 9], in: table, of: ledger)
      try putHeader(4, count: rows.count + 1, in: table, of: ledger)
      #expect(try problem(ledger).contains(table), "added")
    }
  }

  @Test(arguments: tables)
  func `saved state that claims to have reached a commit to come, or another one, is found`(
    table: String
  ) throws {
    try withStore { ledger in
      let count = try ledger.rows(of: table).count - 1
      for revision in [5, .max, 0] as [UInt64] {
        try putHeader(revision, count: count, in: table, of: ledger)
        #expect(try problem(ledger).contains(table), "\(revision)")
      }
    }
    // Also when there is nothing in it.
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try putHeader(7, count: 0, in: table, of: ledger)
        #expect(try problem(ledger).contains(table))
      }
    }
  }
}
