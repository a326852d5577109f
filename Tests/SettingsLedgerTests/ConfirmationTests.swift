import EventLog
import Foundation
import SettingsLedger
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConfirmationTests {
  @Test func `what is confirmed in time stays`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      let pending = try #require(
        try store.commit(confirmWithin: .seconds(30), reason: "New gateway") { $0["gw"] = "b" })
      #expect(store["gw"] == "b")
      #expect(try store.pendingCommits().map(\.revision) == [1])
      #expect(pending.remaining == .seconds(30))
      clock.advance(by: .seconds(29))
      #expect(pending.remaining == .seconds(1))
      let commit = try #require(try pending.confirm(reason: "Works").commit)
      #expect(commit.cause == .confirm(of: 1) && commit.reason == "Works" && commit.events.isEmpty)
      clock.advance(by: .seconds(3600))
      try store.set("other", to: 1)
      #expect(store["gw"] == "b" && store.revision == 3)
      #expect(try store.pendingCommits().isEmpty)
    }
  }

  @Test func `what is not confirmed in time is taken back before the next write`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      try store.commit { draft in
        draft["a"] = "before"
        draft.hide("c")
      }
      _ = try store.withAuthor("bob").commit(confirmWithin: .seconds(30)) { draft in
        draft["a"] = "after"
        draft["b"] = "new"
        draft.unhide("c")
        draft.markSecret("e")
      }
      clock.advance(by: .seconds(30))
      var seen: SettingValue?
      let outcome = try store.commit { draft in
        seen = draft["a"]
        draft["d"] = 1
      }
      #expect(seen == "before")
      #expect(outcome.revision == 4)
      let expiry = try store.commit(at: 3)
      #expect(expiry.cause == .expire(of: 2) && expiry.author == "bob")
      #expect(
        expiry.events == [
          SettingsEvent("a", .set("before"), restores: 1),
          SettingsEvent("b", .reset, restores: 0),
          SettingsEvent("c", .hide, restores: 1),
          SettingsEvent("e", .unmarkSecret, restores: 0),
        ])
      #expect(store["a"] == "before" && store["b"] == nil)
      #expect(store.isHidden("c") && !store.isSecret("e"))
    }
  }

  @Test func `an open store takes back by itself what nobody confirms`() async throws {
    try await withStore { store in
      try await store.set("k", to: "old")
      let pending = try #require(
        try await store.commit(confirmWithin: .milliseconds(30)) { $0["k"] = "new" })
      guard case .takenBack(let commit, let kept) = try await pending.outcome() else {
        Issue.record("it was not taken back")
        return
      }
      #expect(commit.revision == 3 && kept.isEmpty && store["k"] == "old")
      #expect(pending.remaining == .zero)
    }
  }

  @Test func `a change can be cancelled at once, and one who waits is told`() async throws {
    try await withStore { store in
      let pending = try #require(
        try await store.commit(confirmWithin: .seconds(3600)) { $0["k"] = "new" })
      let end = Task { try await pending.outcome() }
      let commit = try #require(try await store.withAuthor("bob").cancel().commit)
      #expect(commit.cause == .expire(of: 1) && commit.reason == "cancelled")
      #expect(commit.author == "bob" && store["k"] == nil)
      #expect(try await end.value == .takenBack(commit, kept: []))
      #expect(try await store.cancel(1) == .unchanged(at: 2))
      let other = try #require(
        try await store.commit(confirmWithin: .seconds(3600)) { $0["k"] = "new" })
      let confirmed = try #require(try await store.confirm().commit)
      #expect(try await other.outcome() == .confirmed(confirmed))
    }
  }

  @Test func `what was changed again since stays, and is named`() async throws {
    let clock = TestBootClock()
    try await withStore(clock.configuration) { store in
      try await store.set("a", to: 1)
      let pending = try #require(
        try await store.commit(confirmWithin: .seconds(5)) { draft in
          draft["a"] = 2
          draft["b"] = 2
          draft.hide("b")
        })
      try await store.set("a", to: 3)
      try await store.set("b", to: 3)
      clock.advance(by: .seconds(5))
      try await store.set("n", to: 1)
      #expect(store["a"] == 3 && store["b"] == 3 && !store.isHidden("b"))
      guard case .takenBack(let commit, let kept) = try await pending.outcome() else {
        Issue.record("it was not taken back")
        return
      }
      #expect(commit.events == [SettingsEvent("b", .unhide, restores: 0)])
      #expect(kept == ["a", "b"])
    }
  }

  @Test func `one change waits for each setting, other changes are free`() throws {
    try withStore { store in
      _ = try store.commit(confirmWithin: .seconds(3600)) { $0["a"] = 1 }
      let error = settingsError {
        _ = try store.commit(confirmWithin: .seconds(3600)) { draft in
          draft["b"] = 1
          draft.hide("a")
        }
      }
      #expect(error?.code == .pending && error?.key == "a" && error?.revision == 1)
      #expect(store.revision == 1)
      _ = try store.commit(confirmWithin: .seconds(3600)) { $0["b"] = 1 }
      try store.set("a", to: 2)
      #expect(settingsError { try store.confirm() }?.code == .pending)  // which one?
      try store.confirm(1)
      try store.confirm()
      #expect(settingsError { try store.confirm() }?.code == .notPending)
      #expect(settingsError { try store.cancel() }?.code == .notPending)
      let unchanged = try store.commit(confirmWithin: .seconds(1)) { $0["a"] = 2 }
      #expect(unchanged == nil)
      let overlong = Duration.seconds(9_223_372_036_854) + .milliseconds(900)
      for limit in [.zero, overlong, .seconds(Int64.max)] {
        #expect(
          settingsError { _ = try store.commit(confirmWithin: limit) { $0["a"] = 9 } }?.code
            == .limitExceeded)
      }
    }
  }

  @Test func `of commits that wait for one flush of the disk, one is pending for a setting`()
    async throws
  {
    try await withStore { store in
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<8 {
          group.addTask {
            do {
              let value = SettingValue.integer(Int64(index))
              return try await store.commit(confirmWithin: .seconds(3600)) { $0["k"] = value }
                != nil
            } catch let error as SettingsError where error.code == .pending {
              return false
            } catch {
              Issue.record(error)
              return false
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.filter(\.self).count == 1)
      let pending = try store.pendingCommits()
      #expect(pending.count == 1)
    }
  }

  @Test func `confirming or cancelling what has ended says how it ended`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      _ = try store.commit(confirmWithin: .seconds(1)) { $0["a"] = 1 }
      clock.advance(by: .seconds(2))
      let error = settingsError { try store.confirm(1) }
      #expect(error?.code == .expired && error?.revision == 1)
      #expect(store["a"] == nil && store.revision == 2)
      #expect(try store.cancel(1) == .unchanged(at: 2))
      let pending = try #require(try store.commit(confirmWithin: .seconds(1)) { $0["a"] = 1 })
      try pending.confirm()
      #expect(try pending.confirm() == .unchanged(at: 4))
      #expect(settingsError { try pending.cancel() }?.code == .notPending)
      try store.set("a", to: 2)
      #expect(settingsError { try store.confirm(5) }?.code == .notPending)
      #expect(settingsError { try store.confirm(99) }?.code == .noSuchRevision)
      #expect(store.revision == 5)
    }
  }

  @Test func `the wall clock, set back or forward, has no influence`() throws {
    let (clock, wall) = (TestBootClock(), TestClock())
    var configuration = clock.configuration
    configuration.clock = { wall.now }
    try withStore(configuration) { store in
      _ = try store.commit(confirmWithin: .seconds(30)) { $0["a"] = 1 }
      wall.advance(by: 86_400)
      try store.set("n", to: 1)
      #expect(store["a"] == 1)
      wall.advance(by: -7 * 86_400)
      clock.advance(by: .seconds(29))
      try store.set("n", to: 2)
      #expect(store["a"] == 1)
      clock.advance(by: .seconds(1))
      try store.set("n", to: 3)
      #expect(store["a"] == nil)
    }
  }

  @Test func `after another start of the system the time is over when the store is opened`() throws
  {
    try withDirectory { directory in
      let clock = TestBootClock()
      func open() throws -> SettingsStore {
        try SettingsStore(
          path: directory + "/s", author: "alice", configuration: clock.configuration)
      }
      var store = try open()
      _ = try store.commit(confirmWithin: .seconds(3600)) { $0["a"] = 1 }
      store.close()
      store = try open()
      #expect(store["a"] == 1)
      store.close()
      clock.restart()
      store = try open()
      #expect(store["a"] == nil)
      #expect(try store.commit(at: 2).cause == .expire(of: 1))
      try store.verify()
      store.close()
    }
  }

  @Test func `a reader sees what waits, and never takes it back`() throws {
    let clock = TestBootClock()
    try withDirectory { directory in
      var configuration = clock.configuration
      var store = try SettingsStore(
        path: directory + "/s", author: "alice", configuration: configuration)
      _ = try store.commit(confirmWithin: .seconds(10)) { $0["a"] = 1 }
      store.close()
      clock.advance(by: .seconds(20))
      configuration.access = .readOnly
      store = try SettingsStore(
        path: directory + "/s", author: "alice", configuration: configuration)
      #expect(store["a"] == 1 && store.revision == 1)
      let pending = try store.pendingCommits()
      #expect(pending.map(\.revision) == [1] && pending.map(\.remaining) == [.zero])
      #expect(settingsError { try store.confirm() }?.code == .readOnly)
      store.close()
    }
  }

  @Test func `a commit that waits is known after checkpoints, a rebuild and in a copy of the log`()
    throws
  {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      _ = try store.commit(confirmWithin: .seconds(10)) { $0["a"] = 1 }
      for index in 0..<1100 { try store.set("n", to: .integer(Int64(index))) }
      #expect(try store.pendingCommits().map(\.revision) == [1])
      try store.rebuild()
      #expect(try store.pendingCommits().map(\.revision) == [1])
      var log = LogImport()
      for record in try store.records(after: 0, limit: 5000) { try log.append(record.bytes) }
      store.close()

      let reopened = try SettingsStore(
        path: store.path, author: "bob", configuration: clock.configuration)
      #expect(try reopened.pendingCommits().map(\.revision) == [1])
      let copy = try SettingsStore(
        path: store.path + "-copy", author: "bob", configuration: clock.configuration)
      try copy.importLog(log)
      #expect(try copy.pendingCommits().map(\.revision) == [1])
      clock.advance(by: .seconds(10))
      for store in [reopened, copy] {
        try store.set("n", to: "end")
        #expect(store["a"] == nil && store.revision == 1103)
        try store.rebuild()
        try store.verify()
        store.close()
      }
    }
  }

  @Test func `an expected revision is a conflict when something was taken back meanwhile`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      _ = try store.commit(confirmWithin: .seconds(10)) { $0["a"] = 1 }
      clock.advance(by: .seconds(10))
      let error = settingsError { try store.set("b", to: 1, expecting: 1) }
      #expect(error?.code == .conflict && error?.conflicts.map(\.cause) == [.expire(of: 1)])
      #expect(store.revision == 2)
    }
  }

  @Test func `nothing is erased that taking back would bring back`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      try store.set("a", to: "old")
      _ = try store.commit(confirmWithin: .seconds(10)) { $0["a"] = "new" }
      let error = settingsError { try store.redact(1, "a") }
      #expect(error?.code == .pending && error?.revision == 2)
      clock.advance(by: .seconds(10))
      #expect(settingsError { try store.redact(1, "a") }?.code == .currentValue)
      try store.redact(2, "a")
      #expect(store["a"] == "old")
    }
  }

  @Test func `what was taken back is no step of undo any more, whoever cancelled it`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      try store.set("a", to: 1)
      _ = try store.commit(confirmWithin: .seconds(5)) { $0["a"] = 2 }
      #expect(try store.undoableSteps(limit: 9).map(\.revision) == [2, 1])
      clock.advance(by: .seconds(5))
      try store.undo()  // of revision 1: revision 2 is taken back first
      #expect(store["a"] == nil)
      #expect(try store.log(limit: 2).map(\.cause) == [.undo(of: [1]), .expire(of: 2)])
      try store.redo()
      _ = try store.commit(confirmWithin: .seconds(5)) { $0["a"] = 3 }
      try store.withAuthor("bob").cancel()
      #expect(store["a"] == 1)
      #expect(try store.undoableSteps(limit: 9).map(\.revision) == [1])
      // Saved and folded anew, the stacks are the same.
      try store.rebuild()
      #expect(try store.undoableSteps(limit: 9).map(\.revision) == [1])
      #expect(try store.redoableSteps(limit: 9).isEmpty)
    }
  }

  @Test func `a change that waits can be undone and done again, and waits on`() throws {
    let clock = TestBootClock()
    try withStore(clock.configuration) { store in
      try store.set("a", to: 1)
      _ = try store.commit(confirmWithin: .seconds(5)) { $0["a"] = 2 }
      try store.undo()
      #expect(store["a"] == 1)
      #expect(try store.pendingCommits().map(\.revision) == [2])
      try store.redo()
      clock.advance(by: .seconds(5))
      try store.set("n", to: 1)
      #expect(store["a"] == 1)
      _ = try store.commit(confirmWithin: .seconds(5)) { $0["a"] = 3 }
      try store.undo()
      clock.advance(by: .seconds(5))
      try store.set("n", to: 2)
      let expiry = try #require(try store.log(limit: 2).last)
      #expect(expiry.cause == .expire(of: 7) && expiry.events.isEmpty)
      #expect(try store.redoableSteps(limit: 9).isEmpty)
      #expect(store["a"] == 1)
    }
  }

  @Test func `what could not be taken back in one commit is refused at once`() throws {
    try withStore { store in
      let large = SettingValue.data(Data(count: 15 << 20))
      for index in 0..<5 { try store.set(SettingName("k\(index)"), to: large) }
      let error = settingsError {
        _ = try store.commit(confirmWithin: .seconds(3600)) { draft in
          for index in 0..<5 { draft.reset(SettingName(stringLiteral: "k\(index)")) }
        }
      }
      #expect(error?.code == .limitExceeded && store.revision == 5)
    }
  }

  @Test func `an idempotency key gives the commit that waits`() throws {
    try withStore { store in
      for _ in 0..<2 {
        let pending = try store.commit(confirmWithin: .seconds(3600), idempotencyKey: "x") {
          $0["a"] = 1
        }
        #expect(pending?.revision == 1)
      }
      #expect(store.revision == 1)
    }
  }
}

/// A clock that counts from the start of a system which tests can start again.
final class TestBootClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time = BootTime(boot: UUID(), microseconds: 5_000_000)

  var configuration: StoreConfiguration {
    var configuration = StoreConfiguration()
    configuration.bootClock = { self.lock.withLock { self.time } }
    return configuration
  }

  func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    lock.withLock { time.microseconds += seconds * 1_000_000 + attoseconds / 1_000_000_000_000 }
  }

  func restart() { lock.withLock { time = BootTime(boot: UUID(), microseconds: 1_000_000) } }
}
