import Foundation
import LMDBKit
import Testing

@Suite("Damaged and replaced files")
struct DamageTests {
  /// A closed store with some pages in it.
  private func withClosedStore(_ body: (_ directory: String, _ file: String) throws -> Void) throws
  {
    try withStore { store in
      try store.change { transaction in
        for index in 0..<200 { try transaction.put(texts, "key\(index)", "value\(index)") }
      }
      store.close()
      try body(store.path, store.path + "/data.mdb")
    }
  }

  private func reopen(_ directory: String) throws {
    let store = try Environment.open(at: directory, EnvironmentOptions(tables: ["texts"]))
    defer { store.close() }
    _ = try store.read { try $0.count(texts) }
  }

  @Test(
    "A file shorter than its meta pages say is refused", arguments: [0, 100, 4096, 8192, 12288])
  func truncated(bytes: UInt64) throws {
    try withClosedStore { directory, file in
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.truncate(atOffset: bytes)
      try handle.close()
      let expected: LMDBError.Code = bytes == 0 || bytes >= 8192 ? .truncated : .notADatabase
      let error = failure(expected) { try reopen(directory) }
      #expect(error?.path == file)
    }
  }

  @Test("A file cut by one page is refused")
  func cutByOnePage() throws {
    try withClosedStore { directory, file in
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.truncate(atOffset: try handle.seekToEnd() - 4096)
      try handle.close()
      expect(.truncated) { try reopen(directory) }
    }
  }

  @Test("A file of something else is refused and not changed")
  func garbage() throws {
    try withClosedStore { directory, file in
      let text = Data(String(repeating: "not a database ", count: 2000).utf8)
      try text.write(to: URL(fileURLWithPath: file))
      expect(.notADatabase) { try reopen(directory) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
    }
  }

  @Test("A file of another format version is refused")
  func otherVersion() throws {
    try withClosedStore { directory, file in
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.seek(toOffset: 20)
      handle.write(Data([9]))
      try handle.close()
      expect(.versionMismatch) { try reopen(directory) }
    }
  }

  @Test("A file where the directory should be is refused")
  func fileForDirectory() throws {
    try withTemporaryDirectory { directory in
      try Data([1]).write(to: URL(fileURLWithPath: directory + "/store"))
      expect(.notADirectory) { try reopen(directory + "/store") }
    }
  }

  @Test("A directory where the file should be is refused")
  func directoryForFile() throws {
    try withTemporaryDirectory { directory in
      try FileManager.default.createDirectory(
        atPath: directory + "/data.mdb", withIntermediateDirectories: false)
      expect(.isADirectory) { try reopen(directory) }
    }
  }

  @Test("A new file is byte for byte what the C library makes")
  func blankFile() throws {
    try withTemporaryDirectory { directory in
      try Environment.open(at: directory).close()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: directory + "/data.mdb"))
      let page = bytes.count / 2
      let fields: [Int: [UInt8]] = [
        10: [8], 16: [0xDE, 0xC0, 0xEF, 0xBE, 1], 34: [0x10], 40: [0, UInt8(page >> 8)], 44: [8],
        80: [UInt8](repeating: 255, count: 8), 128: [UInt8](repeating: 255, count: 8), 136: [1],
      ]
      for number in 0..<2 {
        var expected = [UInt8](repeating: 0, count: page)
        expected[0] = UInt8(number)
        for (offset, value) in fields {
          expected.replaceSubrange(offset..<offset + value.count, with: value)
        }
        #expect([UInt8](bytes[number * page..<(number + 1) * page]) == expected)
      }
    }
  }

  @Test("A healthy file may end before its last page, and is told from a cut one")
  func healthyShortFile() throws {
    try withStore { store in
      // Pages that one transaction takes at the end and gives back are never written. A reader
      // that pins the old pages makes transactions take new ones.
      var random = SplitMix(seed: 12)
      var shortOnes = 0
      for _ in 0..<12 {
        try store.read { _ in
          try onAnotherThread { [seed = random.next()] in
            var random = SplitMix(seed: seed)
            for _ in 0..<6 { try churn(store, &random) }
          }
        }
        let copy = store.path + "-\(shortOnes)"
        let file = store.path + "/data.mdb"
        let statistics = try store.statistics()
        guard statistics.fileBytes < statistics.usedPages * statistics.pageSize else { continue }
        shortOnes += 1
        try FileManager.default.createDirectory(
          atPath: copy, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: file, toPath: copy + "/data.mdb")
        try reopen(copy)
        let handle = try #require(FileHandle(forWritingAtPath: copy + "/data.mdb"))
        try handle.truncate(atOffset: UInt64(statistics.fileBytes / 2 / 4096 * 4096))
        try handle.close()
        expect(.truncated) { try reopen(copy) }
      }
      #expect(shortOnes > 0)
    }
  }

  /// One transaction that puts many entries of mixed sizes and then deletes many.
  private func churn(_ store: Environment, _ random: inout SplitMix) throws {
    try store.change { transaction in
      for step in 0..<300 {
        let key = "k\(random.next() % 500)"
        if step < 150 {
          let size = random.next() % 10 == 0 ? random.next() % 30_000 : random.next() % 900
          try transaction.put(data, key, [UInt8](repeating: 1, count: Int(size)))
        } else {
          try transaction.delete(data, key)
        }
      }
    }
  }

  @Test("A commit into a file that the path no longer names is not acknowledged")
  func replaced() throws {
    try withStore { store in
      #expect(store.namesItsFile())
      let moved = store.path + "/moved.mdb"
      try FileManager.default.moveItem(atPath: store.path + "/data.mdb", toPath: moved)
      #expect(!store.namesItsFile())
      expect(.storeReplaced) { try store.change { try $0.put(texts, "key", "value") } }
      try FileManager.default.copyItem(atPath: moved, toPath: store.path + "/data.mdb")
      expect(.storeReplaced) { try reopen(store.path) }
      store.close()
      try reopen(store.path)
    }
  }
}

/// A small random generator whose seed makes a test repeatable.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
