import LMDBKit
import Testing

@Suite("Several processes")
struct ProcessTests {
  @Test("The slots of killed readers are freed, and their pages used again")
  func killedReader() throws {
    try withStore { store in
      let readers = try (0..<3).map { _ in try ProcessRunner("hold-read", store.path) }
      for reader in readers { try reader.waitUntilReady() }
      for reader in readers { reader.kill() }
      #expect(try store.clearStaleReaders() == 3)
      #expect(try store.clearStaleReaders() == 0)
    }
  }

  @Test("Opening frees the slots of killed readers")
  func killedReaderAtOpening() throws {
    try withStore { store in
      let reader = try ProcessRunner("hold-read", store.path)
      try reader.waitUntilReady()
      reader.kill()
      let before = try store.statistics().readersInUse
      #expect(try ProcessRunner("clear", store.path).finish() == ["ok 0"])
      #expect(try store.statistics().readersInUse == before - 1)
    }
  }

  @Test("When dead readers hold every slot, a read frees them and goes on")
  func readersFullOfDead() throws {
    let options = EnvironmentOptions(maxReaders: 4, tables: ["texts"])
    try withStore(options) { store in
      let readers = try (0..<3).map { _ in try ProcessRunner("hold-read", store.path) }
      for reader in readers { try reader.waitUntilReady() }
      for reader in readers { reader.kill() }
      try store.read { _ in
        try store.read { _ in
          try store.read { (_) throws in #expect(try store.statistics().readersInUse == 4) }
        }
      }
    }
  }

  @Test("When living readers hold every slot, a read fails, and works when one has ended")
  func readersFull() throws {
    try withStore(EnvironmentOptions(maxReaders: 3, tables: ["texts"])) { store in
      try store.read { _ in
        try store.read { _ in
          try store.read { _ in
            expect(.readersFull) { try store.read { _ in } }
          }
          try store.read { _ in }
        }
      }
    }
  }

  @Test("A writer that is killed leaves nothing behind and blocks nobody")
  func killedWriter() throws {
    try withStore { store in
      let writer = try ProcessRunner("hold-write", store.path)
      try writer.waitUntilReady()
      writer.kill()
      try store.change { try $0.put(texts, "key", "value") }
      #expect(try store.text("key") == "value")
      #expect(try store.read { try $0.count(data) } == 0)
    }
  }

  @Test("A reader of another process keeps its view and then sees what was committed")
  func foreignReader() throws {
    try withStore { store in
      let reader = try ProcessRunner("hold-read", store.path)
      try reader.waitUntilReady()
      try store.change { try $0.put(data, "key", [1]) }
      #expect(reader.finish() == ["ok 0 0", "ok 1"])
    }
  }

  @Test("A forked child is refused everywhere, and its parent goes on")
  func fork() throws {
    try withTemporaryDirectory { directory in
      let probe = try ProcessRunner("fork", directory + "/store")
      #expect(probe.finish() == ["ok 7 1"])
    }
  }
}
