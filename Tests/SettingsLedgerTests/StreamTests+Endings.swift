import EventLog
import Foundation
import LMDBKit
import SettingsLedger
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamEndingTests {
  @Test func `cancelling the task ends the stream while it waits`() async throws {
    try await withStore { store in
      let task = Task {
        var count = 0
        for try await _ in store.commits(after: 0) { count += 1 }
        return count
      }
      try await untilWaiting(1, store)
      task.cancel()
      #expect(try await task.value == 0)
      let late = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await first(1, of: store.commits(after: 0)).count
      }
      late.cancel()
      #expect(try await late.value == 0)
    }
  }

  @Test func `closing the store ends its streams, and those of no other handle`() async throws {
    let directory = try makeDirectory()
    let path = directory + "/s"
    let (one, two) = (
      try SettingsStore(path: path, author: "a"), try SettingsStore(path: path, author: "b")
    )
    func follow(_ store: SettingsStore) -> Task<Int, any Error> {
      Task {
        var count = 0
        for try await _ in store.changes() {
          count += 1
          if count == 2 { break }
        }
        return count
      }
    }
    let (ends, stays) = (follow(one), follow(two))
    try await untilWaiting(2, two)
    one.close()
    #expect(try await ends.value == 0)
    try await two.set("k", to: 1)
    try await two.set("k", to: 2)
    #expect(try await stays.value == 2)
    var iterator = one.commits(after: 0).makeAsyncIterator()
    #expect(try await iterator.next(isolation: #isolation) == nil)
    two.close()
  }

  @Test func `the watcher runs from the first subscriber to the last`() throws {
    try withStore { store in
      let ledger = try Ledger.open(at: store.path, LedgerOptions(access: .openExisting))
      defer { ledger.close() }
      let sequence = store.commits(after: 0)
      #expect(!ledger.isWatching)
      do {
        let one = sequence.makeAsyncIterator()
        do {
          let two = store.values(of: .counter).makeAsyncIterator()
          withExtendedLifetime(two) { #expect(ledger.isWatching) }
        }
        withExtendedLifetime(one) { #expect(ledger.isWatching) }
      }
      #expect(!ledger.isWatching)
    }
  }

  @Test func `a store whose last handle is dropped stays open for its stream`() async throws {
    let directory = try makeDirectory()
    func makeStream() throws -> CommitSequence {
      let store = try SettingsStore(path: directory + "/s", author: "a")
      try store.set("k", to: 1)
      return store.commits(after: 0)
    }
    let stream = try makeStream()
    #expect(try await first(1, of: stream).first?.revision == 1)
  }

  @Test func `a thousand subscribers each get every commit`() async throws {
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      let sums = try await withThrowingTaskGroup(of: UInt64.self) { group in
        for _ in 0..<1000 {
          group.addTask {
            var expected: UInt64 = 0
            for try await commit in store.commits(after: 0) {
              expected += 1
              guard commit.revision.rawValue == expected else { return 0 }
              if expected == 20 { break }
            }
            return expected
          }
        }
        try await untilWaiting(1000, store)
        for index in 0..<20 as Range<Int64> { try await store.set("k", to: .integer(index)) }
        return try await group.reduce(into: 0) { $0 += $1 }
      }
      #expect(sums == 20_000)
    }
  }

  @Test func `sleeping consumers hold no read transaction`() async throws {
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      for index in 0..<300 as Range<Int64> { try await store.set("k", to: .integer(index)) }
      var commits = store.commits(after: 0).makeAsyncIterator()
      var changes = store.changes(after: 0).makeAsyncIterator()
      _ = try await commits.next(isolation: #isolation)
      _ = try await changes.next(isolation: #isolation)
      // An old page that a reader could still see is not used again: the file would grow.
      let environment = try Environment.open(at: store.path)
      defer { environment.close() }
      let before = try environment.statistics().usedPages
      for index in 0..<2000 as Range<Int64> { try await store.set("k", to: .integer(index + 1000)) }
      let grown = try environment.statistics().usedPages - before
      #expect(grown < 500, "\(grown) pages")
      #expect(try await commits.next(isolation: #isolation)?.revision == 2)
      #expect(try await changes.next(isolation: #isolation)?.position.revision == 2)
    }
  }
}
