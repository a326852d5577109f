import EventLog
import Foundation
import SettingsCore
import Testing

@Suite struct FailingAloneTests {
  private func request(
    _ name: SettingName, _ value: SettingValue, key: String? = nil,
    clock: @escaping @Sendable () -> Timestamp = { Timestamp(microseconds: 1_700_000_000_000_000) }
  ) -> CommitRequest {
    CommitRequest(CommitFacts(author: "test", idempotencyKey: key, clock: clock)) { draft in
      draft.write(SettingsEvent(name, .set(value)))
    }
  }

  @Test func `a commit that finds no room leaves its neighbours theirs`() throws {
    try withTemporaryDirectory { directory in
      let options = LedgerOptions(
        isRelaxed: true, initialMapSize: 1 << 20, mapLimit: 1 << 20)
      let ledger = try Ledger.open(at: directory + "/store", options)
      defer { ledger.close() }
      let results = try ledger.commit([
        request("a", 1), request("large", .data(Data(count: 2 << 20))), request("b", 2),
      ])
      #expect(throws: Never.self) { try results[0].get() }
      #expect(throws: (any Error).self) { try results[1].get() }
      #expect(throws: Never.self) { try results[2].get() }
      #expect(try ledger.value(of: "a", hint: nil) == 1)
      #expect(try ledger.value(of: "b", hint: nil) == 2)
      #expect(try ledger.head().revision == 2)
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func `a clock that gives no date is an error, and records nothing`(seconds: Double) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        let clock: @Sendable () -> Timestamp = {
          Timestamp(Date(timeIntervalSinceReferenceDate: seconds))
        }
        let results = try ledger.commit([request("a", 1, clock: clock)])
        #expect(throws: EventLogError.self) { try results[0].get() }
        #expect(try ledger.head().revision == 0)
      }
    }
  }

  @Test(arguments: ["history.1", "idempotency.1"])
  func `damaged rows of an index are told once, and folded anew by the next commit`(
    table: String
  ) throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        for index in 0..<700 {
          _ = try ledger.commit([request("n", .integer(Int64(index)), key: "key\(index)")])
        }
        try ledger.rebuild()
        _ = ledger.takeNotices()
        for row in try ledger.rows(of: table) where row.key != [0] {
          var bytes = row.bytes
          bytes[bytes.count - 1] ^= 1
          try ledger.put(bytes, for: row.key, in: table)
        }
        #expect(try ledger.state(at: 20)["n"] == 19)
        #expect(try ledger.changes(of: "n").count == 700)
        let repeated = try ledger.commit([request("n", 5, key: "key5")])
        #expect(try repeated[0].get() == .unchanged(at: 6))
        #expect(ledger.takeNotices() == [.rebuilt(projection: table)])
        _ = try ledger.commit([request("n", "later")])
        #expect(ledger.takeNotices().isEmpty)
        guard case .intact = try ledger.verify() else {
          Issue.record("the damaged rows are still there")
          return
        }
      }
    }
  }
}
