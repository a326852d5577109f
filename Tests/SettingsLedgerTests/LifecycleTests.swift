import Foundation
import SettingsLedger
import Testing

@Suite struct LifecycleTests {
  @Test func `values and history survive reopening, before and after a checkpoint`() throws {
    for count in [3, 700] {
      try withDirectory { directory in
        let path = directory + "/store"
        var digest: Digest?
        do {
          let store = try SettingsStore(path: path, author: "alice")
          for index in 0..<count {
            try store.set("k\(index % 5)".name, to: .integer(Int64(index)))
          }
          digest = try store.digest
          store.close()
        }
        let store = try SettingsStore(path: path, author: "bob")
        #expect(store.revision.rawValue == UInt64(count))
        #expect(try store.digest == digest)
        #expect(store["k2"] == .integer(Int64(count - 1 - (count - 3) % 5)))
        #expect(try store.verify().head.revision == store.revision)
      }
    }
  }

  @Test func `a handle for reading only does not write through another handle's opening`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let writer = try SettingsStore(path: path, author: "a")
      let reader = try SettingsStore(
        path: path, author: "b", configuration: StoreConfiguration(access: .readOnly))
      #expect(settingsError { try reader.set("x", to: 1) }?.code == .readOnly)
      #expect(settingsError { try reader.rebuild() }?.code == .readOnly)
      try writer.set("x", to: 2)
      #expect(reader["x"] == 2 && reader.revision == 1)
    }
  }

  @Test func `a closed store throws, and its subscripts give defaults`() throws {
    try withDirectory { directory in
      let store = try SettingsStore(path: directory + "/s", author: "a")
      try store.set(.fontSize, to: 20)
      let other = store.withAuthor("b")
      store.close()
      store.close()
      #expect(store[.fontSize] == 13 && other[.fontSize] == 13)
      #expect(settingsError { try other.set("a", to: 1) }?.code == .closed)
      #expect(settingsError { _ = try store.value(of: .fontSize) }?.code == .closed)
      #expect(settingsError { _ = try store.history(of: "a") }?.code == .closed)
    }
  }

  @Test func `two openings in one process are one store, and closing one leaves the other`() throws
  {
    try withDirectory { directory in
      let link = directory + "/link"
      let first = try SettingsStore(path: directory + "/s", author: "a")
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: directory + "/s")
      let second = try SettingsStore(path: link, author: "b")
      try first.set("x", to: 1)
      #expect(second["x"] == 1)
      first.close()
      try second.set("x", to: 2)
      #expect(second["x"] == 2)
      try second.verify()
    }
  }

  @Test func `a path that holds no store is an error that makes nothing`() throws {
    try withDirectory { directory in
      let path = directory + "/missing"
      let existing = StoreConfiguration(access: .existing)
      let readOnly = StoreConfiguration(access: .readOnly)
      for configuration in [existing, readOnly] {
        let error = settingsError {
          _ = try SettingsStore(path: path, author: "a", configuration: configuration)
        }
        #expect(error?.code == .storeMissing)
        #expect(error?.description.contains("missing") == true)
      }
      #expect(!FileManager.default.fileExists(atPath: path))
      let file = directory + "/file"
      try Data("x".utf8).write(to: URL(filePath: file))
      #expect(
        settingsError { _ = try SettingsStore(path: file, author: "a") }?.code == .notAStore)
      #expect(try Data(contentsOf: URL(filePath: file)) == Data("x".utf8))
    }
  }

  @Test func `a read-only store reads, follows, and refuses to write`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let writer = try SettingsStore(path: path, author: "a")
      try writer.set("x", to: 1)
      writer.close()
      let reader = try SettingsStore(
        path: path, author: "b", configuration: StoreConfiguration(access: .readOnly))
      #expect(reader["x"] == 1)
      #expect(settingsError { try reader.set("x", to: 2) }?.code == .readOnly)
      try reader.verify()
    }
  }

  @Test func `a damaged store is a typed error, and its bytes are kept`() throws {
    let damages: [(String, (inout Data) -> Void)] = [
      ("cut in half", { $0.removeLast($0.count / 2) }),
      ("zeroed", { $0 = Data(count: $0.count) }),
      ("emptied", { $0 = Data() }),
      ("garbage", { $0 = Data((0..<$0.count).map { UInt8(truncatingIfNeeded: $0 &* 31) }) }),
    ]
    for (name, damage) in damages {
      try withDirectory { directory in
        let path = directory + "/s"
        let store = try SettingsStore(path: path, author: "a")
        for index in 0..<300 { try store.set("k\(index)".name, to: .string(name)) }
        store.close()
        let file = URL(filePath: path + "/data.mdb")
        var data = try Data(contentsOf: file)
        damage(&data)
        try data.write(to: file)
        let error = settingsError { _ = try SettingsStore(path: path, author: "a") }
        #expect(
          [.damaged, .notAStore].contains(error?.code), "\(name): \(String(describing: error))")
        #expect(try Data(contentsOf: file) == data, "\(name)")
      }
    }
  }

  @Test func `a file that was removed while open is never written to`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "a")
      try store.set("x", to: 1)
      try FileManager.default.removeItem(atPath: path + "/data.mdb")
      #expect(settingsError { try store.set("x", to: 2) }?.code == .storeReplaced)
      #expect(settingsError { try store.set("x", to: 1) }?.code == .storeReplaced)
    }
  }

  @Test func `a temporary store is gone when it is closed`() throws {
    let store = try SettingsStore.temporary(values: ["editor.fontSize": 15])
    #expect(store[.fontSize] == 15)
    #expect(FileManager.default.fileExists(atPath: store.path))
    store.close()
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  @Test func `a backup is a store of its own with the same digest`() throws {
    try withDirectory { directory in
      let store = try SettingsStore(path: directory + "/s", author: "a")
      for index in 0..<20 { try store.set("k", to: .integer(Int64(index))) }
      try store.backup(to: directory + "/copy")
      try store.set("k", to: "later")
      let copy = try SettingsStore(path: directory + "/copy", author: "b")
      #expect(copy["k"] == 19)
      #expect(try copy.verify().head.digest == store.commit(at: 20).digest)
      #expect(throws: SettingsError.self) { try store.backup(to: directory + "/copy") }
    }
  }

  @Test func `a whole log copies into an empty store with the same digest`() throws {
    try withDirectory { directory in
      let store = try SettingsStore(path: directory + "/s", author: "a")
      for index in 0..<600 { try store.set("k\(index % 3)".name, to: .integer(Int64(index))) }
      let copy = try SettingsStore(path: directory + "/copy", author: "b")
      var log = LogImport()
      for record in try store.records(after: 0, limit: 1000) { try log.append(record.bytes) }
      let head = try copy.importLog(log)
      #expect(try head.digest == store.digest)
      #expect(copy["k2"] == 599)
      #expect(copy.origin != store.origin)
      let commit = try #require(try copy.set("k1", to: "new").commit)
      #expect(commit.origin == copy.origin)
      #expect(try copy.commit(at: 5).origin == store.origin)
      try copy.verify()
      #expect(settingsError { try copy.importLog(log) }?.code == .notEmpty)
      #expect(settingsError { try log.append([1]) }?.code == .damaged)
    }
  }

  @Test func `a small map grows by itself, and its limit is a typed error`() throws {
    try withDirectory { directory in
      let store = try SettingsStore(
        path: directory + "/s", author: "a",
        configuration: StoreConfiguration(initialMapSize: 1 << 20, mapLimit: 4 << 20))
      let value = SettingValue.data(Data(count: 100_000))
      var written = 0
      var failure: SettingsError?
      for index in 0..<100 {
        let name = try "k\(index)".name
        do throws(SettingsError) {
          try store.set(name, to: value)
          written += 1
        } catch {
          failure = error
          break
        }
      }
      #expect(written > 10)
      #expect(failure?.code == .mapFull)
      #expect(store.revision.rawValue == UInt64(written))
      #expect(store["k0"] == value)
      try store.verify()
    }
  }
}

extension String {
  var name: SettingName { get throws { try SettingName(self) } }
}
