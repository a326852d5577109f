import Foundation
import LMDBKit
import Testing

@Suite("Copies and statistics")
struct CopyTests {
  @Test("A copy holds the last commit and is for its owner only", arguments: [true, false])
  func copy(compacting: Bool) throws {
    try withStore { store in
      try store.change { transaction in
        for index in 0..<500 { try transaction.put(texts, "key\(index)", "value\(index)") }
      }
      try store.change { transaction in
        for index in 0..<400 { try transaction.delete(texts, "key\(index)") }
      }
      let directory = store.path + "-copy"
      try store.copy(to: directory, compacting: compacting)
      #expect(try permissions(directory) == 0o700)
      #expect(try permissions(directory + "/data.mdb") == 0o600)
      let copy = try Environment.open(
        at: directory, EnvironmentOptions(access: .openExisting, tables: ["texts"]))
      defer { copy.close() }
      #expect(try copy.read { try $0.count(texts) } == 100)
      #expect(try copy.text("key450") == "value450")
      let sizes = try (store.statistics().usedPages, copy.statistics().usedPages)
      #expect(compacting ? sizes.1 < sizes.0 : sizes.1 == sizes.0)
    }
  }

  @Test("A compacting copy numbers its transactions anew, an exact one does not")
  func ids() throws {
    try withStore { store in
      for index in 0..<5 { try store.change { try $0.put(texts, "key", "\(index)") } }
      let id = try store.read { $0.id }
      for compacting in [true, false] {
        let directory = store.path + "-\(compacting)"
        try store.copy(to: directory, compacting: compacting)
        let copy = try Environment.open(at: directory, EnvironmentOptions(access: .readOnly))
        defer { copy.close() }
        #expect(try (copy.read { $0.id } == id) == !compacting)
      }
    }
  }

  @Test("A compacting copy holds nothing of what was deleted or overwritten")
  func unusedBytes() throws {
    try withStore(EnvironmentOptions(tables: ["texts", "data"])) { store in
      let mark = Array("deleted-".utf8)
      for size in [1, 30, 200, 250, 300, 400, 490, 900, 2500] {
        let bytes = Array(repeatElement(mark, count: size).joined())
        for index in 0..<6 { try store.change { try $0.put(data, "key\(index)", bytes) } }
        // What is left has pages with room in which the other pages' bytes may lie.
        for index in 0..<6 {
          let kept = [UInt8](repeating: 1, count: 8 * size / (index + 1) + index)
          try store.change { try $0.put(data, "key\(index)", kept) }
        }
        for index in 0..<3 { try store.change { try $0.delete(data, "key\(index)") } }
      }
      let directory = store.path + "-copy"
      try store.copy(to: directory, compacting: true)
      let file = try Data(contentsOf: URL(filePath: directory + "/data.mdb"))
      #expect(file.range(of: Data(mark)) == nil)
      let copy = try Environment.open(
        at: directory, EnvironmentOptions(access: .readOnly, tables: ["data"]))
      defer { copy.close() }
      let (kept, copied) = try (store.read(Self.everything), copy.read(Self.everything))
      #expect(kept == copied && kept.count == 3)
    }
  }

  private static func everything(
    in transaction: borrowing ReadTransaction
  ) throws -> [String: [UInt8]] {
    var entries: [String: [UInt8]] = [:]
    try transaction.scan(data) { key, value in
      entries[key] = value
      return .next
    }
    return entries
  }

  @Test("A copy never overwrites anything")
  func existing() throws {
    try withStore { store in
      let directory = store.path + "-copy"
      try store.copy(to: directory)
      expect(.fileExists) { try store.copy(to: directory) }
      try Environment.open(at: directory, EnvironmentOptions(access: .openExisting)).close()
    }
  }

  @Test("A store that was replaced by its copy is noticed")
  func swapped() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "value") }
      let directory = store.path + "-copy"
      try store.copy(to: directory, compacting: true)
      let target = store.path + "/data.mdb"
      try FileManager.default.removeItem(atPath: target)
      try FileManager.default.moveItem(atPath: directory + "/data.mdb", toPath: target)
      #expect(!store.namesItsFile())
      expect(.storeReplaced) { try store.change { try $0.put(texts, "key", "lost") } }
    }
  }

  @Test("Statistics count what is there")
  func statistics() throws {
    let options = EnvironmentOptions(maxReaders: 17, tables: ["texts", "data"])
    try withStore(options) { store in
      try store.change { try $0.put(data, "key", [UInt8](repeating: 1, count: 100_000)) }
      let before = try store.statistics()
      try store.change { try $0.delete(data, "key") }
      let after = try store.statistics()
      #expect(before.entries == ["texts": 0, "data": 1])
      #expect(after.entries == ["texts": 0, "data": 0])
      #expect(after.freePages >= before.freePages + 100_000 / after.pageSize)
      #expect(after.usedPages * after.pageSize >= 100_000)
      #expect(after.fileBytes >= 100_000 && after.mapSize >= after.fileBytes)
      #expect(after.maxReaders == 17)
      #expect(after.readersInUse == 1)
      #expect(after.lastTransactionID.rawValue == before.lastTransactionID.rawValue + 1)
    }
  }
}

@Suite("Resident state")
struct ResidentTests {
  @Test("The id is that of the newest commit, of this and of other processes")
  func latestID() throws {
    try withStore { store in
      let resident = Resident(store, 0)
      let first = try #require(resident.withLock { $1 })
      #expect(try store.read { $0.id } == first)
      try store.change { try $0.put(texts, "key", "value") }
      let second = try #require(resident.withLock { $1 })
      #expect(second.rawValue == first.rawValue + 1)
      #expect(try ProcessRunner("put", store.path).finish() == ["ok 1", "ok 1"])
      let third = try #require(resident.withLock { $1 })
      #expect(third.rawValue == second.rawValue + 2)
    }
  }

  @Test("There is no id when the environment is closed, but the state is there")
  func closed() throws {
    try withStore { store in
      let resident = Resident(store, ["kept"])
      store.close()
      #expect(resident.withLock { $1 } == nil)
      #expect(resident.withLock { state, _ in state } == ["kept"])
    }
  }

  @Test("Threads change the state one after another")
  func exclusive() throws {
    try withStore { store in
      let resident = Resident(store, 0)
      try onThreads(4) { _ in
        for _ in 0..<1000 { resident.withLock { state, _ in state += 1 } }
      }
      #expect(resident.withLock { state, _ in state } == 4000)
    }
  }

  @Test("An error of the closure is passed on and the lock given back")
  func throwing() throws {
    try withStore { store in
      let resident = Resident(store, 0)
      #expect(throws: TestFailure.self) { try resident.withLock { _, _ in throw TestFailure() } }
      resident.withLock { state, _ in state = 1 }
      #expect(resident.withLock { state, _ in state } == 1)
    }
  }
}

@Suite("Errors")
struct ErrorTests {
  @Test("A description says what failed, where, why, and what is particular")
  func description() {
    let error = LMDBError(
      .mapLimitReached, operation: "write", path: "/store", detail: "10 bytes")
    #expect(
      error.description == "write failed for /store: the store has reached the size that its "
        + "configuration allows; raise the limit (10 bytes)")
  }

  @Test("A code without a text of its own has the system's")
  func unknownCode() {
    let error = LMDBError(LMDBError.Code(rawValue: 36), operation: "open", path: "/store")
    #expect(error.description == "open failed for /store: File name too long")
  }
}
