import Foundation
import LMDBKit
import Testing

@Suite("Opening and closing")
struct OpeningTests {
  @Test("A new store is for its owner only")
  func newStore() throws {
    try withStore { (store) throws in
      #expect(try permissions(store.path) == 0o700)
      #expect(try permissions(store.path + "/data.mdb") == 0o600)
      #expect(try permissions(store.path + "/lock.mdb") == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).count == 2)
      #expect(!store.isReadOnly)
    }
  }

  @Test("Only the last component of a path is made")
  func missingParent() throws {
    try withTemporaryDirectory { directory in
      expect(.noSuchFile) { _ = try Environment.open(at: directory + "/none/store") }
    }
  }

  @Test(
    "What must exist and does not is named",
    arguments: [
      EnvironmentOptions.Access.openExisting, .readOnly,
    ])
  func missing(access: EnvironmentOptions.Access) throws {
    try withTemporaryDirectory { directory in
      let options = EnvironmentOptions(access: access)
      let error = failure(.noSuchFile) {
        _ = try Environment.open(at: directory + "/store", options)
      }
      #expect(error?.path == directory + "/store")
      let inside = failure(.noSuchFile) { _ = try Environment.open(at: directory, options) }
      #expect(inside?.path == directory + "/data.mdb")
    }
  }

  @Test("A store is there again when it is opened again")
  func reopen() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "value") }
      store.close()
      expect(.closed) { _ = try store.text("key") }
      expect(.closed) { try store.change { _ in } }
      let again = try Environment.open(
        at: store.path, EnvironmentOptions(access: .openExisting, tables: ["texts"]))
      defer { again.close() }
      #expect(again !== store)
      #expect(try again.text("key") == "value")
    }
  }

  @Test("A file is open once in a process, also through a symbolic link, and closed with the last")
  func shared() throws {
    try withStore { store in
      let link = store.path + "-link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
      let other = try Environment.open(at: link, EnvironmentOptions(tables: ["more"]))
      #expect(other === store)
      try store.change { try $0.put(Table<String, String>("more"), "key", "value") }
      other.close()
      #expect(try store.text("key") == nil)
    }
  }

  @Test("Readers of a process stay visible to others after one of two openings was closed")
  func sharedLocks() throws {
    try withStore { store in
      let again = try Environment.open(at: store.path)
      try store.read { _ in
        again.close()
        let other = try ProcessRunner("readers", store.path)
        #expect(other.finish() == ["ok 2"])
      }
    }
  }

  @Test("More closings than openings do no harm")
  func closeTooOften() throws {
    try withStore { store in
      store.close()
      store.close()
      expect(.closed) { try store.statistics().entries.isEmpty ? () : () }
    }
  }

  @Test("Closing inside a transaction takes effect when that ends")
  func closeInside() throws {
    try withStore { store in
      try store.change { transaction in
        try transaction.put(texts, "key", "value")
        store.close()
        expect(.closed) { _ = try store.text("key") }
      }
      let again = try Environment.open(at: store.path, EnvironmentOptions(tables: ["texts"]))
      defer { again.close() }
      #expect(try again.text("key") == "value")
    }
  }

  @Test("A store that is open for reading is not opened for writing as well")
  func openReadOnly() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "value") }
      store.close()
      let options = EnvironmentOptions(access: .readOnly, tables: ["texts", "later"])
      let reader = try Environment.open(at: store.path, options)
      defer { reader.close() }
      #expect(reader.isReadOnly)
      expect(.openReadOnly) { _ = try Environment.open(at: store.path) }
      expect(.readOnly) { try reader.change { _ in } }
      #expect(try reader.text("key") == "value")
    }
  }

  @Test("A table that is missing reads as empty without write access, until somebody makes it")
  func absentTable() throws {
    try withStore(EnvironmentOptions(tables: [])) { store in
      store.close()
      let reader = try Environment.open(
        at: store.path, EnvironmentOptions(access: .readOnly, tables: ["data"]))
      defer { reader.close() }
      #expect(try reader.read { try $0.count(data) } == 0)
      #expect(try reader.read { try $0.first(data) } == nil)
      #expect(try reader.statistics().entries == ["data": 0])
      let writer = try ProcessRunner("put", store.path)
      #expect(writer.finish() == ["ok 1", "ok 1"])
      #expect(try reader.read { try $0.count(data) } == 2)
    }
  }

  @Test("Relaxed durability is kept until somebody asks for full")
  func durability() throws {
    let relaxed = EnvironmentOptions(durability: .relaxed, tables: ["texts"])
    try withStore(relaxed) { store in
      try store.change { try $0.put(texts, "a", "1") }
      let full = try Environment.open(at: store.path, EnvironmentOptions(durability: .full))
      defer { full.close() }
      try store.change { try $0.put(texts, "b", "2") }
      #expect(try store.read { try $0.count(texts) } == 2)
    }
  }

  @Test("An attachment is made once, shared, and let go when the environment closes")
  func attachment() throws {
    final class Counter: Sendable {}
    weak var watched: Counter?
    try withTemporaryDirectory { directory in
      let store = try Environment.open(at: directory + "/s")
      #expect(throws: TestFailure.self) {
        try store.attachment { () throws -> Counter in throw TestFailure() }
      }
      let first = store.attachment { Counter() }
      watched = first
      #expect(store.attachment { Counter() } === first)
      let other = try Environment.open(at: directory + "/s")
      other.close()
      #expect(store.attachment { Counter() } === first)
      store.close()
    }
    #expect(watched == nil)
  }

  @Test("Many threads open and close one store at once")
  func manyThreads() throws {
    try withTemporaryDirectory { directory in
      try onThreads(8) { index in
        for round in 0..<5 {
          let store = try Environment.open(
            at: directory + "/store", EnvironmentOptions(tables: ["texts"]))
          try store.change { try $0.put(texts, "\(index)-\(round)", "x") }
          store.close()
        }
      }
      let store = try Environment.open(
        at: directory + "/store", EnvironmentOptions(tables: ["texts"]))
      defer { store.close() }
      #expect(try store.read { try $0.count(texts) } == 40)
    }
  }

  @Test("Several processes make one store at once")
  func manyProcesses() throws {
    try withTemporaryDirectory { directory in
      let probes = try (0..<4).map { _ in try ProcessRunner("put", directory + "/store") }
      for probe in probes { #expect(probe.finish() == ["ok 1", "ok 1"]) }
    }
  }
}
