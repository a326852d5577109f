import Foundation
import LMDBKit
import Testing

@Suite("Another file in the data file's place")
struct SwapTests {
  private func bytes(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
  }

  @Test("A missing lock file is made whole, for as many readers as were asked for")
  func missingLock() throws {
    try withTemporaryDirectory { directory in
      let options = EnvironmentOptions(maxReaders: 40, tables: ["texts"])
      let path = directory + "/store"
      try Environment.open(at: path, options).close()
      try FileManager.default.removeItem(atPath: path + "/lock.mdb")
      let store = try Environment.open(at: path, options)
      defer { store.close() }
      #expect(try store.statistics().maxReaders == 40)
      #expect(try bytes(path + "/lock.mdb") == 42 * 64)
      #expect(try permissions(path + "/lock.mdb") == 0o600)
      let files = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(files.sorted() == ["data.mdb", "lock.mdb"])
    }
  }

  @Test("All that a swap needs is there before the mark, and nothing is left when that fails")
  func failingMark() throws {
    try withStore { store in
      try store.change { try $0.put(texts, "key", "value") }
      let next = ["/data.mdb.next", "/lock.mdb.next"].map { store.path + $0 }
      let exist = { next.map { FileManager.default.fileExists(atPath: $0) } }
      expect(.diskFull) {
        try store.swapForCompactCopy {
          try store.write { _ -> Completion<Void> in
            try store.copyForSwap()
            #expect(exist() == [true, true])
            // A hole would have to be filled later, through the map, where the disk may be full by then.
            #expect(try bytes(store.path + "/lock.mdb.next") == bytes(store.path + "/lock.mdb"))
            throw LMDBError(.diskFull, operation: "put", path: store.path)
          }
        }
      }
      #expect(exist() == [false, false])
      try store.change { try $0.put(texts, "key", "later") }
      #expect(try store.text("key") == "later")
    }
  }
}
