import EventLog
import Foundation
import LMDBKit
import SettingsLedger

/// Makes the store that every later version must be able to open: Fixtures/v1 of the tests.
///
/// It was made once, by `swift run SettingsLedgerProbe make-golden DIRECTORY`, and is not made again:
/// it stands for the stores that are out there. Besides what this version writes by itself it holds
/// every cause, label and event that the format knows and that stands on its own. (A compaction does
/// not: it comes with a baseline, and with rows that are gone. Fixtures/v1-compacted has one.)
enum GoldenStore {
  /// Makes `data.mdb` and `expected.json` in a directory that is not there yet.
  static func make(at directory: String) throws {
    let (draft, copy) = (directory + ".draft", directory + ".copy")
    defer {
      for path in [draft, copy] { try? FileManager.default.removeItem(atPath: path) }
    }
    var options = LedgerOptions(initialMapSize: 1 << 20)
    options.bootClock = { BootTime(boot: Writer.boot, microseconds: 0) }
    var records: [[UInt8]] = []
    try opened(draft, options) { ledger in
      var writer = Writer(ledger: ledger)
      try writer.writeEdits()
      try writer.writeUndoAndTags()
      try writer.writeConfirmations()
      try writer.writeRedaction()
      let end = try ledger.head().revision
      records = try ledger.records(after: .zero, through: end, limit: 1000).map(\.bytes)
    }
    // The log goes on in another store, so that there are two origins in it.
    try opened(copy, options) { ledger in
      var log = CheckedLog()
      for record in records { try log.append(record) }
      _ = try ledger.copyLog(log)
      try ledger.rebuild()
      // A commit after the checkpoint, so that a tail is left to be folded.
      var writer = Writer(ledger: ledger, minute: 60)
      try writer.add("dave", [SettingsEvent("after.checkpoint", .set("tail"))])
      try ledger.environment.copy(to: directory, compacting: true)
      try Data(expectation(of: ledger).utf8)
        .write(to: URL(filePath: directory + "/expected.json"))
    }
  }

  /// Makes `data.mdb` of Fixtures/v1-compacted: the store of Fixtures/v1, compacted.
  ///
  /// Made once, by `swift run SettingsLedgerProbe make-golden-compacted DIRECTORY FIXTURES/v1`.
  static func makeCompacted(at directory: String, from golden: String) throws {
    let draft = directory + ".draft"
    defer { try? FileManager.default.removeItem(atPath: draft) }
    try FileManager.default.copyItem(atPath: golden, toPath: draft)
    try opened(draft, LedgerOptions(initialMapSize: 1 << 20)) { ledger in
      let time = Timestamp(microseconds: 1_767_312_000_000_000)  // 2026-01-02T00:00:00Z
      let facts = CommitFacts(author: "erin", reason: "A year is enough", clock: { time })
      _ = try ledger.compact(keeping: 12, droppingTags: true, facts: facts)
      try ledger.environment.copy(to: directory, compacting: true)
    }
  }

  private static func opened(
    _ path: String, _ options: LedgerOptions, _ body: (Ledger) throws -> Void
  ) throws {
    let ledger = try Ledger.open(at: path, options)
    defer { ledger.close() }
    try body(ledger)
  }

  /// What a reader must find, as JSON: values as the hexadecimal digits of their stored form.
  private static func expectation(of ledger: Ledger) throws -> String {
    let (head, state) = (try ledger.head(), try ledger.withState { copy $0 })
    let values = try state.names().map { name in
      "[\"\(name)\", \"\(try state[name].map { try $0.encoded().hexadecimal } ?? "")\"]"
    }
    let commits = try ledger.commits(after: .zero, limit: 1000).map {
      "{\"author\": \"\($0.author)\", \"cause\": \"\($0.cause.kind)\", \"digest\": \"\($0.digest)\", "
        + "\"events\": \($0.events.count), \"time\": \($0.time.microseconds)}"
    }
    func list(_ items: [some Any]) -> String { items.map { "    \($0)" }.joined(separator: ",\n") }
    return """
      {
        "format": 1,
        "origin": "\(ledger.origin)",
        "revision": \(head.revision),
        "digest": "\(head.digest)",
        "hidden": \(state.hiddenNames().map(\.text)),
        "secret": \(state.secretNames().map(\.text)),
        "redacted": [21],
        "values": [
      \(list(values))
        ],
        "commits": [
      \(list(commits))
        ]
      }

      """
  }
}

/// Appends commits whose clock goes on by a minute each.
private struct Writer {
  let ledger: Ledger
  var minute: Int64 = 0

  private static let start: Int64 = 1_767_225_600_000_000  // 2026-01-01T00:00:00Z
  static let boot = UUID(uuidString: "b0010000-0000-4000-8000-000000000001") ?? UUID()

  mutating func add(
    _ author: String, _ events: [SettingsEvent] = [], cause: CommitCause = .edit,
    _ change: (inout CommitFacts) -> Void = { _ in }
  ) throws {
    let time = Timestamp(microseconds: Self.start + minute * 60_000_000)
    minute += 1
    var facts = CommitFacts(author: author, cause: cause, clock: { time })
    change(&facts)
    let request = CommitRequest(facts) { draft in for event in events { draft.write(event) } }
    for result in try ledger.commit([request]) { _ = try result.get() }
  }

  private func set(
    _ name: SettingName, _ value: SettingValue, restores: Revision? = nil
  ) -> SettingsEvent {
    SettingsEvent(name, .set(value), restores: restores)
  }

  /// Revisions 1…6: what the first version writes by itself.
  mutating func writeEdits() throws {
    let nested: SettingValue = ["b": [1, 2.5, "three"], "aa": ["deep": ["er": true]], "": []]
    try add(
      "alice",
      [
        set("types.bool", true), set("types.integer", -42), set("types.large", .integer(.min)),
        set("types.double", 13.5), set("types.tiny", 0.1), set("types.nan", .double(.nan)),
        set("types.infinity", .double(-.infinity)), set("types.zero", .double(-0.0)),
        set("types.string", "Grüße, 世界 🧭"), set("types.data", .data(Data([0, 255, 1]))),
        set("types.date", .date(Date(timeIntervalSinceReferenceDate: 800_000_000.125))),
        set("types.array", [1, "two", false]), set("types.dictionary", nested),
        set("é", "composed"), set("e\u{301}", "decomposed"),
      ]
    ) { ($0.reason, $0.source) = ("First settings", "onboarding") }
    try add("bob", [SettingsEvent("beta", .hide), set("network.host", "a.example")]) {
      $0.idempotencyKey = "install-1"
    }
    try add("alice", [set("network.host", "b.example"), SettingsEvent("types.bool", .reset)])
    try add("carol", [set("legacy.theme", "dark"), set("legacy.size", 14)], cause: .import) {
      $0.source = "legacy.plist"
    }
    try add("alice", [SettingsEvent("api.token", .markSecret), set("api.token", "s3cret")])
    minute -= 3  // The clock was set back: the time is the last one and a microsecond.
    try add("alice", [SettingsEvent("beta", .unhide), SettingsEvent("types.array", .hide)])
    minute += 3
  }

  /// Revisions 7…16.
  mutating func writeUndoAndTags() throws {
    try add(
      "alice",
      [set("network.host", "a.example", restores: 2), set("types.bool", true, restores: 1)],
      cause: .undo(of: [3]))
    try add(
      "alice",
      [
        set("network.host", "b.example", restores: 3),
        SettingsEvent("types.bool", .reset, restores: 3),
      ], cause: .redo(of: [3]))
    try add(
      "bob",
      [
        SettingsEvent("legacy.theme", .reset, restores: 0),
        SettingsEvent("legacy.size", .reset, restores: 0),
      ], cause: .revert(of: [4])
    ) { $0.reason = "Imported by mistake" }
    try add(
      "carol", [set("network.host", "a.example", restores: 2)],
      cause: .rollback(to: 2, prefix: "network."))
    try add("alice", cause: .tag("before-upgrade", 5))
    try add("alice", cause: .tag("kept", 10))
    try add("alice", cause: .tag("before-upgrade", nil))
    try add("alice", [set("volume", 0.25)]) { $0.undo.group = "slider-1" }
    try add("alice", [set("volume", 0.5)]) {
      ($0.undo.group, $0.undo.continues) = ("slider-1", 14)
    }
    try add("system", [set("window.width", 1280)]) { $0.undo.isUndoable = false }
  }

  /// Revisions 17…20.
  mutating func writeConfirmations() throws {
    let deadline = ConfirmationDeadline(boot: Self.boot, microseconds: 30_000_000)
    try add("bob", [set("network.port", 8080)]) { $0.confirmBy = deadline }
    try add("bob", cause: .confirm(of: 17))
    try add("bob", [set("network.port", 9090)]) { $0.confirmBy = deadline }
    try add("bob", [set("network.port", 8080, restores: 17)], cause: .expire(of: 19))
  }

  /// Revisions 21…25: a record whose value was erased, and the commit that says so.
  mutating func writeRedaction() throws {
    try add("carol", [set("note", "erased later"), set("note.public", "kept")])
    let bytes = try ledger.record(21)
    let origin = try ledger.commit(1).origin
    let original = try CommitRecord(decoding: bytes, revision: 21, firstOrigin: origin)
    var replacement = original
    replacement.commit.events[0].kind = .setRedacted
    replacement.nonce = nil
    replacement.originalDigest = try original.digest(of: bytes)
    let new = try replacement.encoded(firstOrigin: origin)
    let redaction = CommitCause.Redaction(
      revision: 21, names: ["note"], original: try original.digest(of: bytes),
      replacement: try SHA256.digest(of: new))
    try add("carol", cause: .redact([redaction])) { $0.reason = "Right to erasure" }
    try ledger.environment.write { transaction -> Completion<Void> in
      let log = Table<[UInt8], [UInt8]>("log")
      try transaction.put(log, [0, 0, 0, 0, 0, 0, 0, 21], new)
      return .commit(())
    }
    try add("bob", [SettingsEvent("pin", .markSecret), set("pin", 1234)])
    try add("bob", [SettingsEvent("pin", .unmarkSecret)])
    try add("dave", cause: .rollback(to: 24, prefix: nil)) { $0.idempotencyKey = "nightly-7" }
  }
}
