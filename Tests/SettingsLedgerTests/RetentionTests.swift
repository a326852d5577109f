import Foundation
import SettingsLedger
import Synchronization
import Testing

/// Stores that drop old commits by themselves.
@Suite struct RetentionTests {
  private func write(_ store: SettingsStore, _ count: Int) throws {
    for index in 0..<count { try store.set("a", to: .integer(Int64(index))) }
  }

  @Test func `at least so many commits are kept, and not many more`() throws {
    let configuration = StoreConfiguration(durability: .relaxed, retention: .commits(100))
    try withStore(configuration) { store in
      try write(store, 500)
      #expect(try store.compactedRevision == 0)
      try write(store, 1100)
      let kept = store.revision.rawValue - (try store.compactedRevision).rawValue
      #expect(kept >= 100 && kept <= 100 + 2 * 512)
      let compactions = try store.log().filter { $0.cause.kind == "compact" }
      #expect(compactions.count >= 1 && compactions.allSatisfy { $0.source == "retention" })
      #expect(store["a"] == 1099)
    }
  }

  @Test func `commits younger than an age are kept`() throws {
    let seconds = Mutex(0.0)
    let configuration = StoreConfiguration(
      durability: .relaxed, retention: .age(.seconds(1000)),
      clock: {
        seconds.withLock { seconds in
          seconds += 1
          return Date(timeIntervalSince1970: 1_800_000_000 + seconds)
        }
      })
    try withStore(configuration) { store in
      try write(store, 2100)
      let oldest = try store.commit(at: Revision(rawValue: store.compactedRevision.rawValue + 1))
      let newest = try store.commit(at: store.revision)
      let age = Double(newest.time.microseconds - oldest.time.microseconds) / 1e6
      #expect(age >= 1000 && age < 2050)
    }
  }

  @Test func `a tag holds what it stands on`() throws {
    let configuration = StoreConfiguration(durability: .relaxed, retention: .commits(10))
    try withStore(configuration) { store in
      try write(store, 20)
      try store.tag("kept", at: .revision(15))
      try write(store, 1050)
      #expect(try store.compactedRevision == 0)
      try store.tag("kept", at: .revision(900), move: true)
      try write(store, 600)
      #expect(try store.compactedRevision == 900)
      #expect(try store.snapshot(at: .tag("kept")).state["a"] != nil)
    }
  }

  @Test func `a commit that waits to be confirmed holds itself and what came later`() throws {
    let configuration = StoreConfiguration(durability: .relaxed, retention: .commits(10))
    try withStore(configuration) { store in
      try write(store, 700)
      let pending = try #require(
        try store.commit(confirmWithin: .seconds(3600)) { $0["net.gateway"] = "new" })
      try write(store, 1100)
      #expect(try store.compactedRevision == 700)
      try pending.cancel()
      #expect(store["net.gateway"] == nil)
      try write(store, 1100)
      #expect(try store.compactedRevision > 1700)
    }
  }

  @Test func `async writes apply it too`() async throws {
    let configuration = StoreConfiguration(durability: .relaxed, retention: .commits(100))
    try await withStore(configuration) { store in
      for index in 0..<1100 { try await store.set("a", to: .integer(Int64(index))) }
      for _ in 0..<200 where try store.compactedRevision == 0 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try store.compactedRevision > 0)
    }
  }

  @Test(
    arguments: [
      .seconds(Int64.max), .seconds(9_223_372_036_854) + .milliseconds(900), .seconds(1 << 40),
    ] as [Duration])
  func `an age that no commit can reach keeps all of them`(age: Duration) throws {
    try withStore(StoreConfiguration(durability: .relaxed, retention: .age(age))) { store in
      try write(store, 1100)
      #expect(try store.compactedRevision == 0)
    }
  }
}
