import SettingsLedger
import Testing

extension StreamTests {
  /// More names than a stream remembers: it looks the others up.
  @Test func `changes of very many names tell what was before, round for round`() async throws {
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      let names = try (0..<4500).map { try SettingName("n\($0)") }
      for round in 0..<3 as Range<Int64> {
        for start in stride(from: 0, to: names.count, by: 300) {
          try await store.commit { draft in
            for name in names[start..<start + 300] { draft[name] = .integer(round) }
          }
        }
      }
      var iterator = store.changes(after: 0).makeAsyncIterator()
      for round in 0..<3 as Range<Int64> {
        for name in names {
          let change = try #require(try await iterator.next(isolation: #isolation))
          #expect(change.event == SettingsEvent(name, .set(.integer(round))))
          #expect(change.old == (round == 0 ? nil : .integer(round - 1)))
        }
      }
    }
  }

  @Test func `what a slow stream has read, it tells, though a compaction drops it`() async throws {
    try await withStore { store in
      for value in 1...5 as ClosedRange<Int64> {
        try await store.commit { draft in
          draft["a"] = .integer(value)
          draft[try SettingName("b\(value)")] = .integer(value)
        }
      }
      var iterator = store.changes(after: 0).makeAsyncIterator()
      #expect(try await iterator.next(isolation: #isolation)?.position.revision == 1)
      try await store.compact(keeping: .latest)
      var values: [SettingValue?] = []
      for _ in 2...10 {
        values.append(try await iterator.next(isolation: #isolation)?.new)
      }
      #expect(values == [1, 2, 2, 3, 3, 4, 4, 5, 5])
    }
  }
}
