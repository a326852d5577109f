import EventLog
import Foundation
import SettingsLedger
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamProcessTests {
  @Test func `every commit of other processes comes in order, once, with its author`() async throws
  {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    let children = try ["one", "two"].map { try Child("count", path, $0) }
    var expected: UInt64 = 0
    var authors: [String: Int] = [:]
    for try await commit in store.commits(after: 0) {
      expected += 1
      #expect(commit.revision.rawValue == expected)
      #expect(commit.origin == store.origin)
      authors[commit.author, default: 0] += 1
      if expected == 1200 { break }
    }
    for child in children { #expect(child.wait() == 0) }
    #expect(authors == ["one": 600, "two": 600])
    store.close()
  }

  @Test func `a watcher of one key gets both of two quick changes`() async throws {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    try await store.set("k", to: "zero")
    let changes = store.changes(of: "k")
    let seen = Task {
      try await first(3, of: changes).map { [$0.old ?? "", $0.new ?? ""] }
    }
    try await untilWaiting(1, store)
    #expect(try Child("quick", path).wait() == 0)
    #expect(try await seen.value == [["zero", "one"], ["one", "two"], ["two", "three"]])
    store.close()
  }

  @Test func `values reach the newest of what another process writes`() async throws {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    let child = try Child("count", path, "one")
    var last = -1
    for await value in store.values(of: .counter) {
      #expect(value > last)
      last = value
      if value == 300 { break }
    }
    #expect(child.wait() == 0)
    store.close()
  }

  @Test func `hidden names reach what another process hides and shows`() async throws {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    let child = try Child("hide", path, "h")
    let expected = Set(stride(from: 0, to: 50, by: 2).map { "h\($0)".asName })
    let hidden: HiddenNamesSequence = store.hiddenNames()
    for await names in hidden where names == expected { break }
    #expect(child.wait() == 0)
    store.close()
  }

  @Test func `streams of a prefix and of everything get another process's changes`() async throws {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    async let some = first(300, of: store.changes(prefix: "one.", after: 0))
    async let all = first(1200, of: store.changes(after: 0))
    let children = try ["one", "two"].map { try Child("count", path, $0) }
    #expect(
      try await some.map(\.new) == (0..<300 as Range<Int64>).map { .integer($0) })
    let positions = try await all.map(\.position.revision.rawValue)
    #expect(positions == Array(1...1200))
    for child in children { #expect(child.wait() == 0) }
    store.close()
  }

  @Test func `streams end while another process writes: cancelled, dropped, or closed`()
    async throws
  {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    let other = try SettingsStore(path: path, author: "other")
    let ledger = try Ledger.open(at: path, LedgerOptions(access: .openExisting))
    let child = try Child("loop", path)
    func follow(_ store: SettingsStore) -> Task<UInt64, any Error> {
      Task {
        var expected: UInt64 = 0
        for try await commit in store.commits(after: 0) {
          expected += 1
          #expect(commit.revision.rawValue == expected)
        }
        return expected
      }
    }
    let (cancelled, closed) = (follow(store), follow(other))
    _ = try await first(20, of: store.commits(after: 0))
    cancelled.cancel()
    #expect(try await cancelled.value > 0)
    other.close()
    #expect(try await closed.value > 0)
    #expect(!ledger.isWatching)
    child.kill()
    ledger.close()
    store.close()
  }

  @Test func `pairs that another process commits are never torn, also when it is killed`()
    async throws
  {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    let (a, b) = (SettingKey("a", default: 0), SettingKey("b", default: 0))
    for _ in 0..<3 {
      let child = try Child("loop", path)
      let begin = store[a]
      for await (one, two) in store.values(of: a, b) {
        #expect(one == two)
        if one >= begin + 50 { break }
      }
      child.kill()
    }
    // What was killed in the middle does not keep the stream from what comes next.
    let revision = store.revision
    try await store.set("after", to: 1)
    let commits = try await first(1, of: store.commits(after: revision))
    #expect(commits.first.map { $0.revision > revision } == true)
    store.close()
  }

  @Test func `twenty thousand commits of two writers reach a sleepy consumer`() async throws {
    let groups = max(1, (Stress.rounds + 399) / 400)
    let total = UInt64(groups * 400)
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for author in ["one", "two"] {
          let writer = store.withAuthor(author)
          group.addTask {
            for round in 0..<groups { try await writeGroup(of: 200, round, author, writer) }
          }
        }
        group.addTask {
          var generator = SplitMix(seed: Stress.seed)
          var expected: UInt64 = 0
          for try await commit in store.commits(after: 0) {
            expected += 1
            guard commit.revision.rawValue == expected, commit.events.count == 2 else {
              Issue.record("revision \(commit.revision) instead of \(expected)")
              return
            }
            if generator.next() % 500 == 0 { try await Task.sleep(for: .milliseconds(5)) }
            if expected == total { break }
          }
        }
        try await group.waitForAll()
      }
      #expect(store.revision.rawValue == total)
    }
  }
}

/// What Tools/stress-streams asks for.
private enum Stress {
  static let rounds = number("STREAM_ROUNDS") ?? 20_000
  static let seed = UInt64(number("STREAM_SEED") ?? 4)

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}

/// Commits pairs, so many at once.
private func writeGroup(
  of size: Int, _ round: Int, _ author: String, _ store: SettingsStore
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in 0..<size {
      group.addTask {
        try await store.commit { draft in
          draft["\(author).\(index)".asName] = .integer(Int64(round))
          draft["\(author).twin.\(index)".asName] = .integer(Int64(round))
        }
      }
    }
    try await group.waitForAll()
  }
}
