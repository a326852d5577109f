import LMDBKit
import SettingsCore
import Testing

@testable import EventLog

@Suite struct CommitGroupTests {
  private func request(_ event: SettingsEvent, key: String? = nil) -> CommitRequest {
    let facts = CommitFacts(
      author: "test", idempotencyKey: key, content: [event],
      clock: { Timestamp(microseconds: 1_700_000_000_000_000) })
    return CommitRequest(facts) { $0.write(event) }
  }

  @Test func `a repeated key in a group is compared with the state that its commit left`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        let results = try ledger.commit([
          request(SettingsEvent("x", .set(1)), key: "K"), request(SettingsEvent("x", .set(2))),
          request(SettingsEvent("x", .set(1)), key: "K"),
          request(SettingsEvent("x", .set(2)), key: "K"),
        ])
        #expect((try? results[2].get())?.revision == 1)
        let error = #expect(throws: EventLogError.self) { try results[3].get() }
        #expect(error?.code == .idempotencyKeyReused("K"))
      }
    }
  }

  @Test func `a key used for a value is not the same as one used to hide`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        _ = try ledger.commit([
          request(SettingsEvent("x", .hide)), request(SettingsEvent("x", .set(1)), key: "K"),
          request(SettingsEvent("x", .unhide)),
        ])
        let results = try ledger.commit([request(SettingsEvent("x", .hide), key: "K")])
        #expect(throws: EventLogError.self) { try results[0].get() }
      }
    }
  }

  @Test func `nothing is appended after a head row that is not the last record's`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append([[SettingsEvent("x", .set(1))]])
        let head = Array("head".utf8)
        let row = try #require(try ledger.rows(of: "log").first)
        let other = row.key + [UInt8](repeating: 7, count: 32)
        try ledger.environment.write { transaction -> Completion<Void> in
          try transaction.put(Table<[UInt8], [UInt8]>.main, head, other)
          return .commit(())
        }
        try ledger.refresh()
        let error = #expect(throws: EventLogError.self) {
          try ledger.append([[SettingsEvent("x", .set(2))]])
        }
        #expect(error?.revision == 1)
        #expect(try ledger.rows(of: "log").count == 1)
      }
    }
  }
}
