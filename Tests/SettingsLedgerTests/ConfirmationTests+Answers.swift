import SettingsLedger
import Testing

extension ConfirmationTests {
  @Test func `a change that changes nothing gives no commit that waits, not even another author's`()
    async throws
  {
    try await withStore { store in
      let pending = try await store.commit(confirmWithin: .seconds(3600)) { $0["a"] = 1 }
      #expect(pending?.revision == 1)
      let bob = store.withAuthor("bob")
      let unchanged = try await bob.commit(confirmWithin: .seconds(3600)) { $0["b"] = nil }
      #expect(unchanged == nil)
      func blocking() throws -> PendingCommit? {
        try bob.commit(confirmWithin: .seconds(3600)) { $0["a"] = 1 }
      }
      #expect(try blocking() == nil)
      #expect(try store.pendingCommits().map(\.revision) == [1])
    }
  }
}
