import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// Another file in the store's place, which everybody follows to.
@Suite struct ShrinkingTests {
  private func size(_ store: SettingsStore) throws -> Int { try store.statistics().fileBytes }

  /// Enough to be dropped that the file gets smaller.
  private func fill(_ store: SettingsStore, _ count: Int = 300) throws {
    for index in 0..<count {
      try store.set("a", to: .data(Data(repeating: UInt8(index & 0xff), count: 4000)))
    }
    try store.set("b", to: 1)
  }

  private let relaxed = StoreConfiguration(durability: .relaxed)

  @Test func `the file is as small as what it holds, and every handle goes on with it`() throws {
    try withStore(relaxed) { store in
      try fill(store)
      let second = try SettingsStore(path: store.path, author: "bob", configuration: relaxed)
      let reader = try SettingsStore(
        path: store.path, author: "eve", configuration: StoreConfiguration(access: .readOnly))
      let carol = store.withAuthor("carol")
      defer {
        second.close()
        reader.close()
      }
      let (before, digest) = (try size(store), try store.digest)
      let result = try store.compact(keeping: .latest, shrinking: true)
      #expect(try size(store) < before / 10 && result.bytesAfter < result.bytesBefore / 10)
      #expect(try store.commit(at: 301).digest == digest)
      for handle in [store, second, reader, carol] {
        #expect(handle["b"] == 1 && handle.revision == 302)
        #expect(try size(handle) == size(store))
      }
      try second.set("b", to: 2)
      #expect(store["b"] == 2 && reader["b"] == 2 && carol["b"] == 2)
      try carol.set("b", to: 3)
      #expect(second["b"] == 3)
      #expect(try store.log().map(\.author) == ["carol", "bob", "alice", "alice"])
      try second.shrink()
      try store.set("b", to: 4)
      #expect(second["b"] == 4 && reader["b"] == 4)
      try second.verify()
      let remains = try FileManager.default.contentsOfDirectory(atPath: store.path)
      #expect(remains.sorted() == ["data.mdb", "lock.mdb"])
    }
  }

  @Test func `a compaction whose file cannot be made smaller says that it was recorded`() throws {
    try withStore(relaxed) { store in
      try fill(store, 5)
      try FileManager.default.createDirectory(
        atPath: store.path + "/data.mdb.next", withIntermediateDirectories: false)
      let error = settingsError { try store.compact(keeping: .latest, shrinking: true) }
      #expect(error?.stateLeft == .recorded)
      #expect(try store.compactedRevision == 5 && store["b"] == 1)
      #expect(settingsError { try store.shrink() }?.stateLeft == .unchanged)
    }
  }

  @Test func `permissions stay with the file`() throws {
    try withStore(relaxed) { store in
      try fill(store, 3)
      for file in ["data.mdb", "lock.mdb"] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o640], ofItemAtPath: store.path + "/" + file)
      }
      try store.shrink()
      for file in ["data.mdb", "lock.mdb"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: store.path + "/" + file)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
      }
    }
  }

  @Test func `streams go on with the new file, and lose nothing`() async throws {
    try await withStore(relaxed) { store in
      try fill(store, 5)
      let other = try SettingsStore(path: store.path, author: "bob", configuration: relaxed)
      defer { other.close() }
      var commits = other.commits(after: 5).makeAsyncIterator()
      var values = other.values(of: .counter).makeAsyncIterator()
      #expect(try await commits.next()?.revision == 6)
      #expect(await values.next() == 0)
      async let waiting: Void = {
        try await Task.sleep(for: .milliseconds(50))
        try await store.compact(keeping: .latest, shrinking: true)
        try await store.set(.counter, to: 1)
        try await store.set(.counter, to: 2)
      }()
      for revision in 7...9 as ClosedRange<UInt64> {
        #expect(try await commits.next()?.revision.rawValue == revision)
      }
      try await waiting
      #expect(await values.next() == 2)
      try await store.set(.counter, to: 3)
      #expect(await values.next() == 3)
      #expect(try await commits.next()?.revision == 10)
    }
  }

  @Test func `concurrent writers lose no commit to a swap`() async throws {
    try await withStore(relaxed) { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            let own = try SettingsStore(
              path: store.path, author: "w\(writer)",
              configuration: StoreConfiguration(durability: .relaxed))
            defer { own.close() }
            for _ in 0..<50 { try await own.commit { $0[.counter] += 1 } }
          }
        }
        group.addTask {
          for _ in 0..<10 { try store.shrink() }
        }
        try await group.waitForAll()
      }
      #expect(store[.counter] == 200 && store.revision == 200)
    }
  }

  @Test func `whoever shrinks a file that another has just replaced shrinks the new one`() throws {
    try withStore(relaxed) { store in
      try fill(store, 3)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<5 { #expect(throws: Never.self) { try store.shrink() } }
      }
      #expect(store["b"] == 1)
    }
  }

  @Test func `other processes follow to the new file, their streams too`() throws {
    try withStore { store in
      let child = try Child("follow", store.path)
      #expect(child.nextLine() == "ready")
      for index in 0..<5 {
        let mine = try store.set("x", to: .integer(Int64(index))).revision
        #expect(child.nextLine() == "\(mine)")
        try store.shrink()
        let count = store[.counter]
        for _ in 0..<30_000 where store[.counter] < count + 3 { usleep(1000) }
        #expect(store[.counter] >= count + 3)
      }
      child.kill()
    }
  }

  /// Leaves the store as a process that was killed in the middle of a swap does.
  private func interruptSwap(_ path: String, hasCopy: Bool, hasMark: Bool) throws {
    let environment = try Environment.open(at: path)
    defer { environment.close() }
    if hasCopy {
      try environment.copy(to: path + "/copy", compacting: true)
      try FileManager.default.moveItem(
        atPath: path + "/copy/data.mdb", toPath: path + "/data.mdb.next")
      try FileManager.default.removeItem(atPath: path + "/copy")
    }
    guard hasMark else { return }
    try environment.write { transaction -> Completion<Void> in
      try transaction.put(Table<String, [UInt8]>.main, "retired", environment.fileToken)
      return .commit(())
    }
  }

  @Test(arguments: [(true, true), (true, false), (false, true)], [true, false])
  func `whoever opens the store finishes a swap that was interrupted, or takes it back`(
    _ left: (hasCopy: Bool, hasMark: Bool), isOpen: Bool
  ) throws {
    try withDirectory { directory in
      let path = directory + "/store"
      let store = try SettingsStore(path: path, author: "alice")
      try store.set("a", to: 1)
      if !isOpen { store.close() }
      try interruptSwap(path, hasCopy: left.hasCopy, hasMark: left.hasMark)
      let next = try SettingsStore(path: path, author: "bob")
      defer {
        store.close()
        next.close()
      }
      #expect(next["a"] == 1)
      try next.set("a", to: 2)
      if isOpen {
        #expect(store["a"] == 2)
        try store.set("a", to: 3)
        #expect(next["a"] == 3)
      }
      try next.verify()
      let remains = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(remains.sorted() == ["data.mdb", "lock.mdb"])
    }
  }

  @Test func `a copy of a marked file is a store of its own`() throws {
    try withDirectory { directory in
      let path = directory + "/store"
      try SettingsStore(path: path, author: "alice").set("a", to: 1)
      try interruptSwap(path, hasCopy: true, hasMark: true)
      try FileManager.default.createDirectory(
        atPath: directory + "/copy", withIntermediateDirectories: false)
      try FileManager.default.copyItem(
        atPath: path + "/data.mdb", toPath: directory + "/copy/data.mdb")
      let copy = try SettingsStore(path: directory + "/copy", author: "bob")
      defer { copy.close() }
      try copy.set("a", to: 2)
      #expect(copy["a"] == 2)
    }
  }

  @Test func `a file that does not go on from the replaced one is not followed to`() throws {
    for isBackup in [false, true] {
      try withDirectory { directory in
        let path = directory + "/store"
        let store = try SettingsStore(path: path, author: "alice")
        defer { store.close() }
        try store.set("a", to: 1)
        if isBackup {
          try store.backup(to: directory + "/other")
        } else {
          let other = try SettingsStore(path: directory + "/other", author: "bob")
          for index in 2..<5 { try other.set("a", to: .integer(Int64(index))) }
          other.close()
        }
        try store.set("a", to: 1.5)
        try interruptSwap(path, hasCopy: false, hasMark: true)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        try FileManager.default.moveItem(atPath: directory + "/other", toPath: path)
        #expect(settingsError { try store.set("a", to: 9) }?.code == .storeReplaced)
        let other = try SettingsStore(path: path, author: "bob")
        defer { other.close() }
        #expect(other["a"] == (isBackup ? 1 : 4))
      }
    }
  }

  @Test func `a stream over a file that somebody has replaced ends with storeReplaced`()
    async throws
  {
    let directory = try makeDirectory()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/store"
    let store = try SettingsStore(path: path, author: "alice")
    defer { store.close() }
    try await store.set("a", to: 1)
    var commits = store.commits(after: 1).makeAsyncIterator()
    var values = store.values(of: .counter).makeAsyncIterator()
    #expect(await values.next() == 0)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    let other = try SettingsStore(path: path, author: "bob")
    defer { other.close() }
    try await other.set("a", to: 2)
    do throws(SettingsError) {
      let commit = try await commits.next(isolation: #isolation)
      Issue.record("there was a commit: \(String(describing: commit))")
    } catch {
      #expect(error.code == .storeReplaced)
    }
    #expect(await values.next() == nil)
  }
}
