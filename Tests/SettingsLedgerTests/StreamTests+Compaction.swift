import Foundation
import SettingsLedger
import Testing

/// Streams over a log whose older commits are gone, or that is another log.
@Suite struct CompactedStreamTests {
  private func error<S: AsyncSequence>(
    of sequence: S, isolation: isolated (any Actor)? = #isolation
  ) async -> SettingsError? {
    var iterator = sequence.makeAsyncIterator()
    do {
      let element = try await iterator.next(isolation: isolation)
      Issue.record("there was an element: \(String(describing: element))")
      return nil
    } catch {
      return error as? SettingsError
    }
  }

  @Test func `W3: below the floor a stream says where to begin, at the floor it delivers`()
    async throws
  {
    try await withStore { store in
      try await store.set("a", to: 1)
      try await store.set("b", to: 1)
      try await store.reset("a")
      try await store.set("c", to: 1)
      try await store.compact(keeping: .revision(3))
      for revision in [0, 1] as [Revision] {
        let errors = [
          await error(of: store.commits(after: revision)),
          await error(of: store.changes(of: "a", after: revision)),
          await error(of: store.changes(after: revision)),
        ]
        #expect(errors.map { $0?.code } == [.compacted, .compacted, .compacted])
        #expect(errors.map { $0?.revision } == [2, 2, 2])
      }
      var commits = store.commits(after: 2).makeAsyncIterator()
      #expect(try await commits.next()?.events == [SettingsEvent("a", .reset)])
      #expect(try await commits.next()?.revision == 4)
      var changes = store.changes(of: "a", after: 2).makeAsyncIterator()
      let change = try #require(await changes.next())
      #expect(change.event.kind == .reset && change.old == 1)
      var later = store.commits(after: 3).makeAsyncIterator()
      #expect(try await later.next()?.revision == 4)
      #expect(try await later.next()?.cause.kind == "compact")
    }
  }

  @Test func `a stream that has fallen behind the floor ends with an error, not with a gap`()
    async throws
  {
    try await withStore { store in
      for index in 1...600 { try await store.set("a", to: .integer(Int64(index))) }
      var commits = store.commits(after: 0).makeAsyncIterator()
      for revision in 1...256 as ClosedRange<UInt64> {
        let commit = try await commits.next(isolation: #isolation)
        #expect(commit?.revision.rawValue == revision)
      }
      try await store.compact(keeping: .revision(500))
      do throws(SettingsError) {
        let commit = try await commits.next(isolation: #isolation)
        Issue.record("there was a commit: \(String(describing: commit))")
      } catch {
        #expect(error.code == .compacted && error.revision == 499)
      }
      let end = try await commits.next(isolation: #isolation)
      #expect(end == nil)
    }
  }

  @Test func `values go on over a compaction`() async throws {
    try await withStore { store in
      var values = store.values(of: .counter).makeAsyncIterator()
      #expect(await values.next() == 0)
      try await store.set(.counter, to: 1)
      try await store.set(.counter, to: 2)
      try await store.compact(keeping: .latest)
      #expect(await values.next() == 2)
      try await store.set(.counter, to: 3)
      #expect(await values.next() == 3)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `streams go on in a file that another process has shrunk, with nothing new in it`()
    async throws
  {
    let path = try makeDirectory() + "/s"
    let store = try SettingsStore(path: path, author: "test")
    try await store.set("k", to: "zero")
    let (changes, key) = (store.changes(of: "k"), SettingKey("k", default: ""))
    let seen = Task { try await first(3, of: changes).map(\.new) }
    let newest = Task { await store.values(of: key).first { $0 == "three" } }
    try await untilWaiting(2, store)
    #expect(try Child("shrink", path).wait() == 0)
    #expect(try Child("quick", path).wait() == 0)
    #expect(try await seen.value == ["one", "two", "three"])
    #expect(await newest.value == "three")
    store.close()
  }

  @Test func `a place in another log is told from one in this log`() async throws {
    try await withStore { store in
      try await store.set("a", to: 1)
      let first = try store.head
      try await store.set("a", to: 2)
      let second = try store.head
      try await store.set("a", to: 3)
      try await store.compact(keeping: .revision(3))
      #expect(await error(of: store.commits(after: first))?.code == .compacted)
      var commits = store.commits(after: second).makeAsyncIterator()
      #expect(try await commits.next().map(LogHead.init(after:))?.revision == 3)
      let third = LogHead(after: try store.commit(at: 3))
      var changes = store.changes(after: third).makeAsyncIterator()
      try await store.set("a", to: 4)
      #expect(try await changes.next()?.new == 4)
      for place in [
        LogHead(revision: 2, digest: third.digest), LogHead(revision: 3, digest: second.digest),
      ] {
        let found = await error(of: store.commits(after: place))
        #expect(found?.code == .diverged && found?.revision == place.revision)
        #expect(await error(of: store.changes(after: place))?.code == .diverged)
        #expect(await error(of: store.changes(of: ["a"], after: place))?.code == .diverged)
        #expect(await error(of: store.changes(of: .counter, after: place))?.code == .diverged)
      }
    }
  }
}
