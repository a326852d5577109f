import EventLog
import Foundation
import SettingsCore
import Testing

@Suite struct ReleasingTests {
  @Test func `a store is let go when it is closed, also while a commit waits to be confirmed`()
    throws
  {
    try withTemporaryDirectory { directory in
      weak var left: Ledger?
      try withLedger(at: directory) { ledger in
        left = ledger
        try ledger.append([[SettingsEvent("a", .set(1))]]) { facts in
          (facts.cause, facts.confirmWithin) = (.edit, .seconds(3600))
        }
        #expect(left != nil)
      }
      #expect(left == nil)
    }
  }

  @Test func `the state is let go by the last closing, whoever still holds the ledger`() throws {
    try withTemporaryDirectory { directory in
      let options = LedgerOptions(isRelaxed: true)
      let first = try Ledger.open(at: directory + "/store", options)
      let second = try Ledger.open(at: directory + "/store", options)
      try first.append([[SettingsEvent("a", .set(1))]])
      first.close()
      #expect(second.seenRevision == 1)
      second.close()
      #expect(first.seenRevision == 0 && second.seenRevision == 0)
      #expect(throws: (any Error).self) { try second.withState { $0.revision } }
    }
  }

  @Test func `one of two openings that is closed does not end the other's wait`() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "ledger-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      let options = LedgerOptions(isRelaxed: true)
      let first = try Ledger.open(at: directory + "/store", options)
      let second = try Ledger.open(at: directory + "/store", options)
      defer { second.close() }
      try first.append([[SettingsEvent("a", .set(1))]]) { facts in
        (facts.cause, facts.confirmWithin) = (.edit, .milliseconds(200))
      }
      first.close()
      // Nobody reads or writes: the revision is looked at without the disk.
      for _ in 0..<2000 where second.seenRevision < 2 {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(second.seenRevision == 2)
    }
  }
}
