import Foundation
import SettingsLedger
import Testing

/// Going back where several authors, a compaction or a race stand in the way.
@Suite struct RestorationLimitsTests {
  @Test func `for all authors, redo does again what was undone last, and undo what was done last`()
    throws
  {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try alice.set("old", to: 1)
      try alice.undo()  // stays on Alice's stack, however long ago it was
      try bob.set("new", to: 2)
      try bob.undo(scope: .allAuthors)
      #expect(try bob.redoableSteps(scope: .allAuthors).map(\.revision) == [3, 1])
      #expect(try bob.redo(scope: .allAuthors).commit?.cause == .redo(of: [3]))
      #expect(bob["new"] == 2 && !bob.isSet("old"))
      // And the other way round: the undo after a redo takes that back.
      try bob.redo(scope: .allAuthors)
      #expect(bob["old"] == 1)
      #expect(try bob.undoableSteps(scope: .allAuthors).map(\.revision) == [1, 3])
      #expect(try bob.undo(scope: .allAuthors).commit?.cause == .undo(of: [1]))
      #expect(bob["new"] == 2 && !bob.isSet("old"))
    }
  }

  @Test func `a conflict with a commit that a compaction has dropped is a conflict still`() throws {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try bob.set("x", to: 1)
      try alice.set("y", to: 1)
      try alice.set("x", to: 2)
      try bob.rollback(to: .revision(1), prefix: "x")
      try bob.compact(keeping: .revision(3))
      let error = settingsError { try alice.undo() }
      #expect(error?.code == .conflict && error?.key == "x")
      #expect(error?.message.contains("x is as bob made it in revision 4") == true)
      try alice.undo(force: true)
      #expect(alice["x"] == 1)
    }
  }

  @Test func `a conflict between two steps of one undo names who made the state at the head`()
    throws
  {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try alice.set("x", to: 1)
      try bob.set("x", to: 2)
      try alice.undo(force: true)
      try alice.redo()
      let error = settingsError { try bob.undo(steps: 2, scope: .allAuthors) }
      #expect(error?.code == .conflict && error?.conflicts.map(\.revision) == [1])
      #expect(error?.message.contains("x is as alice made it in revision 1") == true)
      let tooMany = settingsError { try bob.undo(steps: 3, scope: .allAuthors, force: true) }
      #expect(tooMany?.code == .nothingToUndo)
      #expect(tooMany?.message.contains("there are only 2 steps to undo") == true)
      #expect(alice.revision == 4)
    }
  }

  @Test func `a setting stays secret that was given values under the mark that is taken back`()
    throws
  {
    try withStore { store in
      try store.commit { draft in
        draft["token"] = "s3cret"
        draft.markSecret("token")
      }
      #expect(try store.undo().commit?.events.map(\.kind) == [.reset])
      #expect(store.isSecret("token"), "the log would print s3cret")
      try store.redo()
      #expect(store["token"] == "s3cret")
      try store.revert(1)
      try store.undo(steps: 2)
      #expect(store.isSecret("token") && !store.isSet("token"))
      #expect(try store.redo(steps: 2).commit?.events.map(\.kind) == [])
      // Marked and given a value by two steps.
      try store.markSecret("pin")
      try store.set("pin", to: 1234)
      try store.undo(steps: 2)
      #expect(store.isSecret("pin"))
      try store.redo(steps: 2)
      #expect(store["pin"] == 1234)
      // What was public before may be public again.
      try store.set("port", to: 80)
      try store.markSecret("port")
      try store.undo()
      #expect(!store.isSecret("port"))
      try store.redo()
      #expect(store.isSecret("port"))
      // Somebody's own word to show a secret is undone and done again.
      try store.markSecret("pin", false)
      try store.undo()
      #expect(store.isSecret("pin"))
      try store.redo()
      #expect(!store.isSecret("pin"))
    }
  }

  @Test(arguments: [false, true])
  func `a secret that was not confirmed in time stays secret, and does not count as changed again`(
    isUnmarked: Bool
  ) async throws {
    let clock = TestBootClock()
    try await withStore(clock.configuration) { store in
      let pending = try #require(
        try await store.commit(confirmWithin: .seconds(5)) { draft in
          draft["token"] = "s3cret"
          draft.markSecret("token")
        })
      if isUnmarked { try await store.markSecret("token", false) }
      clock.advance(by: .seconds(5))
      try await store.set("other", to: 1)
      #expect(!store.isSet("token") && store.isSecret("token") == !isUnmarked)
      guard case .takenBack(_, let kept) = try await pending.outcome() else {
        Issue.record("it was not taken back")
        return
      }
      #expect(kept == (isUnmarked ? ["token"] : []))
    }
  }

  @Test func `several steps pass an erased value that does not come back`() throws {
    try withStore { store in
      for value in 1...3 { try store.set("x", to: .integer(Int64(value))) }
      try store.redact(1, "x")
      let error = settingsError { try store.undo(steps: 2) }
      #expect(error?.code == .redacted && error?.revision == 1 && store["x"] == 3)
      try store.undo(steps: 3)
      #expect(!store.isSet("x"))
      #expect(settingsError { try store.redo() }?.code == .redacted)
      try store.redo(steps: 3)
      #expect(store["x"] == 3)
    }
  }
}
