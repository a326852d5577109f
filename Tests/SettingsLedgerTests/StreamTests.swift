import EventLog
import SettingsLedger
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamTests {
  @Test func `commits come in order, once and whole, old ones first, then new ones`() async throws {
    try await withStore { store in
      for index in 0..<600 {
        try await store.commit { draft in
          draft["a"] = .integer(Int64(index))
          draft["b"] = .integer(Int64(index))
        }
      }
      var iterator = store.commits(after: 0).makeAsyncIterator()
      let writer = store.withAuthor("bob")
      let later = Task {
        for index in 0..<300 { try await writer.set("c", to: .integer(Int64(index))) }
      }
      for revision in 1...900 {
        let commit = try #require(try await iterator.next(isolation: #isolation))
        #expect(commit.revision.rawValue == UInt64(revision))
        #expect(commit.events.count == (revision <= 600 ? 2 : 1))
        #expect(commit == (try store.commit(at: commit.revision)))
      }
      try await later.value
    }
  }

  @Test func `a stream goes on from any revision, after the store was opened again too`()
    async throws
  {
    let directory = try makeDirectory()
    let path = directory + "/s"
    do {
      let store = try SettingsStore(path: path, author: "a")
      for index in 0..<20 as Range<Int64> { try await store.set("k", to: .integer(index)) }
      store.close()
    }
    let store = try SettingsStore(path: path, author: "a")
    for start in 0..<20 as Range<UInt64> {
      var iterator = store.commits(after: Revision(rawValue: start)).makeAsyncIterator()
      #expect(try await iterator.next(isolation: #isolation)?.revision.rawValue == start + 1)
    }
  }

  @Test func `after the head the next commit comes; beyond it is an error, and the end`()
    async throws
  {
    try await withStore { store in
      try await store.set("k", to: 1)
      var atHead = store.commits(after: 1).makeAsyncIterator()
      var beyond = store.commits(after: 2).makeAsyncIterator()
      let error = await #expect(throws: SettingsError.self) {
        try await beyond.next(isolation: #isolation)
      }
      #expect(error?.code == .noSuchRevision && error?.revision == 2)
      try await store.set("k", to: 2)
      #expect(try await beyond.next(isolation: #isolation) == nil)
      #expect(try await atHead.next(isolation: #isolation)?.revision == 2)
    }
  }

  @Test func `on an empty store the stream waits for the first commit`() async throws {
    try await withStore { store in
      let first = Task {
        var iterator = store.commits(after: 0).makeAsyncIterator()
        return try await iterator.next(isolation: #isolation)
      }
      try await untilWaiting(1, store)
      try await store.set("k", to: 1)
      #expect(try await first.value?.revision == 1)
    }
  }

  @Test func `what happens between subscribing and the first look is delivered`() async throws {
    try await withStore { store in
      try await store.set(.fontSize, to: 10)
      let typed = store.changes(of: .fontSize)
      let named = store.changes(of: "editor.fontSize", "other")
      try await store.set(.fontSize, to: 11)
      var one = typed.makeAsyncIterator()
      var two = named.makeAsyncIterator()
      let change = try #require(try await one.next(isolation: #isolation))
      #expect(change.old == .value(10) && change.new == .value(11))
      #expect(change.position == Position(revision: 2, index: 0))
      #expect(try await two.next(isolation: #isolation)?.new == .double(11))
    }
  }

  @Test func `a snapshot and the changes after it leave no gap and no overlap`() async throws {
    try await withStore { store in
      let writer = Task {
        for _ in 0..<400 { _ = try await store.commit { $0[.counter] += 1 } }
      }
      for _ in 0..<20 as Range<Int64> {
        let snapshot = try store.snapshot()
        guard snapshot.revision < 400 else { break }
        var iterator = store.changes(of: .counter, after: snapshot.revision).makeAsyncIterator()
        let change = try #require(try await iterator.next(isolation: #isolation))
        #expect((change.old.value ?? 0) == snapshot[.counter])
        #expect(change.new == .value(snapshot[.counter] + 1))
      }
      try await writer.value
    }
  }

  @Test func `changes tell values, resets, other types, visibility, and who and why`() async throws
  {
    try await withStore { store in
      let changes = store.changes(of: .counter)
      try await store.withAuthor("bob").set(.counter, to: 1, reason: "first")
      try await store.set("counter", to: "text")
      try await store.commit { draft in
        draft["unrelated"] = 1
        draft.hide("counter")
        draft.reset("counter")
      }
      try await store.set(.counter, to: 2)
      var iterator = changes.makeAsyncIterator()
      var found: [KeyChange<Int>] = []
      for _ in 0..<5 {
        found.append(try #require(try await iterator.next(isolation: #isolation)))
      }
      #expect(found[0].old == .unset && found[0].new == .value(1))
      #expect(found[0].commit.author == "bob" && found[0].commit.reason == "first")
      #expect(found[0].commit.origin == store.origin && found[0].commit.cause == .edit)
      #expect(found[1].old == .value(1) && found[1].new == .unreadable("text"))
      #expect(Set(found[2...3].map(\.event.kind)) == [.hide, .reset])
      #expect(found[2...3].allSatisfy { $0.position.revision == 3 })
      let reset = try #require(found.first { $0.event.kind == .reset })
      #expect(reset.old == .unreadable("text") && reset.new == .unset)
      #expect(found[4].old == .unset && found[4].new == .value(2))
    }
  }

  @Test func `a prefix, several names, or all: each takes its own`() async throws {
    try await withStore { store in
      let prefixed = store.changes(prefix: "net.")
      let all = store.changes()
      let named = store.changes(of: ["net.a", "x"] as [SettingName])
      for name in ["net.a", "net.b", "x", "net"] as [SettingName] {
        try await store.set(name, to: 1)
      }
      try await store.set("net.a", to: 2)
      #expect(try await first(3, of: prefixed).map(\.name) == ["net.a", "net.b", "net.a"])
      #expect(try await first(5, of: all).map(\.name) == ["net.a", "net.b", "x", "net", "net.a"])
      let last = try await first(3, of: named)
      #expect(last.map(\.name) == ["net.a", "x", "net.a"])
      #expect(last[2].old == 1 && last[2].new == 2)
    }
  }

  @Test func `several keys, each in its own type`() async throws {
    try await withStore { store in
      let changes = store.changes(of: .fontSize, .nickname, .counter)
      try await store.commit { draft in
        draft[.fontSize] = 14
        draft[.nickname] = "bob"
        draft.hide("counter")
        draft["other"] = 1
      }
      try await store.set("profile.nickname", to: 5)
      let found = try await first(4, of: changes)
      #expect(found.map { $0.new(of: .fontSize) } == [.value(14), nil, nil, nil])
      #expect(
        found.map { $0.new(of: .nickname) } == [nil, .value("bob"), nil, .unreadable(5)])
      #expect(found.map { $0.old(of: .nickname) } == [nil, .unset, nil, .value("bob")])
      #expect(found[2].event.kind == .hide && found[2].new(of: .counter) == nil)
      try await store.reset("profile.nickname")
      _ = try store.redact(1, "profile.nickname")
      let erased = try await first(2, of: store.changes(of: .fontSize, .nickname, after: 0))
      #expect(erased[1].new(of: .nickname) == .unreadable(nil))
    }
  }

  @Test func `what large commits changed is told the same by streams, the log, and history`()
    async throws
  {
    try await withStore(StoreConfiguration(durability: .relaxed)) { store in
      let names = (0..<1500).map { "n\($0)".asName }
      for round in 1...4 as ClosedRange<Int64> {
        try await store.commit { draft in
          for (index, name) in names.enumerated() where index % Int(round) == 0 {
            draft.set(name, to: .integer(round))
            if round == 3 { draft.hide(name) }
          }
        }
      }
      let logged = try store.changes(in: store.commits(after: 0, limit: .max)).flatMap { $0 }
      #expect(try await first(logged.count, of: store.changes(after: 0)) == logged)
      for index in [0, 1, 6, 12, 1499] {
        #expect(
          try store.history(of: names[index]) == logged.filter { $0.name == names[index] })
      }
      #expect(try store.snapshot(at: .revision(3))[names[12]] == 3)
      try await store.undo()
      #expect(store[names[12]] == 3 && store[names[4]] == 2 && store[names[1]] == 1)
    }
  }

  @Test func `the values before are right wherever the stream begins`() async throws {
    try await withStore { store in
      for index in 0..<1200 as Range<Int64> {
        try await store.set("k\(index % 7)".asName, to: .integer(index))
      }
      for start in [0, 1, 300, 700, 1150] as [UInt64] {
        let changes = store.changes(after: Revision(rawValue: start))
        for change in try await first(50, of: changes) {
          let index = Int64(change.position.revision.rawValue) - 1
          #expect(change.new == .integer(index))
          #expect(change.old == (index < 7 ? nil : .integer(index - 7)))
        }
      }
    }
  }

  @Test func `setting the stored value again is no event`() async throws {
    try await withStore { store in
      let changes = store.changes(of: .counter)
      for value in [1, 1, 2, 2] { try await store.set(.counter, to: value) }
      #expect(try await first(2, of: changes).map(\.new) == [.value(1), .value(2)])
      #expect(store.revision == 2)
    }
  }

  @Test func `writing the same key inside the loop loses nothing and ends`() async throws {
    try await withStore { store in
      try await store.set(.counter, to: 1)
      var seen: [Int] = []
      for try await change in store.changes(of: .counter, after: 0) {
        let value = try #require(change.new.value)
        #expect(store[.counter] == value)
        seen.append(value)
        if value == 50 { break }
        try await store.commit { $0[.counter] += 1 }
      }
      #expect(seen == Array(1...50))
    }
  }

  @Test func `iterators of one sequence are independent`() async throws {
    try await withStore { store in
      let commits = store.commits(after: 0)
      for index in 0..<10 as Range<Int64> { try await store.set("k", to: .integer(index)) }
      var (one, two) = (commits.makeAsyncIterator(), commits.makeAsyncIterator())
      for _ in 0..<5 { _ = try await one.next(isolation: #isolation) }
      #expect(try await two.next(isolation: #isolation)?.revision == 1)
      #expect(try await one.next(isolation: #isolation)?.revision == 6)
    }
  }
}

/// The first elements of a sequence.
func first<S: AsyncSequence>(_ count: Int, of sequence: S) async throws -> [S.Element] {
  var iterator = sequence.makeAsyncIterator()
  var elements: [S.Element] = []
  while elements.count < count, let next = try await iterator.next(isolation: #isolation) {
    elements.append(next)
  }
  return elements
}

/// Waits until so many streams of a store are waiting.
func untilWaiting(_ count: Int, _ store: SettingsStore) async throws {
  let ledger = try Ledger.open(at: store.path, LedgerOptions(access: .openExisting))
  defer { ledger.close() }
  while ledger.signal.waiting < count { try await Task.sleep(for: .milliseconds(1)) }
}

extension String {
  /// A name made at run time, in a test that knows it is one.
  var asName: SettingName { SettingName(stringLiteral: self) }
}
