import EventLog
import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// A store of format 1, made once and kept: every later version must read it as it was written.
@Suite struct GoldenStoreTests {
  private struct Expected: Decodable {
    struct Commit: Decodable {
      let author: String
      let cause: String
      let digest: String
      let events: Int
      let time: Int64
    }
    let format: Int
    let origin: UUID
    let revision: UInt64
    let digest: String
    let hidden: [String]
    let secret: [String]
    let redacted: [UInt64]
    let values: [[String]]
    let commits: [Commit]
  }

  /// Gives a copy of the golden store and what must be in it.
  private func withGoldenStore(
    _ name: String = "v1", _ body: (String, Expected) throws -> Void
  ) throws {
    let fixtures = try #require(Bundle.module.resourceURL).appending(path: "Fixtures")
    let expected = try JSONDecoder().decode(
      Expected.self, from: Data(contentsOf: fixtures.appending(path: "v1/expected.json")))
    try withDirectory { directory in
      try FileManager.default.copyItem(
        at: fixtures.appending(path: name + "/data.mdb"),
        to: URL(filePath: directory + "/data.mdb"))
      try body(directory, expected)
    }
  }

  private func bytes(_ directory: String) throws -> Data {
    try Data(contentsOf: URL(filePath: directory + "/data.mdb"))
  }

  private func open(
    _ directory: String, _ access: StoreConfiguration.Access
  ) throws -> SettingsStore {
    let configuration = StoreConfiguration(
      access: access, faultHandler: { Issue.record("fault: \($0)") })
    return try SettingsStore(path: directory, author: "test", configuration: configuration)
  }

  private func expectContents(_ store: SettingsStore, _ expected: Expected) throws {
    #expect(store.origin == expected.origin)
    let head = try store.head
    #expect(head.revision.rawValue == expected.revision)
    #expect(head.digest.description == expected.digest)
    let values = try store.names().map { [$0.text, try encoded(store[$0])] }
    #expect(values == expected.values)
    // Texts with the same characters and other bytes are equal for Swift's strings.
    #expect(values.map { Array($0[0].utf8) } == expected.values.map { Array($0[0].utf8) })
    #expect(store.hiddenNames().map(\.text) == expected.hidden)
    #expect(expected.secret.allSatisfy { (try? SettingName($0)).map(store.isSecret) == true })
    let report = try store.verify()
    #expect(report.redacted.map(\.rawValue) == expected.redacted)
  }

  private func encoded(_ value: SettingValue?) throws -> String {
    try #require(value).encoded().hexadecimal
  }

  @Test(arguments: [StoreConfiguration.Access.existing, .readOnly])
  func `a store of format 1 is read as it was written, and not a byte of it changes`(
    access: StoreConfiguration.Access
  ) throws {
    try withGoldenStore { directory, expected in
      let before = try bytes(directory)
      let store = try open(directory, access)
      defer { store.close() }
      try expectContents(store, expected)
      let commits = try Array(store.log(limit: 1000).reversed())
      #expect(commits.map(\.author) == expected.commits.map(\.author))
      #expect(commits.map(\.cause.kind) == expected.commits.map(\.cause))
      #expect(commits.map(\.digest.description) == expected.commits.map(\.digest))
      #expect(commits.map(\.events.count) == expected.commits.map(\.events))
      #expect(commits.map(\.time.microseconds) == expected.commits.map(\.time))
      #expect(try bytes(directory) == before)
    }
  }

  @Test func `every record of format 1 is written today as it was written then`() throws {
    try withGoldenStore { directory, expected in
      let store = try open(directory, .readOnly)
      defer { store.close() }
      let records = try store.records(after: .zero, limit: 1000)
      let origin = try #require(records.first).commit.origin
      #expect(records.count == expected.commits.count)
      #expect(records.last?.commit.origin == expected.origin && expected.origin != origin)
      for record in records {
        let first = record.commit.revision == 1 ? nil : origin
        let read = try CommitRecord(
          decoding: record.bytes, revision: record.commit.revision, firstOrigin: first)
        let written = try read.encoded(firstOrigin: first)
        #expect(written == record.bytes, "revision \(record.commit.revision)")
      }
    }
  }

  @Test func `facts of later versions are read from a store of format 1`() throws {
    try withGoldenStore { directory, _ in
      let store = try open(directory, .readOnly)
      defer { store.close() }
      let commits = try Array(store.log(limit: 1000).reversed())
      func commit(_ revision: Int) -> SettingsCommit { commits[revision - 1] }
      #expect(commit(2).idempotencyKey == "install-1")
      #expect(commit(4).source == "legacy.plist")
      #expect(commit(6).clockReading != nil && commit(6).time > commit(5).time)
      #expect(commit(7).cause == .undo(of: [3]) && commit(7).events.map(\.restores) == [2, 1])
      #expect(commit(10).cause == .rollback(to: 2, prefix: "network."))
      #expect(commit(11).cause == .tag("before-upgrade", 5))
      #expect(commit(13).cause == .tag("before-upgrade", nil))
      #expect(commit(15).undo == UndoFacts(group: "slider-1", continues: 14))
      #expect(commit(16).undo == UndoFacts(isUndoable: false))
      #expect(commit(17).confirmBy?.microseconds == 30_000_000)
      #expect(commit(20).cause == .expire(of: 19))
      #expect(commit(21).isRedacted && commit(21).events.first?.kind == .setRedacted)
      #expect(try store.snapshot(at: .revision(3))["network.host"] == "b.example")
    }
  }

  @Test(arguments: [StoreConfiguration.Access.existing, .readOnly])
  func `a compacted store of format 1 is read as it was written, and not a byte of it changes`(
    access: StoreConfiguration.Access
  ) throws {
    try withGoldenStore("v1-compacted") { directory, expected in
      let before = try bytes(directory)
      let store = try open(directory, access)
      defer { store.close() }
      let state = try store.snapshot().state
      #expect(store.origin == expected.origin && store.revision.rawValue == expected.revision + 1)
      #expect(state.hiddenNames().map(\.text) == expected.hidden)
      #expect(state.secretNames().map(\.text) == expected.secret)
      let names = state.names().map { Array($0.text.utf8) }
      #expect(names == expected.values.map { Array($0[0].utf8) })
      for (name, value) in zip(state.names(), expected.values) {
        #expect(try encoded(state[name]) == value[1])
      }
      let commits = try Array(store.log(limit: 1000).reversed())
      let digests = commits.dropLast().map(\.digest.description)
      #expect(digests == expected.commits.dropFirst(11).map(\.digest))
      #expect(commits.last?.author == "erin" && commits.last?.cause.kind == "compact")
      #expect(try store.compactedRevision == 11)
      #expect(try store.digest(at: 11).description == expected.commits[10].digest)
      try store.verify()
      #expect(try bytes(directory) == before)
    }
  }

  @Test func `a store of format 1 is written on`() throws {
    try withGoldenStore { directory, expected in
      let store = try open(directory, .existing)
      defer { store.close() }
      let again = try store.set("network.host", to: "c.example", idempotencyKey: "new")
      #expect(again.revision.rawValue == expected.revision + 1)
      try store.rebuild()
      try store.verify()
      #expect(store["network.host"] == "c.example" && store["volume"] == 0.5)
    }
  }

  @Test func `stacks of undo and tags are read from a store that was written without them`() throws
  {
    try withGoldenStore { directory, _ in
      for access in [StoreConfiguration.Access.readOnly, .existing] {
        let store = try open(directory, access)
        defer { store.close() }
        #expect(try store.tags().map(\.name) == ["kept"])
        #expect(try store.revision(at: .tag("kept")) == 10)
        let steps = try store.withAuthor("alice").undoableSteps()
        #expect(steps.map { $0.commits.map(\.revision) } == [[14, 15], [6], [5], [3], [1]])
        #expect(try store.withAuthor("bob").undoableSteps(limit: 1).map(\.revision) == [24])
      }
      let store = try open(directory, .existing)
      defer { store.close() }
      try store.withAuthor("alice").undo()
      #expect(!store.isSet("volume"))
      try store.verify()
      try store.rebuild()
      #expect(try store.withAuthor("alice").redoableSteps().map(\.revision) == [14])
      try store.verify()
    }
  }

  @Test(arguments: [StoreConfiguration.Access.createIfMissing, .existing, .readOnly])
  func `a store of a newer format is refused with both numbers, and not a byte is written`(
    access: StoreConfiguration.Access
  ) throws {
    try withGoldenStore { directory, _ in
      let environment = try Environment.open(at: directory)
      let row = Array("store".utf8)
      try environment.write { transaction -> Completion<Void> in
        let main = Table<[UInt8], [UInt8]>.main
        // {1: 99, 3: "more"}: a later format may say anything after its number.
        try transaction.put(main, row, [0xa2, 1, 0x18, 99, 3, 0x64] + Array("more".utf8))
        return .commit(())
      }
      environment.close()
      let before = try bytes(directory)
      let error = settingsError { _ = try open(directory, access) }
      #expect(error?.code == .newerFormat)
      let message = error?.description ?? ""
      #expect(message.contains("version 99") && message.contains("up to 1"))
      #expect(try bytes(directory) == before)
    }
  }
}
