import SettingsLedger
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct ValueStreamTests {
  @Test func `the current value comes first, then the newest; equal ones are not repeated`()
    async throws
  {
    try await withStore { store in
      var iterator = store.values(of: .fontSize).makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == 13)
      try await store.set(.fontSize, to: 13)  // the default, now stored: the same value
      try await store.set("editor.fontSize", to: .integer(13))  // the same number in another kind
      try await store.set("other", to: 1)
      try await store.set(.fontSize, to: 14)
      try await store.set(.fontSize, to: 15)
      #expect(await iterator.next(isolation: #isolation) == 15)
      try await store.reset(.fontSize)
      #expect(await iterator.next(isolation: #isolation) == 13)
    }
  }

  @Test func `a value of another type reads as the default and is reported`() async throws {
    let faults = Mutex<[SettingsError.Code]>([])
    let configuration = StoreConfiguration(faultHandler: { fault in
      faults.withLock { $0.append(fault.code) }
    })
    try await withStore(configuration) { store in
      try await store.set(.counter, to: 5)
      var iterator = store.values(of: .counter).makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == 5)
      try await store.set("counter", to: "text")
      #expect(await iterator.next(isolation: #isolation) == 0)
      #expect(faults.withLock { $0 } == [.typeMismatch])
      try await store.set(.counter, to: 6)
      #expect(await iterator.next(isolation: #isolation) == 6)
    }
  }

  @Test func `registering a default wakes those who follow the value`() async throws {
    try await withStore { store in
      let values = Task {
        var iterator = store.values(of: .fontSize).makeAsyncIterator()
        var values: [Double] = []
        while values.last != 20, let next = await iterator.next(isolation: #isolation) {
          values.append(next)
        }
        return values
      }
      try await untilWaiting(1, store)
      store.registerDefaults(["editor.fontSize": 20])
      #expect(await values.value == [13, 20])
    }
  }

  @Test func `several values are never torn, and the last ones are the store's`() async throws {
    let (a, b, c) = (
      SettingKey("a", default: 0), SettingKey("b", default: 0.0), SettingKey("c", default: "0")
    )
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      let writer = Task {
        for index in 1...2000 {
          _ = try await store.commit { draft in
            draft[a] = index
            draft[b] = Double(index)
            draft[c] = String(index)
          }
        }
      }
      var last = -1
      for await (one, two, three) in store.values(of: a, b, c) {
        #expect(Double(one) == two && String(one) == three && one > last)
        last = one
        if one == 2000 { break }
      }
      try await writer.value
      #expect(last == store[a])
    }
  }

  @Test func `hidden names: the current set, then the newest`() async throws {
    try await withStore { store in
      try await store.commit { $0.hide("a") }
      var iterator = store.hiddenNames().makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == ["a"])
      try await store.set("a", to: 1)
      try await store.commit { draft in
        draft.hide("b")
        draft.unhide("a")
      }
      #expect(await iterator.next(isolation: #isolation) == ["b"])
      let array = store.hiddenNames()
      #expect(array == ["b"])
    }
  }

  @Test func `a stream of values ends when the store is closed or the task cancelled`() async throws
  {
    let store = try SettingsStore.temporary()
    do {
      func follow() -> Task<Int, Never> {
        Task {
          var count = 0
          for await _ in store.values(of: .counter) { count += 1 }
          return count
        }
      }
      let cancelled = follow()
      try await untilWaiting(1, store)
      cancelled.cancel()
      #expect(await cancelled.value == 1)
      let closing = follow()
      try await untilWaiting(1, store)
      store.close()
      #expect(await closing.value == 1)
      let closed = store.values(of: .counter)
      var iterator = closed.makeAsyncIterator()
      #expect(await iterator.next(isolation: #isolation) == nil)
    }
  }
}
