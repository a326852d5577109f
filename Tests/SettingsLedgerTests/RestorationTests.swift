import Foundation
import SettingsLedger
import Testing

/// Revert, rollback, previews, and what cannot come back.
@Suite struct RestorationTests {
  @Test func `H8: a prefix goes back to yesterday, the rest stays, and that is one step of undo`()
    throws
  {
    let clock = TestClock()
    try withStore(StoreConfiguration(clock: { clock.now })) { store in
      try store.commit { draft in
        draft["network.host"] = "a.example"
        draft["network.proxy"] = true
        draft["networking"] = "kept"
      }
      try store.hide("network.beta")
      clock.advance(by: 86_400)
      try store.withAuthor("bob").commit { draft in
        draft["network.host"] = "b.example"
        draft.reset("network.proxy")
        draft["network.port"] = 80
        draft.unhide("network.beta")
        draft["networking"] = "changed"
      }
      try store.set("editor.theme", to: "dark")
      let yesterday = HistoryPoint.age(.seconds(3600))
      #expect(try store.revision(at: yesterday) == 2)
      let preview = try store.preview(.rollback(to: 2, prefix: "network."))
      #expect(store.revision == 4)
      let commit = try #require(try store.rollback(to: yesterday, prefix: "network.").commit)
      #expect(preview.commit?.events == commit.events && preview.commit?.revision == 5)
      #expect(preview.changes.map(\.old) == [nil, "b.example", 80, nil])
      #expect(commit.cause == .rollback(to: 2, prefix: "network."))
      #expect(
        commit.events == [
          SettingsEvent("network.beta", .hide, restores: 2),
          SettingsEvent("network.host", .set("a.example"), restores: 1),
          SettingsEvent("network.port", .reset, restores: 0),
          SettingsEvent("network.proxy", .set(true), restores: 1),
        ])
      #expect(store["networking"] == "changed" && store["editor.theme"] == "dark")
      #expect(try store.diff(from: .revision(2), prefix: "network.").isEmpty)
      try store.undo()
      #expect(try store.diff(from: .revision(4)).isEmpty)
    }
  }

  @Test func `a rollback to the present records nothing, to the beginning everything`() throws {
    try withStore { store in
      try store.set("x", to: 1)
      try store.set("x", to: 2)
      try store.set("x", to: 1)
      #expect(try store.rollback(to: .latest) == .unchanged(at: 3))
      #expect(try store.rollback(to: .revision(1)) == .unchanged(at: 3), "nothing reads otherwise")
      #expect(settingsError { try store.rollback(to: .revision(9)) }?.code == .noSuchRevision)
      try store.rollback(to: .revision(0))
      #expect(store.names().isEmpty && store.revision == 4)
    }
  }

  @Test func `a revert takes back one commit in the middle, unless it was changed since`() throws {
    try withStore { store in
      try store.set("a", to: 1)
      try store.commit { draft in
        draft["a"] = 2
        draft["b"] = 2
      }
      try store.set("c", to: 3)
      let commit = try #require(try store.revert(2, reason: "By mistake").commit)
      #expect(commit.cause == .revert(of: [2]) && commit.reason == "By mistake")
      #expect(store["a"] == 1 && !store.isSet("b") && store["c"] == 3)
      let again = settingsError { try store.revert(2) }
      #expect(again?.code == .conflict && again?.conflicts.map(\.revision) == [1, 4])
      #expect(try store.revert(2, force: true) == .unchanged(at: 4))
      try store.revert(4)
      #expect(store["a"] == 2 && store["b"] == 2)
      try store.withAuthor("bob").set("b", to: 7)
      let error = try #require(settingsError { try store.revert(2) })
      #expect(error.key == "b" && error.conflicts.map(\.author) == ["bob"])
      #expect(store["a"] == 2, "nothing was written")
      try store.revert(2, force: true)
      #expect(store["a"] == 1 && !store.isSet("b"))
      #expect(settingsError { try store.revert(99) }?.code == .noSuchRevision)
      try store.tag("here")
      let tag = settingsError { try store.revert(store.revision) }
      #expect(tag?.code == .nothingToRevert && tag?.message.contains("(tag)") == true)
    }
  }

  @Test func `an erased value does not come back`() throws {
    try withStore { store in
      try store.set("token", to: "s3cret")
      try store.set("token", to: "better")
      try store.redact(1, "token")
      let undone = try #require(settingsError { try store.undo() })
      #expect(undone.code == .redacted && undone.key == "token" && undone.revision == 1)
      #expect(settingsError { try store.rollback(to: .revision(1)) }?.code == .redacted)
      #expect(settingsError { try store.revert(2) }?.code == .redacted)
      #expect(store["token"] == "better" && store.revision == 3)
      try store.reset("token")
      try store.undo()
      #expect(store["token"] == "better", "what was not erased comes back")
    }
  }

  @Test func `what was erased can be taken back, but not done again`() throws {
    try withStore { store in
      try store.set("token", to: "s3cret")
      try store.undo()
      try store.redact(1, "token")
      let error = settingsError { try store.redo() }
      #expect(error?.code == .redacted && error?.revision == 1)
      #expect(!store.isSet("token"))
    }
  }

  @Test func `a preview is what the restoration records, and leaves no trace`() throws {
    try withStore { store in
      try store.set("x", to: 1)
      try store.set("x", to: 2)
      let digest = try store.digest
      let preview = try store.preview(.undo(steps: 2))
      #expect(preview.changes.map(\.old) == [2] && preview.changes.map(\.new) == [nil])
      #expect(try store.digest == digest && store.canUndo && !store.canRedo)
      let commit = try #require(try store.undo(steps: 2).commit)
      #expect(preview.commit?.events == commit.events && preview.commit?.cause == commit.cause)
      #expect(settingsError { _ = try store.preview(.undo()) }?.code == .nothingToUndo)
      #expect(try store.preview(.rollback(to: 3)).commit == nil)
    }
  }

  @Test func `a store that is only read tells what a restoration would do, as a writer would now`()
    throws
  {
    let clock = TestBootClock()
    try withDirectory { directory in
      var configuration = clock.configuration
      let writer = try SettingsStore(
        path: directory + "/s", author: "alice", configuration: configuration)
      try writer.set("x", to: 1)
      try writer.set("y", to: 1)
      _ = try writer.commit(confirmWithin: .seconds(10)) { $0["x"] = 2 }
      writer.close()
      configuration.access = .readOnly
      let store = try SettingsStore(
        path: directory + "/s", author: "alice", configuration: configuration)
      let waiting = try store.preview(.rollback(to: 1))
      #expect(waiting.changes.map(\.name) == ["x", "y"] && waiting.commit?.revision == 4)
      #expect(waiting.changes.map(\.old) == [2, 1] && waiting.changes.map(\.new) == [1, nil])
      // What was not confirmed in time would be taken back first.
      clock.advance(by: .seconds(20))
      let late = try store.preview(.rollback(to: 1))
      #expect(late.changes.map(\.name) == ["y"] && late.commit?.revision == 5)
      #expect(store["x"] == 2 && store.revision == 3)
      store.close()
    }
  }

  @Test func `each form for tasks does the same`() async throws {
    try await withStore { store in
      try await store.set("x", to: 1)
      try await store.tag("one")
      try await store.set("x", to: 2)
      try await store.undo(reason: "No")
      #expect(store["x"] == 1)
      try await store.redo()
      #expect(store["x"] == 2)
      try await store.revert(3)
      #expect(store["x"] == 1)
      try await store.undo()
      try await store.rollback(to: .tag("one"))
      #expect(store["x"] == 1 && store.revision == 8)
      try await store.deleteTag("one")
      #expect(try store.tags().isEmpty)
      await #expect(throws: SettingsError.self) { try await store.redo() }
    }
  }

  @Test func `what cannot be recorded leaves the stacks alone`() throws {
    try withStore { store in
      try store.set("x", to: 1)
      let long = String(repeating: "r", count: 5000)
      let undone = settingsError { try store.undo(reason: long) }
      #expect(undone?.code == .limitExceeded)
      #expect(store["x"] == 1 && store.canUndo && !store.canRedo)
      let token = String(repeating: "t", count: 256)
      let error = settingsError { try store.commit(undo: .group(token)) { $0["x"] = 2 } }
      #expect(error?.code == .limitExceeded)
      try store.undo()
      #expect(!store.isSet("x"))
    }
  }

  @Test func `a rollback to before a setting was secret does not print its values again`() throws {
    try withStore { store in
      try store.commit { draft in
        draft["token"] = "old"
        draft["port"] = 80
      }
      try store.commit { draft in
        draft["token"] = "new"
        draft["port"] = 81
      }
      try store.markSecret("token")
      try store.rollback(to: .revision(1))
      #expect(store["token"] == "old" && store["port"] == 80)
      #expect(store.isSecret("token"))
      try store.undo(steps: 2)
      #expect(store.isSecret("token"), "the rollback gave it a value under the mark")
    }
  }
}
