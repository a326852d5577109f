import Foundation
import SettingsLedger
import Testing

/// Commits that are one step of undo together.
@Suite struct UndoGroupTests {
  private func drag(
    _ store: SettingsStore, _ value: Double, _ token: String = "drag", within: Duration? = nil
  ) throws {
    try store.commit(undo: .group(token, within: within)) { $0["volume"] = .double(value) }
  }

  @Test func `a gesture is one step, and another token begins another`() throws {
    try withStore { store in
      for value in [0.1, 0.2, 0.3] { try drag(store, value) }
      for value in [0.4, 0.5] { try drag(store, value, "drag 2") }
      #expect(
        try store.undoableSteps().map { $0.commits.map(\.revision) } == [[4, 5], [1, 2, 3]])
      let commit = try #require(try store.undo().commit)
      #expect(commit.cause == .undo(of: [4, 5]) && store["volume"] == 0.3)
      try store.undo()
      #expect(!store.isSet("volume"))
      try store.redo(steps: 2)
      #expect(store["volume"] == 0.5)
      #expect(try store.undoableSteps().map(\.revision) == [4, 1])
    }
  }

  @Test func `a gesture goes on after the store was opened anew, unless a time is asked for`()
    throws
  {
    try withDirectory { directory in
      for value in [0.1, 0.2] {
        let store = try SettingsStore(path: directory + "/store", author: "alice")
        try drag(store, value)
        store.close()
      }
      let store = try SettingsStore(path: directory + "/store", author: "alice")
      defer { store.close() }
      #expect(try store.undoableSteps().map(\.revision) == [1])
      try drag(store, 0.3, within: .seconds(3600))
      #expect(try store.undoableSteps().map(\.revision) == [3, 1])
      try drag(store, 0.4, within: .seconds(3600))
      #expect(try store.undoableSteps().map(\.commits.count) == [2, 2])
      try drag(store, 0.5, within: .zero)
      #expect(try store.undoableSteps().map(\.revision) == [5, 3, 1])
      try store.verify()
    }
  }

  @Test func `anything of the author in between ends a gesture`() throws {
    try withStore { store in
      try drag(store, 0.1)
      try store.set("x", to: 1)
      try drag(store, 0.2)
      try store.undo()
      try drag(store, 0.3)
      #expect(try store.undoableSteps().map(\.revision) == [5, 2, 1])
      #expect(!store.canRedo)
      try store.undo()
      try drag(store, 0.4)
      #expect(try store.undoableSteps().map(\.revision) == [7, 2, 1])
    }
  }

  @Test func `somebody else's change of the same setting ends a gesture, of another does not`()
    throws
  {
    try withStore { alice in
      let bob = alice.withAuthor("bob")
      try drag(alice, 0.1)
      try bob.set("other", to: 1)
      try drag(alice, 0.2)
      #expect(try alice.undoableSteps().map { $0.commits.map(\.revision) } == [[1, 3]])
      try bob.set("volume", to: 0.9)
      try drag(alice, 0.3)
      #expect(try alice.undoableSteps().map(\.revision) == [5, 1])
      try alice.undo()
      #expect(alice["volume"] == 0.9)
      #expect(settingsError { try alice.undo() }?.conflicts.map(\.author) == ["bob"])
    }
  }

  @Test func `commits that share a flush of the disk are one gesture, too`() async throws {
    try await withStore { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask {
            try await store.commit(undo: .group("all", within: .seconds(3600))) {
              $0[SettingName(stringLiteral: "n\(index)")] = 1
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try store.undoableSteps().map(\.commits.count) == [40])
      try await store.undo()
      #expect(store.names().isEmpty)
    }
  }

  @Test func `a commit that changes nothing neither begins a gesture nor ends one`() throws {
    try withStore { store in
      try store.commit(undo: .group("drag"), idempotencyKey: "none") { _ in }
      try drag(store, 0.1)
      try store.commit(undo: .group("drag"), idempotencyKey: "again") { _ in }
      try drag(store, 0.2)
      #expect(try store.undoableSteps().map { $0.commits.map(\.revision) } == [[2, 4]])
    }
  }

  @Test func `a gesture longer than a checkpoint is one step`() throws {
    try withStore(StoreConfiguration(durability: .relaxed)) { store in
      for index in 1...1100 { try drag(store, Double(index)) }
      #expect(try store.undoableSteps().map(\.commits.count) == [1100])
      try store.undo()
      #expect(!store.isSet("volume"))
      try store.redo()
      #expect(store["volume"] == 1100.0)
    }
  }
}
