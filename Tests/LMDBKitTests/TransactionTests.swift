import LMDBKit
import Testing

@Suite("Transactions")
struct TransactionTests {
  @Test("What a commit wrote can be read")
  func commit() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "value") }
      #expect(try store.text("key") == "value")
      #expect(try store.text("other") == nil)
    }
  }

  @Test("An aborted write leaves nothing and returns its result")
  func abort() throws {
    try withStore { store in
      let result = try store.write { transaction in
        try transaction.put(texts, "key", "value")
        return .abort(try transaction.get(texts, "key"))
      }
      #expect(result == "value")
      #expect(try store.text("key") == nil)
    }
  }

  @Test("An error thrown in a write undoes it and is passed on")
  func throwing() throws {
    try withStore { store in
      #expect(throws: TestFailure.self) {
        try store.change { transaction in
          try transaction.put(texts, "key", "value")
          throw TestFailure()
        }
      }
      #expect(try store.text("key") == nil)
      try store.change { try $0.put(texts, "key", "later") }
      #expect(try store.text("key") == "later")
    }
  }

  @Test("A read keeps its view while others commit")
  func isolation() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "before") }
      try store.read { transaction in
        try onAnotherThread { try store.change { try $0.put(texts, "key", "after") } }
        #expect(try transaction.get(texts, "key") == "before")
        #expect(try store.text("key") == "after")
      }
    }
  }

  @Test("A read inside a write sees the state before it")
  func readInsideWrite() throws {
    try withStore { store in
      try store.change { transaction in
        try transaction.put(texts, "key", "value")
        #expect(try store.text("key") == nil)
        #expect(try transaction.get(texts, "key") == "value")
      }
    }
  }

  @Test("A write inside a write is refused, into another environment as well")
  func nestedWrite() throws {
    try withStore { store in
      try withStore { other in
        try store.change { transaction in
          try transaction.put(texts, "key", "value")
          for environment in [store, other] {
            expect(.nestedWrite) { try environment.change { _ in } }
          }
          expect(.nestedWrite) { try store.copy(to: store.path + "-copy") }
        }
        try other.change { _ in }
      }
      #expect(try store.text("key") == "value")
    }
  }

  @Test("A write inside a read of the same environment is refused")
  func writeInsideRead() throws {
    try withStore { store in
      try store.read { _ in
        expect(.writeInsideRead) { try store.change { _ in } }
      }
      try store.change { _ in }
    }
  }

  @Test("The id of an aborted or empty write is used by the next one")
  func idAfterAbort() throws {
    try withStore { store in
      let before = try store.read { $0.id }
      let aborted = try store.write { transaction in
        try transaction.put(texts, "key", "value")
        return .abort(transaction.id)
      }
      let empty = try store.write { transaction in
        let changed = transaction.hasChanges
        #expect(!changed)
        return .commit(transaction.id)
      }
      let written = try store.write { transaction in
        try transaction.put(texts, "key", "value")
        let changed = transaction.hasChanges
        #expect(changed)
        return .commit(transaction.id)
      }
      #expect(aborted.rawValue == before.rawValue + 1)
      #expect(empty == aborted && written == aborted)
      #expect(try store.read { $0.id } == written)
    }
  }

  @Test("Changes that change nothing take no id")
  func noChange() throws {
    try withStore { store in
      let before = try store.read { $0.id }
      try store.change { transaction in
        #expect(try transaction.delete(texts, "absent") == false)
        try transaction.clear(texts)
        let changed = transaction.hasChanges
        #expect(!changed)
      }
      #expect(try store.read { $0.id } == before)
    }
  }

  @Test(
    "Keys have 1 to 511 bytes; others are refused and spoil nothing", arguments: [0, 512, 9000])
  func keySizes(size: Int) throws {
    try withStore { store in
      let key = String(repeating: "k", count: size)
      try store.change { transaction in
        try transaction.put(texts, String(repeating: "k", count: 511), "longest")
        expect(.badValueSize) { try transaction.put(texts, key, "") }
        expect(.badValueSize) { _ = try transaction.get(texts, key) }
        expect(.badValueSize) { try transaction.delete(texts, key) }
        expect(.badValueSize) {
          try transaction.scan(texts, from: .inclusive(key)) { _, _ in .stop }
        }
      }
      #expect(try store.text(String(repeating: "k", count: 511)) == "longest")
    }
  }

  @Test("Appending takes greater keys only, and a refusal leaves the write usable")
  func append() throws {
    try withStore { store in
      try store.change { transaction in
        try transaction.append(numbers, 5, "five")
        expect(.keyExists) { try transaction.append(numbers, 5, "again") }
        expect(.keyExists) { try transaction.append(numbers, 4, "four") }
        try transaction.append(numbers, 300, "more")
      }
      #expect(try store.read { try $0.count(numbers) } == 2)
      #expect(try store.read { try $0.get(numbers, 5) } == "five")
    }
  }

  @Test("Deleting tells whether the key was there; clearing empties one table")
  func deleteAndClear() throws {
    try withStore { store in
      try store.change { transaction in
        try transaction.put(texts, "a", "1")
        try transaction.put(texts, "b", "2")
        try transaction.put(numbers, 1, "one")
        #expect(try transaction.delete(texts, "a"))
        #expect(try !transaction.delete(texts, "a"))
        #expect(try transaction.count(texts) == 1)
        try transaction.clear(texts)
        #expect(try transaction.count(texts) == 0)
      }
      #expect(try store.read { try $0.count(numbers) } == 1)
    }
  }

  @Test("The main table takes rows of its own and cannot be cleared")
  func mainTable() throws {
    let main = Table<String, String>.main
    try withStore { store in
      try store.change { transaction in
        try transaction.put(main, "head", "1")
        expect(.incompatible) { try transaction.clear(main) }
      }
      #expect(try store.read { try $0.get(main, "head") } == "1")
    }
  }

  @Test("A table that was not named at opening is refused")
  func undeclaredTable() throws {
    let table = Table<String, String>("undeclared")
    try withStore { store in
      expect(.undeclaredTable) { _ = try store.read { try $0.get(table, "k") } }
      expect(.undeclaredTable) { try store.change { try $0.put(table, "k", "v") } }
    }
  }

  @Test("Stored bytes can be looked at where they are")
  func withBytes() throws {
    try withStore { store in
      try store.change { try $0.put(data, "key", [1, 2, 3]) }
      let sum = try store.read { try $0.withBytes(of: data, "key") { $0[0] + $0[1] + $0[2] } }
      #expect(sum == 6)
      #expect(try store.read { try $0.withBytes(of: data, "none") { _ in 1 } } == nil)
    }
  }

  @Test("Generic functions read in both kinds of transaction")
  func generic() throws {
    func size(_ transaction: borrowing some Reading & ~Copyable) throws -> Int {
      try transaction.count(texts)
    }
    try withStore { store in
      try store.change { transaction in
        try transaction.put(texts, "key", "value")
        #expect(try size(transaction) == 1)
      }
      #expect(try store.read { try size($0) } == 1)
    }
  }

  @Test("Many threads read and write at once without losing a change")
  func manyThreads() throws {
    try withStore { store in
      try onThreads(8) { index in
        for round in 0..<20 {
          try store.change { try $0.put(texts, "\(index)-\(round)", "x") }
          #expect(try store.text("\(index)-\(round)") == "x")
        }
      }
      #expect(try store.read { try $0.count(texts) } == 160)
    }
  }
}
