import EventLog
import Foundation
import SettingsLedger
import Testing

/// Logs that somebody made up who may write the file: every digest in them is right.
///
/// What no writer ever writes is found, by `verify`, by an import and by the reader in Python; what a
/// writer could have written is found by a digest that was kept elsewhere.
@Suite struct ForgedLogTests {
  /// Eight commits with everything that a forger may want to touch.
  private func makeStore(_ directory: String) throws -> LogHead {
    let store = try SettingsStore(
      path: directory + "/store", author: "alice",
      configuration: StoreConfiguration(durability: .relaxed))
    defer { store.close() }
    try store.set("a", to: 1, idempotencyKey: "first")
    try store.commit { draft in
      draft["a"] = 2
      draft["b"] = "x"
    }
    try store.hide("b")
    try store.reset("b")
    try store.tag("here")
    try store.set("c", to: 3, idempotencyKey: "second")
    try store.undo()
    try store.redact(2, "b")
    #expect(store.revision == 8)
    try store.verify()
    return try store.head
  }

  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first bad revision.
    let revision: Revision
    let body: @Sendable (inout ForgedLog) throws -> Void

    init(
      _ description: String, _ revision: Revision,
      _ body: @escaping @Sendable (inout ForgedLog) throws -> Void
    ) {
      (testDescription, self.revision, self.body) = (description, revision, body)
    }

    /// An attack on what one record says.
    init(
      _ description: String, at revision: Revision, found: Revision? = nil,
      _ change: @escaping @Sendable (inout CommitRecord) throws -> Void
    ) {
      self.init(description, found ?? revision) { try $0.change(revision, change) }
    }
  }

  private static func redactions(_ record: CommitRecord) -> [CommitCause.Redaction] {
    if case .redact(let redactions) = record.commit.cause { redactions } else { [] }
  }

  static let attacks: [Attack] = [
    Attack("two commits change places", 4) { $0.swap(3, 4) },
    Attack("a time goes back", at: 3) { $0.commit.time.microseconds -= 3_600_000_000 },
    Attack("a clock is late, and the time goes on by itself", at: 4) {
      $0.commit.clockReading = Timestamp(microseconds: $0.commit.time.microseconds + 1)
    },
    Attack("the first commit has a late clock", at: 1) {
      $0.commit.clockReading = Timestamp(microseconds: 5)
    },
    Attack("a commit brings back what comes later", at: 7) { record in
      for index in record.commit.events.indices { record.commit.events[index].restores = 7 }
    },
    Attack("a commit undoes itself", at: 7) { $0.commit.cause = .undo(of: [6, 7]) },
    Attack("a commit redoes the next", at: 7) { $0.commit.cause = .redo(of: [8]) },
    Attack("a rollback goes forward", at: 7) { $0.commit.cause = .rollback(to: 9, prefix: nil) },
    Attack("a commit continues a later step", at: 3) { $0.commit.undo.continues = 4 },
    Attack("a tag stands on what is to come", at: 5) { $0.commit.cause = .tag("here", 5) },
    Attack("a confirmation comes before its commit", at: 5) { $0.commit.cause = .confirm(of: 6) },
    Attack("a compaction drops itself", at: 5) { record in
      record.commit.cause = .compact(.init(floor: 6, baseline: .zero))
    },
    Attack("a compaction drops nothing", at: 5) { record in
      record.commit.cause = .compact(.init(floor: 1, baseline: .zero))
    },
    Attack("a compaction keeps what an earlier one has dropped", 5) { log in
      try log.change(3) { $0.commit.cause = .compact(.init(floor: 2, baseline: .zero)) }
      try log.change(4) { $0.commit.cause = .compact(.init(floor: 3, baseline: .zero)) }
      try log.change(5) { $0.commit.cause = .compact(.init(floor: 2, baseline: .zero)) }
    },
    Attack("an idempotency key is there twice", at: 6) { $0.commit.idempotencyKey = "first" },
    Attack("an origin repeats the first one", 3) { log in
      let record = try log.record(3)
      let bytes = try record.encoded(firstOrigin: nil)
      log.changeBytes(3) { $0 = bytes }
    },
    Attack("a value is taken out without a redaction", at: 1) {
      $0.commit.events[0].kind = .setRedacted
    },
    Attack("a record is replaced without a redaction", at: 1) { record in
      record.originalDigest = try SHA256.digest(of: record.encoded(firstOrigin: nil))
      record.nonce = nil
      record.commit.events[0].kind = .setRedacted
    },
    Attack("a redaction names another setting", at: 8, found: 2) { record in
      record.commit.cause = .redact(
        redactions(record).map {
          .init(
            revision: $0.revision, names: ["a"], original: $0.original, replacement: $0.replacement)
        })
    },
    Attack("a redaction names no setting", at: 8, found: 2) { record in
      record.commit.cause = .redact(
        redactions(record).map {
          .init(
            revision: $0.revision, names: [], original: $0.original, replacement: $0.replacement)
        })
    },
    Attack("a redacted record loses an event", 2) { log in
      try log.change(2) { $0.commit.events.removeAll { $0.kind == .setRedacted } }
      let digest = try SHA256.digest(of: log.records[1])
      try log.change(8) { record in
        record.commit.cause = .redact(
          redactions(record).map {
            .init(
              revision: $0.revision, names: $0.names, original: $0.original, replacement: digest)
          })
      }
    },
    Attack("a redaction is of what is to come", at: 8) { record in
      record.commit.cause = .redact(
        redactions(record) + [
          .init(revision: 9, names: ["a"], original: .zero, replacement: .zero)
        ])
    },
    Attack("a redaction is taken away", at: 8, found: 2) { $0.commit.cause = .import },
    Attack("bytes follow a record", 4) { $0.changeBytes(4) { $0.append(0) } },
    Attack("a record has a longer head than it needs", 4) { log in
      log.changeBytes(4) { $0.replaceSubrange(0..<1, with: [0xb8, $0[0] & 0x1f]) }
    },
  ]

  @Test(arguments: attacks)
  func `what no writer writes is found, however right its digests are`(attack: Attack) throws {
    try withDirectory { directory in
      _ = try makeStore(directory)
      var log = try ForgedLog(directory + "/store")
      try attack.body(&log)
      try log.chain()
      try log.write()
      let error = settingsError {
        try SettingsStore(path: directory + "/store", author: "eve").verify()
      }
      #expect([.verifyFailed, .damaged].contains(error?.code), "\(error?.message ?? "")")
      #expect(error?.revision == attack.revision, "\(error?.message ?? "")")
      let refused = settingsError {
        var copy = LogImport()
        for record in log.records { try copy.append(record) }
        try copy.check()
      }
      #expect(refused?.revision == attack.revision, "\(refused?.message ?? "")")
      guard SecondReader.isThere else { return }
      let (status, output) = try SecondReader.run([directory + "/store", "--quiet"])
      #expect(status == 1 && output.contains("revision \(attack.revision) is bad"), "\(output)")
    }
  }

  @Test(arguments: [true, false])
  func `a log that was rewritten or cut as a whole is found by a digest kept elsewhere`(
    cuts: Bool
  ) throws {
    try withDirectory { directory in
      let anchor = try makeStore(directory)
      var log = try ForgedLog(directory + "/store")
      if cuts {
        // With the redaction, since the record that it names would be told otherwise.
        try log.change(2) { record in
          (record.nonce, record.originalDigest) = (Array(repeating: 7, count: 16), nil)
          record.commit.events[1].kind = .set("y")
        }
        log.cut(after: 7)
      } else {
        try log.change(3) { $0.commit.author = "mallory" }
      }
      try log.chain()
      try log.write()
      let store = try SettingsStore(path: directory + "/store", author: "eve")
      try store.verify()
      let error = settingsError { try store.verify(extending: anchor) }
      #expect(error?.code == .verifyFailed && error?.revision == 8)
      store.close()
      guard SecondReader.isThere else { return }
      let arguments = [directory + "/store", "--quiet"]
      #expect(try SecondReader.run(arguments).status == 0)
      let kept = ["--digest", "8:\(anchor.digest)"]
      let (status, output) = try SecondReader.run(arguments + kept)
      #expect(status == 1 && output.contains("revision 8 is bad"), "\(output)")
    }
  }
}
