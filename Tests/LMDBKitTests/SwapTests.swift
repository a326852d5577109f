import Foundation
import LMDBKit
import Testing

@Suite("Another file in the data file's place")
struct SwapTests {
  private func bytes(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
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
