import Foundation
import SettingsLedger
import Testing

/// Undo and redo as a person sees them; each store is verified when its test is done.
@Suite struct UndoTests {
  @Test(arguments: [false, true])
  func `H1: redo after a new edit finds nothing, and undo goes back to unset`(
    reopens: Bool
  ) throws {
    try withDirectory { directory in
      let path = directory + "/store"
      var store = try SettingsStore(path: path, author: "alice")
      func goOn() throws {
        guard reopens else { return }
        store.close()
        store = try SettingsStore(path: path, author: "alice")
      }
      for value in 1...3 { try store.set("x", to: .integer(Int64(value))) }
      try store.undo()
      #expect(store["x"] == 2)
      try goOn()
      try store.redo()
      #expect(store["x"] == 3)
      try store.undo()
      #expect(store["x"] == 2 && store.canRedo)
      try store.set("x", to: 9)
      try goOn()
      let redone = settingsError { try store.redo() }
      #expect(redone?.code == .nothingToRedo && redone?.message.contains("alice") == true)
      var values: [SettingValue?] = []
      for _ in 0..<3 {
        try store.undo()
        values.append(store["x"])
        try goOn()
      }
      #expect(values == [2, 1, nil])
      #expect(!store.isSet("x"))
      #expect(settingsError { try store.undo() }?.code == .nothingToUndo)
      #expect(store.revision == 10, "the log only grew")
      #expect(
        try store.history(of: "x").map(\.event.restores) == [
          nil, nil, nil, 2, 3, 2, nil, 2, 1, 0,
        ])
      try store.verify()
      store.close()
    }
  }

  @Test func `H2: a setting that another author changed is a conflict; force overwrites it`() throws
  {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try alice.set("x", to: 1)
      try alice.set("x", to: 2)
      try bob.set("x", to: 3)
      let error = try #require(settingsError { try alice.undo() })
      #expect(error.code == .conflict && error.key == "x" && error.revision == 3)
      #expect(error.conflicts.map(\.author) == ["bob"])
      #expect(error.message.contains("x is as bob made it in revision 3"))
      #expect(alice.revision == 3 && alice["x"] == 3)
      let commit = try #require(try alice.undo(force: true).commit)
      #expect(commit.cause == .undo(of: [2]) && alice["x"] == 1)
      #expect(commit.events == [SettingsEvent("x", .set(1), restores: 1)])
      try alice.undo()
      #expect(!alice.isSet("x"), "the step below knows that Bob's change is gone")
    }
  }

  @Test func `Alice, Bob, Alice: the second undo meets Bob's change`() throws {
    try withStore { alice in
      try alice.set("x", to: 1)
      try alice.withAuthor("bob").set("x", to: 2)
      try alice.set("x", to: 3)
      try alice.undo()
      #expect(alice["x"] == 2)
      let error = settingsError { try alice.undo() }
      #expect(error?.code == .conflict && error?.conflicts.map(\.revision) == [2])
      try alice.redo()
      #expect(settingsError { try alice.undo(steps: 2) }?.conflicts.map(\.author) == ["bob"])
      #expect(alice["x"] == 3 && alice.revision == 5, "all or nothing")
    }
  }

  @Test func `a forced undo to an equal value still takes the other author's change away`() throws {
    try withStore { alice in
      try alice.set("x", to: 1)
      try alice.set("x", to: 2)
      try alice.withAuthor("bob").set("x", to: 1)
      let commit = try #require(try alice.undo(force: true).commit)
      #expect(commit.events == [SettingsEvent("x", .set(1), restores: 1)])
      try alice.redo()
      #expect(alice["x"] == 2)
      try alice.undo(steps: 2)
      #expect(!alice.isSet("x"))
    }
  }

  @Test func `unset, hidden and secret come back, each as it was`() throws {
    try withStore { store in
      try store.commit { draft in
        draft["a"] = 1
        draft.hide("b")
      }
      try store.commit { draft in
        draft.reset("a")
        draft["b"] = 2
        draft.unhide("b")
        draft.markSecret("c")
      }
      let commit = try #require(try store.undo().commit)
      #expect(store["a"] == 1 && !store.isSet("b") && store.isHidden("b"))
      #expect(try !store.snapshot().state.isSecret("c"))
      #expect(
        commit.events == [
          SettingsEvent("a", .set(1), restores: 1), SettingsEvent("b", .reset, restores: 0),
          SettingsEvent("b", .hide, restores: 1), SettingsEvent("c", .unmarkSecret, restores: 0),
        ])
      try store.redo()
      #expect(!store.isSet("a") && store["b"] == 2 && !store.isHidden("b"))
      #expect(try store.snapshot().state.isSecret("c"))
      try store.undo(steps: 2)
      #expect(store.names().isEmpty && store.hiddenNames().isEmpty)
    }
  }

  @Test func `several steps are one commit, all or nothing`() throws {
    try withStore { store in
      for value in 1...4 { try store.set("x", to: .integer(Int64(value))) }
      let commit = try #require(try store.undo(steps: 3).commit)
      #expect(commit.revision == 5 && commit.cause == .undo(of: [4, 3, 2]) && store["x"] == 1)
      let error = try #require(settingsError { try store.undo(steps: 2) })
      #expect(error.code == .nothingToUndo && error.message.contains("only 1"))
      #expect(try store.undo(steps: 0) == .unchanged(at: 5))
      try store.redo(steps: 2)
      #expect(store["x"] == 3)
      #expect(try store.redoableSteps().map(\.revision) == [4])
      #expect(try store.undoableSteps(limit: 2).map(\.revision) == [3, 2])
      #expect(settingsError { try store.redo(steps: 2) }?.code == .nothingToRedo)
    }
  }

  @Test func `with all authors the newest step is undone, and stays its author's`() throws {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try alice.set("a", to: 1)
      try bob.set("b", to: 2)
      try alice.set("c", to: 3)
      #expect(try bob.undoableSteps(scope: .allAuthors).map(\.author) == ["alice", "bob", "alice"])
      let commit = try #require(try bob.undo(steps: 2, scope: .allAuthors).commit)
      #expect(commit.cause == .undo(of: [3, 2]) && commit.author == "bob")
      #expect(alice.names() == ["a"])
      #expect(try alice.redoableSteps().map(\.revision) == [3])
      #expect(try bob.redoableSteps().map(\.revision) == [2])
      try alice.redo()
      #expect(alice["c"] == 3 && !alice.isSet("b"))
      try alice.redo(scope: .allAuthors)
      #expect(alice["b"] == 2)
    }
  }

  @Test func `authors are told apart by their bytes`() throws {
    try withStore(author: "andr\u{e9}") { composed in
      let decomposed = composed.withAuthor("andre\u{301}")
      try composed.set("x", to: 1)
      #expect(settingsError { try decomposed.undo() }?.code == .nothingToUndo)
      #expect(composed.canUndo && !decomposed.canUndo)
    }
  }

  @Test func `what is no step is passed by, and leaves redo alone`() throws {
    try withStore { store in
      try store.set("x", to: 1)
      try store.undo()
      try store.commit(undo: .none) { $0["window.width"] = 640 }
      try store.tag("here")
      try store.commit(idempotencyKey: "once") { _ in }
      try store.redo()
      #expect(store["x"] == 1)
      try store.undo()
      #expect(!store.isSet("x") && store["window.width"] == 640)
      #expect(!store.canUndo)
    }
  }

  @Test func `imports, reverts and rollbacks are undone in one step`() throws {
    try withStore { store in
      try store.importSettings(["a": 1, "b": 2], source: "old.plist")
      try store.set("a", to: 5)
      try store.revert(1, force: true)
      #expect(store.names().isEmpty)
      try store.undo()
      #expect(store["a"] == 5 && store["b"] == 2)
      try store.rollback(to: .revision(1))
      #expect(store["a"] == 1)
      try store.undo()
      #expect(store["a"] == 5)
      try store.undo()
      try store.undo()
      #expect(store.names().isEmpty && !store.canUndo)
    }
  }
}
