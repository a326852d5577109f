import Foundation
import SettingsLedger
import Synchronization
import Testing

/// Dropping old commits: what stays, what is gone, and what says so.
@Suite struct CompactionTests {
  /// Six commits: a = 1, b = 1 and hidden, a reset, c = "x" (secret), a = 2, b = 2.
  func fill(_ store: SettingsStore) throws {
    try store.set("a", to: 1, reason: "first", idempotencyKey: "one")
    try store.commit { draft in
      draft["b"] = 1
      draft.hide("b")
    }
    try store.reset("a")
    try store.commit { draft in
      draft["c"] = "x"
      draft.markSecret("c")
    }
    try store.set("a", to: 2, idempotencyKey: "five")
    try store.withAuthor("bob").set("b", to: 2)
  }

  private func settings(_ state: SettingsState) -> [String] {
    ["a", "b", "c"].map { (name: SettingName) in
      let value = state[name].map { "\($0)" } ?? "-"
      return "\(name)=\(value) \(state.isHidden(name)) \(state.isSecret(name))"
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [Revision])
  func `states from the one before the floor on are as they were, and older ones are refused`(
    floor: Revision
  ) throws {
    try withStore { store in
      try fill(store)
      let before = try (0...6).map {
        settings(try store.snapshot(at: .revision(Revision(rawValue: $0))).state)
      }
      let digest = try store.digest
      let result = try store.compact(keeping: .revision(floor), reason: "old")
      #expect(result.droppedCommits == Int(floor.rawValue) - 1 && result.oldestKept == floor)
      let reopened = try SettingsStore(path: store.path, author: "eve")
      defer { reopened.close() }
      for store in [store, reopened] {
        for revision in 0...6 as ClosedRange<UInt64> {
          let point = HistoryPoint.revision(Revision(rawValue: revision))
          if revision + 1 >= floor.rawValue {
            #expect(try settings(store.snapshot(at: point).state) == before[Int(revision)])
          } else {
            let error = settingsError { _ = try store.snapshot(at: point) }
            #expect(error?.code == .compacted && error?.revision?.rawValue == floor.rawValue - 1)
          }
        }
        #expect(settings(try store.snapshot().state) == before[6])
        #expect(try store.statistics().compactedRevision.rawValue == floor.rawValue - 1)
        #expect(try store.statistics().events == 8)
        try store.verify()
        guard floor > 1 else { continue }
        #expect(try store.commit(at: 6).digest == digest)
        #expect(store.revision == 7)
        let commit = try store.commit(at: 7)
        #expect(commit.cause.kind == "compact" && commit.reason == "old" && commit.events.isEmpty)
      }
    }
  }

  @Test func `nothing to drop records nothing`() throws {
    try withStore { store in
      #expect(try store.compact(keeping: .latest).commit == nil)
      try fill(store)
      #expect(try store.compact(keeping: .revision(1)).commit == nil)
      #expect(try store.compact(keeping: .revision(4)).commit?.revision == 7)
      let again = try store.compact(keeping: .revision(3))
      #expect(again.commit == nil && again.oldestKept == 4 && again.droppedCommits == 0)
      #expect(settingsError { try store.compact(keeping: .revision(99)) }?.code == .noSuchRevision)
      #expect(store.revision == 7)
    }
  }

  @Test func `the preview says what a compaction drops, and drops nothing`() throws {
    try withStore { store in
      try fill(store)
      let preview = try store.compactionPreview(keeping: .revision(4))
      #expect(preview.commits == 3 && preview.oldestKept == 4 && preview.names == ["a", "b"])
      #expect(preview.pending.isEmpty)
      #expect(store.revision == 6)
      #expect(try store.compactedRevision == 0)
    }
  }

  @Test func `a compacted store is compacted again`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(3))
      try store.set("d", to: 1)
      try store.compact(keeping: .revision(6))
      #expect(try store.snapshot(at: .revision(5)).state["a"] == 2)
      #expect(try store.snapshot(at: .revision(5)).state["b"] == 1)
      #expect(store.isHidden("b") && store["d"] == 1)
      try store.rebuild()
      try store.verify()
      try store.compact(keeping: .latest)
      #expect(store["a"] == 2 && store["b"] == 2 && store["d"] == 1)
    }
  }

  @Test func `history and blame begin at the floor and say so`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(5))
      let history = try store.history(of: "b")
      #expect(history.map(\.commit.revision) == [6] && history.first?.old == 1)
      #expect(try store.history(of: "c").isEmpty)
      let blame = try store.blame()
      #expect(blame.map(\.revision) == [5, 6, 4])
      #expect(blame.map(\.commit?.author) == ["alice", "bob", nil])
      #expect(try store.log().map(\.revision) == [7, 6, 5])
      #expect(try store.commits(after: 4, limit: 9).map(\.revision) == [5, 6, 7])
      for call in [
        { _ = try store.commits(after: 3, limit: 9) }, { _ = try store.commit(at: 4) },
        { _ = try store.records(after: 0, limit: 1) },
      ] as [() throws -> Void] {
        let error = settingsError(call)
        #expect(error?.code == .compacted && error?.revision == 4)
      }
    }
  }

  @Test func `a date below the floor is refused, one at the floor is not`() throws {
    let ticks = Ticks()
    try withStore(StoreConfiguration(clock: { ticks.next() })) { store in
      try fill(store)
      try store.compact(keeping: .date(ticks.date(4)))
      #expect(try store.compactedRevision == 3)
      #expect(try store.revision(at: .date(ticks.date(4.5))) == 4)
      #expect(try store.revision(at: .date(ticks.date(3.5))) == 3)
      let error = settingsError { _ = try store.revision(at: .date(ticks.date(2.5))) }
      #expect(error?.code == .compacted && error?.revision == 3)
      for date in [ticks.date(2.5), ticks.date(-9)] {
        #expect(try store.compact(keeping: .date(date)).commit == nil)
      }
    }
  }

  @Test func `idempotency keys of dropped commits are forgotten, those of kept ones are not`()
    throws
  {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(4))
      let reopened = try SettingsStore(path: store.path, author: "alice")
      defer { reopened.close() }
      for store in [store, reopened] {
        #expect(try store.commit(idempotencyKey: "five") { $0["z"] = 1 } == .unchanged(at: 5))
      }
      #expect(try store.commit(idempotencyKey: "one") { $0["z"] = 1 }.commit?.revision == 8)
      #expect(try reopened.commit(idempotencyKey: "one") { $0["z"] = 2 } == .unchanged(at: 8))
    }
  }

  @Test func `a conflict with a revision below the floor lists the kept commits`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(5))
      let error = settingsError { try store.set("a", to: 9, expecting: 2) }
      #expect(error?.code == .conflict && error?.conflicts.map(\.revision) == [5, 6, 7])
    }
  }

  @Test func `an async compaction does the same`() async throws {
    try await withStore { store in
      try await store.set("a", to: 1)
      for value in 2...6 as ClosedRange<Int64> { try await store.set("a", to: .integer(value)) }
      let result = try await store.compact(keeping: .revision(6))
      #expect(result.commit?.revision == 7)
      #expect(try store.compactedRevision == 5)
    }
  }

  @Test func `a store opened for reading only is not compacted`() throws {
    try withStore { store in
      try fill(store)
      let reader = try SettingsStore(
        path: store.path, author: "eve", configuration: StoreConfiguration(access: .readOnly))
      defer { reader.close() }
      #expect(settingsError { try reader.compact(keeping: .latest) }?.code == .readOnly)
      try store.compact(keeping: .revision(5))
      #expect(try reader.compactedRevision == 4)
    }
  }

  @Test func `tags on dropped states are named, and dropped when told to`() throws {
    try withStore { store in
      try fill(store)
      try store.tag("early", at: .revision(2))
      try store.tag("edge", at: .revision(4))
      try store.tag("late", at: .revision(6))
      let error = settingsError { try store.compact(keeping: .revision(5)) }
      #expect(error?.code == .tagsBelowFloor && error?.message.contains("\"early\"") == true)
      #expect(error?.message.contains("edge") == false)
      #expect(try store.compactionPreview(keeping: .revision(5)).tags == ["early"])
      #expect(try store.compactedRevision == 0)
      let result = try store.compact(keeping: .revision(5), droppingTags: true)
      #expect(result.droppedTags == ["early"])
      let reopened = try SettingsStore(path: store.path, author: "eve")
      defer { reopened.close() }
      for store in [store, reopened] {
        #expect(try store.tags().map(\.name) == ["edge", "late"])
        #expect(try store.snapshot(at: .tag("edge")).state["c"] == "x")
        #expect(settingsError { try store.tag("new", at: .revision(3)) }?.code == .compacted)
      }
      try store.rebuild()
      #expect(try store.tags().map(\.name) == ["edge", "late"])
      try store.compact(keeping: .tag("late"), droppingTags: true)
      #expect(try store.tags().map(\.name) == ["late"])
    }
  }

  @Test func `undo goes back to the floor and no further`() throws {
    try withStore { store in
      try fill(store)
      try store.set("a", to: 3)
      try store.undo()
      try store.compact(keeping: .revision(5))
      let reopened = try SettingsStore(path: store.path, author: "alice")
      defer { reopened.close() }
      #expect(try reopened.redo().commit != nil && store["a"] == 3)
      try store.undo(steps: 2)
      #expect(store["a"] == nil && store.isHidden("b") && store["c"] == "x")
      #expect(settingsError { try reopened.undo() }?.code == .nothingToUndo)
      #expect(settingsError { try store.revert(2) }?.code == .compacted)
      #expect(settingsError { try store.rollback(to: .revision(1)) }?.code == .compacted)
      // Also when nothing would have to go back.
      let error = settingsError { try store.rollback(to: .revision(3), prefix: "none") }
      #expect(error?.code == .compacted && error?.revision == 4)
      try store.rollback(to: .revision(4))
      #expect(store["a"] == nil && store["b"] == 1)
    }
  }

  @Test func `what was undone below the floor is not redone`() throws {
    try withStore { store in
      try fill(store)
      try store.undo()
      try store.compact(keeping: .latest)
      #expect(settingsError { try store.redo() }?.code == .nothingToRedo)
      #expect(settingsError { try store.undo() }?.code == .nothingToUndo)
      try store.set("a", to: 9)
      try store.undo()
      #expect(store["a"] == nil)
    }
  }

  @Test func `a value that only the kept state still holds is named, and erased on demand`() throws
  {
    try withStore { store in
      try store.set("token", to: "old")
      try store.set("other", to: 1)
      try store.set("token", to: "new")
      try store.set("token", to: "old")
      try store.set("token", to: "newest")
      try store.compact(keeping: .revision(3))
      #expect(try store.redactionPreview(4, "token").remaining == [2])
      #expect(try store.redact(4, "token").remaining == [2])
      #expect(try store.snapshot(at: .revision(2)).state["token"] == "old")
      #expect(settingsError { try store.redact(1, "token") }?.code == .compacted)
      let result = try store.redact(2, "token", reason: "Leaked")
      #expect(result.redactions.map(\.revision) == [2] && result.remaining.isEmpty)
      let past = try store.snapshot(at: .revision(2))
      #expect(past.isRedacted("token") && past.state["other"] == 1)
      #expect(store["token"] == "newest")
      let listed = try store.verify().redactions
      #expect(listed.map(\.revision) == [4, 2] && listed.last?.reason == "Leaked")
      #expect(settingsError { try store.redact(2, "token") }?.code == .redacted)
      #expect(settingsError { try store.redact(2, "absent") }?.code == .nothingToErase)
      #expect(settingsError { try store.redact(2, "other") }?.code == .currentValue)
      #expect(settingsError { try store.rollback(to: .revision(2)) }?.code == .redacted)
    }
  }

  @Test func `H5: an erased value is gone from the kept state, exports and backups too`() throws {
    try withStore { store in
      let secret = "a-token-that-leaked"
      try store.set("token", to: .string(secret))
      try store.set("other", to: 1)
      try store.compact(keeping: .revision(2))
      try store.set("token", to: .string(secret + "-not"))
      try store.set("token", to: .string(secret))
      try store.reset("token")
      let result = try store.redact(5, "token", everywhere: true)
      #expect(result.redactions.map(\.revision) == [1, 5] && result.remaining.isEmpty)
      try store.redact(4, "token")
      let baseline = try #require(try store.baseline())
      #expect(Data(baseline.bytes).range(of: Data(secret.utf8)) == nil)
      try store.backup(to: store.path + "-backup")
      let copied = try Data(contentsOf: URL(filePath: store.path + "-backup/data.mdb"))
      #expect(copied.range(of: Data(secret.utf8)) == nil)
      // The log goes on elsewhere, and in a compaction that keeps the same state.
      var log = try LogImport(after: baseline)
      for record in try store.records(after: 1, limit: 100) { try log.append(record.bytes) }
      let copy = try SettingsStore(path: store.path + "-copy", author: "bob")
      #expect(try copy.importLog(log) == store.head)
      #expect(try copy.verify().redacted == [1, 4, 5])
      try copy.compact(keeping: .revision(4))
      #expect(try copy.snapshot(at: .revision(3)).isRedacted("token"))
      try copy.verify()
    }
  }
}

/// A clock that goes on by a second with each look.
private final class Ticks: Sendable {
  private let count = Mutex(0)

  func next() -> Date {
    date(
      count.withLock { count in
        count += 1
        return Double(count)
      })
  }
  func date(_ tick: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + tick) }
}
