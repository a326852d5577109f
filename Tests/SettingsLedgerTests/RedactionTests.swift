import Foundation
import SettingsLedger
import Testing

@Suite struct RedactionTests {
  private static let secret = "a-token-that-leaked"

  @Test func `H5: what was redacted is gone from log, state, exports and backups, and is listed`()
    throws
  {
    try withStore { store in
      for index in 1...4 { try store.set("n", to: .integer(Int64(index))) }
      try store.set("token", to: .string(Self.secret), reason: "First one")
      try store.set("token", to: "another")
      let digest = try store.commit(at: 5).digest
      let outcome = try store.withAuthor("carol").redact(5, "token", reason: "Leaked")
      #expect(outcome.redactions.map(\.revision) == [5])
      #expect(outcome.remaining.isEmpty)

      let commit = try store.commit(at: 5)
      #expect(commit.events == [SettingsEvent("token", .setRedacted)])
      #expect(commit.isRedacted && commit.digest == digest && commit.reason == "First one")
      let report = try store.verify()
      #expect(report.redacted == [5])
      let listed = try #require(report.redactions.first)
      #expect(listed.names == ["token"] && listed.redaction == 7)
      #expect(listed.author == "carol" && listed.reason == "Leaked")
      #expect(listed.time == outcome.commit?.time)

      let records = try store.records(after: 0, limit: 100).map { Data($0.bytes) }
      #expect(records.allSatisfy { $0.range(of: Data(Self.secret.utf8)) == nil })
      let backup = store.path + "-backup"
      try store.backup(to: backup)
      #expect(try !directory(backup, holds: Self.secret))
      #expect(try SettingsStore(path: backup, author: "test").verify().redacted == [5])
    }
  }

  @Test func `the past says that a value was erased, and shows no default in its place`() throws {
    try withStore { store in
      store.registerDefaults(["profile.nickname": "nobody"])
      try store.set(.nickname, to: "ann")
      try store.set(.nickname, to: "bea")
      try store.redact(1, "profile.nickname")
      let past = try store.snapshot(at: .revision(1))
      #expect(past.isRedacted("profile.nickname") && !past.isSet("profile.nickname"))
      #expect(past["profile.nickname"] == nil)
      #expect(past[.nickname] == nil)
      let error = settingsError { _ = try past.value(of: .nickname) }
      #expect(error?.code == .redacted && error?.key == "profile.nickname")
      let history = try store.history(of: .nickname)
      #expect(history.map(\.newIsRedacted) == [true, false])
      #expect(history.map(\.oldIsRedacted) == [false, true])
      #expect(history.map(\.new) == [nil, "bea"])
      let difference = try #require(
        try store.diff(from: .revision(1), to: .revision(2)).first)
      #expect(difference.oldIsRedacted && !difference.newIsRedacted && difference.valueDiffers)
      #expect(try store.diff(from: .revision(0), to: .revision(1)).first?.newIsRedacted == true)
      #expect(try store.diff(from: .revision(1), to: .revision(1)).isEmpty)
      #expect(store[.nickname] == "bea")
    }
  }

  @Test func `streams tell of an erased value as such`() async throws {
    try await withStore { store in
      try await store.set("k", to: "one")
      try await store.set("k", to: "two")
      try store.redact(1, "k")
      var changes: [SettingChange] = []
      for try await change in store.changes(of: "k", after: 0) {
        changes.append(change)
        if changes.count == 2 { break }
      }
      #expect(changes.map(\.newIsRedacted) == [true, false])
      #expect(changes.map(\.oldIsRedacted) == [false, true])
      var revisions: [Revision] = []
      for try await commit in store.commits(after: 0) {
        revisions.append(commit.revision)
        if commit.revision == 3 { break }
      }
      #expect(revisions == [1, 2, 3])
    }
  }

  @Test func `a redaction names the other places of the value, and takes them with everywhere`()
    throws
  {
    try withStore { store in
      for value in ["x", "y", "x", "z", "x"] as [SettingValue] {
        try store.commit { draft in
          draft["k"] = value
          draft["other"] = value
        }
      }
      try store.reset("k")
      let preview = try store.redactionPreview(3, "k")
      #expect(preview.commit == nil && preview.remaining == [1, 5])
      #expect(store.revision == 6)
      #expect(try store.redact(3, "k").remaining == [1, 5])
      #expect(try store.redact(5, "k", everywhere: true).redactions.map(\.revision) == [1, 5])
      #expect(
        try store.history(of: "k").map(\.newIsRedacted) == [true, false, true, false, true, false])
      #expect(try store.history(of: "other").allSatisfy { !$0.newIsRedacted })
      #expect(try store.verify().redacted == [1, 3, 5])
    }
  }

  @Test func `another value of a record that was redacted already can be erased too`() throws {
    try withStore { store in
      let original = try #require(
        try store.commit { draft in
          draft["a"] = "first"
          draft["b"] = "second"
        }.commit)
      try store.commit { draft in
        draft.reset("a")
        draft.reset("b")
      }
      try store.redact(1, "a")
      try store.redact(1, "b")
      let commit = try store.commit(at: 1)
      #expect(commit.digest == original.digest)
      #expect(commit.events.map(\.kind) == [.setRedacted, .setRedacted])
      let report = try store.verify()
      #expect(report.redacted == [1])
      #expect(report.redactions.map(\.names) == [["a"], ["b"]])
    }
  }

  @Test func `what cannot be erased is refused, with the reason, and nothing is recorded`() throws {
    try withStore { store in
      try store.set("k", to: "x")
      try store.set("k", to: "y")
      try store.hide("k")
      try store.set("k", to: "x")
      func code(_ revision: Revision, _ name: SettingName) -> SettingsError.Code? {
        settingsError { try store.redact(revision, name) }?.code
      }
      #expect(code(4, "k") == .currentValue)
      #expect(code(1, "k") == .currentValue)  // another event, the same value
      #expect(code(3, "k") == .nothingToErase)
      #expect(code(1, "j") == .nothingToErase)
      #expect(code(9, "k") == .noSuchRevision)
      #expect(code(0, "k") == .noSuchRevision)
      #expect(store.revision == 4)
      try store.redact(2, "k")
      #expect(code(2, "k") == .redacted)
      #expect(settingsError { _ = try store.redactionPreview(2, "k") }?.code == .redacted)
      try store.reset("k")
      #expect(code(6, "k") == .nothingToErase)
      try store.redact(1, "k", everywhere: true)
      let reader = try SettingsStore(
        path: store.path, author: "x", configuration: StoreConfiguration(access: .readOnly))
      #expect(settingsError { try reader.redact(4, "k") }?.code == .readOnly)
    }
  }

  @Test func `an idempotency key keeps its revision after its value was erased`() throws {
    try withStore { store in
      try store.set("k", to: "x", idempotencyKey: "once")
      try store.reset("k")
      try store.redact(1, "k")
      #expect(try store.set("k", to: "x", idempotencyKey: "once") == .unchanged(at: 1))
    }
  }

  @Test func `a log with redactions is copied whole, and goes on in the copy`() throws {
    try withStore { store in
      try store.set("k", to: .string(Self.secret))
      try store.reset("k")
      try store.redact(1, "k")
      var log = LogImport()
      for record in try store.records(after: 0, limit: 10) { try log.append(record.bytes) }
      let copy = try SettingsStore(path: store.path + "-copy", author: "bob")
      #expect(try copy.importLog(log) == store.head)
      #expect(try copy.verify().redactions.map(\.revision) == [1])
      #expect(try !directory(copy.path, holds: Self.secret))
    }
  }

  @Test func `another process's state and an older checkpoint do not bring the value back`() throws
  {
    try withStore { store in
      try store.set("token", to: .string(Self.secret))
      // Saved with this value, and with nothing after it.
      for index in 0..<520 { try store.set("n", to: .integer(Int64(index))) }
      try store.reset("token")
      try store.redact(1, "token")
      let backup = store.path + "-backup"
      try store.backup(to: backup)
      #expect(try !directory(backup, holds: Self.secret))
      try store.rebuild()
      #expect(try store.snapshot(at: .revision(300)).isRedacted("token"))
    }
  }

  /// Values of every size are set, changed and taken back in a process that writes them over and over:
  /// the C library's pages hold pieces of them wherever there is room.
  @Test(arguments: [UInt64(1), 2, 3])
  func `H5: no unused byte of a backup holds what was redacted, whatever its size`(seed: UInt64)
    throws
  {
    try withStore(StoreConfiguration(durability: .relaxed)) { store in
      var generator = SplitMix(seed: seed)
      var leaked: [Revision] = []
      func text(_ mark: String) -> SettingValue {
        let sizes = [1, 8, 60, 120, 300]
        return .string(String(repeating: mark, count: sizes[Int(generator.next() % 5)]))
      }
      for round in 0..<150 {
        let name = try SettingName("k\(generator.next() % 7)")
        if round % 3 == 0 {
          leaked.append(try store.set(name, to: text(Self.secret)).revision)
        }
        try store.set(name, to: text("harmless-\(round)-"))
        if generator.next() % 4 == 0 { try store.rebuild() }
      }
      for revision in leaked {
        let name = try #require(try store.commit(at: revision).events.first?.name)
        try store.redact(revision, name)
      }
      let backup = store.path + "-backup"
      try store.backup(to: backup)
      #expect(try !directory(backup, holds: Self.secret))
      #expect(try SettingsStore(path: backup, author: "test").verify().redacted == leaked)
    }
  }

  private func directory(_ path: String, holds text: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: path).contains { file in
      try Data(contentsOf: URL(filePath: path + "/" + file)).range(of: Data(text.utf8)) != nil
    }
  }
}
