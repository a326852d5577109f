import SettingsLedger
import Testing

@Suite struct ConcurrencyTests {
  @Test func `tasks that write at the same time each get their own commit`() async throws {
    try await withStore { store in
      let revisions = try await withThrowingTaskGroup(of: Revision.self) { group in
        for index in 0..<200 {
          group.addTask {
            try await store.commit { draft in
              draft[.counter] += 1
              draft[try "k\(index)".name] = .integer(Int64(index))
            }.revision
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(store[.counter] == 200)
      #expect(Set(revisions).count == 200)
      #expect(store.revision == 200)
    }
  }

  @Test func `a task that throws does not disturb the others of its group`() async throws {
    struct Oops: Error {}
    try await withStore { store in
      let failures = await withTaskGroup(of: Bool.self) { group in
        for index in 0..<60 {
          group.addTask {
            do {
              try await store.commit { draft in
                draft[.counter] += 1
                if index % 3 == 0 { throw Oops() }
              }
              return false
            } catch { return error is Oops }
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(failures == 20)
      #expect(store[.counter] == 40)
      #expect(store.revision == 40)
    }
  }

  @Test func `threads that read while others write see every commit whole`() async throws {
    try await withStore { store in
      let torn = await withTaskGroup(of: Int.self) { group in
        group.addTask {
          for index in 0..<300 {
            _ = try? await store.commit { draft in
              for name in ["a", "b", "c"] as [SettingName] { draft[name] = .integer(Int64(index)) }
            }
          }
          return 0
        }
        group.addTask {
          var torn = 0
          for _ in 0..<2000 {
            guard let snapshot = try? store.snapshot() else { continue }
            if snapshot["a"] != snapshot["b"] || snapshot["b"] != snapshot["c"] { torn += 1 }
          }
          return torn
        }
        return await group.reduce(0, +)
      }
      #expect(torn == 0)
      let log = try store.log()
      #expect(log.allSatisfy { $0.events.count == 3 })
    }
  }

  @Test func `a write begun inside a write is refused, into any store`() throws {
    try withStore { store in
      try withStore { other in
        try store.commit { draft in
          draft["a"] = 1
          #expect(settingsError { try store.set("b", to: 1) }?.code == .nestedWrite)
          #expect(settingsError { try other.set("b", to: 1) }?.code == .nestedWrite)
        }
        #expect(store["a"] == 1 && store["b"] == nil && other["b"] == nil)
      }
    }
  }

  @Test func `a cancelled task either records or throws that it was cancelled`() async throws {
    try await withStore { store in
      let task = Task { try await store.set("k", to: 1) }
      task.cancel()
      do {
        _ = try await task.value
        #expect(store["k"] == 1)
      } catch let error as SettingsError {
        #expect(error.code == .cancelled)
        #expect(store["k"] == nil)
      }
    }
  }
}
