import EventLog
import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// What is saved beside the log may be lost: everything reads as before.
@Suite struct LostStateTests {
  /// Everything that a store says that is folded from its log.
  private struct Answers: Equatable {
    var values: [String: SettingValue] = [:]
    var hidden: [SettingName] = []
    var past: [String: SettingValue] = [:]
    var history: [SettingChange] = []
    var steps: [[[Revision]]] = []
    var tags: [SettingsTag] = []

    init(_ store: SettingsStore) throws {
      for name in store.names() { values[name.text] = store[name] }
      hidden = store.hiddenNames()
      let then = try store.snapshot(at: .tag("middle"))
      for name in then.names() { past[name.text] = then[name] }
      history = try store.history(of: "x")
      for author in ["alice", "bob"] {
        let handle = store.withAuthor(author)
        for list in [try handle.undoableSteps(), try handle.redoableSteps()] {
          steps.append(list.map { $0.commits.map(\.revision) })
        }
      }
      tags = try store.tags()
    }
  }

  private func fill(_ store: SettingsStore) throws {
    let bob = store.withAuthor("bob")
    for number in 0..<40 {
      try store.set("x", to: .integer(Int64(number)))
      try bob.setHidden([SettingName("b.\(number % 3)")], number % 2 == 0)
      try bob.commit(undo: .group("g\(number / 5)")) { $0["y"] = .integer(Int64(number)) }
      if number % 7 == 0 { try store.reset("x") }
      if number == 20 { try store.tag("middle") }
      if number % 9 == 0 { try bob.undo(steps: 2) }
      if number % 18 == 0 { try bob.redo() }
    }
    try store.rollback(to: .tag("middle"), prefix: "x")
    try store.undo()
    try store.tag("end")
    try store.deleteTag("end")
    try store.set("once", to: 1, idempotencyKey: "key")
  }

  @Test(arguments: ["state.1", "history.1", "idempotency.1", "undo.1", "tags.1"])
  func `H6: each saved state can be lost, and is the same when it is folded again`(
    table: String
  ) throws {
    try withDirectory { directory in
      let path = directory + "/store"
      var store = try SettingsStore(path: path, author: "alice")
      try fill(store)
      try store.rebuild()
      try store.set("x", to: 99)
      let answers = try Answers(store)
      let head = try store.head
      store.close()

      let environment = try Environment.open(at: path)
      try environment.openTables([table])
      try environment.write { transaction -> Completion<Void> in
        try transaction.clear(Table<[UInt8], [UInt8]>(table))
        return .commit(())
      }
      environment.close()

      store = try SettingsStore(path: path, author: "alice")
      defer { store.close() }
      #expect(try Answers(store) == answers)
      #expect(try store.set("once", to: 1, idempotencyKey: "key").commit == nil)
      try store.rebuild()
      #expect(try Answers(store) == answers)
      #expect(try store.head == head)
      try store.verify()
    }
  }
}
