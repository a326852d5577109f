import Foundation
import SettingsCore
import Testing

@testable import EventLog

/// The limits of one commit, on both sides.
@Suite struct LimitTests {
  /// The largest record that a commit may make: some bytes are left for its redaction.
  private static let limit = RecordFormat.maximumRecordBytes - RecordFormat.redactionBytes
  private static let time = Timestamp(microseconds: 1_700_000_000_000_000)

  private func request(_ events: [SettingsEvent]) -> CommitRequest {
    CommitRequest(CommitFacts(author: "test", clock: { Self.time })) { draft in
      for event in events { draft.write(event) }
    }
  }

  /// Three values as large as values may be, a small one, and one that makes up the rest.
  private func events(rest: Int) -> [SettingsEvent] {
    let largest = SettingValue.data(Data(count: SettingValue.maximumByteCount - 5))
    return [
      SettingsEvent("v.0", .set(largest)), SettingsEvent("v.1", .set(largest)),
      SettingsEvent("v.2", .set(largest)), SettingsEvent("w", .set(.data(Data(count: rest)))),
      SettingsEvent("x", .set(true)),
    ]
  }

  /// How large the last value is when the first record of a store takes so many bytes.
  private func rest(_ byteCount: Int, _ origin: UUID) throws -> Int {
    let guess = 1 << 20
    let commit = SettingsCommit(
      revision: 1, time: Self.time, author: "test", origin: origin, events: events(rest: guess))
    let record = CommitRecord(
      commit: commit, previous: .zero, nonce: CommitRecord.makeNonce())
    return try guess + byteCount - record.encoded(firstOrigin: nil).count
  }

  private func limitExceeded(_ result: CommitResult?) -> String? {
    guard case .failure(let error as EventLogError) = result,
      case .limitExceeded(let problem) = error.code
    else { return nil }
    return problem
  }

  @Test func `a record may take 64 MiB but for what its redaction needs, and not a byte more`()
    throws
  {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        let rest = try rest(Self.limit, ledger.origin)
        let tooLarge = try ledger.commit([request(events(rest: rest + 1))]).first
        let problem = try #require(limitExceeded(tooLarge))
        #expect(problem.contains("divide it among several commits"))
        #expect(try ledger.head().revision == 0)
        _ = try #require(try ledger.commit([request(events(rest: rest))]).first).get()
        #expect(try ledger.record(1).count == Self.limit)

        // Taking values away is small; bringing them back is not.
        let resets = events(rest: 0).map { SettingsEvent($0.name, .reset) }
        _ = try #require(try ledger.commit([request(resets)]).first).get()
        let facts = CommitFacts(author: "test", clock: { Self.time })
        let undo = Restoration.undo(steps: 1, scope: .author, force: false)
        let refused = try ledger.commit([CommitRequest(facts, .restore(undo))]).first
        let advice = try #require(limitExceeded(refused))
        #expect(advice.contains("fewer steps at a time"))
        #expect(advice.contains("one prefix of names after another"))
        #expect(try ledger.head().revision == 2)
        for prefix in ["v.2", "w"] {
          let back = Restoration.rollback(to: 1, prefix: prefix)
          _ = try #require(try ledger.commit([CommitRequest(facts, .restore(back))]).first).get()
        }
        #expect(try ledger.state(at: 1)["v.2"] == ledger.value(of: "v.2", hint: nil))

        // A record that is full can lose a value, though it grows by that.
        _ = try ledger.redact(1, "x", everywhere: false, facts)
        #expect(try ledger.record(1).count == RecordFormat.maximumRecordBytes)
        guard case .intact = try ledger.verify() else {
          Issue.record("the store does not verify")
          return
        }
        var copy = CheckedLog()
        for record in try ledger.records(after: 0, through: try ledger.head().revision, limit: 10) {
          try copy.append(record.bytes)
        }
        try copy.check()
        #expect(throws: CBORError.self) {
          try CommitRecord(
            decoding: [UInt8](repeating: 0, count: RecordFormat.maximumRecordBytes + 1),
            revision: 1, firstOrigin: nil)
        }
      }
    }
  }

  @Test func `a commit may have 2²⁰ events, and not one more`() throws {
    let most = RecordFormat.maximumEvents
    func record(_ count: Int) -> CommitRecord {
      let commit = SettingsCommit(
        revision: 1, time: Self.time, author: "test", origin: UUID(),
        events: Array(repeating: SettingsEvent("n", .hide), count: count))
      return CommitRecord(commit: commit, previous: .zero, nonce: CommitRecord.makeNonce())
    }
    let error = #expect(throws: EventLogError.self) {
      try record(most + 1).encoded(firstOrigin: nil)
    }
    #expect(error?.description.contains("divide it among several commits") == true)
    var bytes = try record(most).encoded(firstOrigin: nil)
    let read = try CommitRecord(decoding: bytes, revision: 1, firstOrigin: nil)
    #expect(read.commit.events.count == most)
    // The same with a larger number of events: refused before the first of them is read.
    let head: [UInt8] = [0x0d, 0x9a, 0x00, 0x10, 0x00, 0x00]
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: head) })
    bytes[start + 5] = 1
    let refused = #expect(throws: CBORError.self) {
      try CommitRecord(decoding: bytes, revision: 1, firstOrigin: nil)
    }
    #expect(refused?.problem == .limitExceeded)
  }

  @Test func `many large commits are not one transaction, and keep their order`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        let value = SettingValue.data(Data(count: 3 << 20))
        let requests = try (0..<5).map { index in
          request([SettingsEvent(try SettingName("n\(index)"), .set(value))])
        }
        let first = try ledger.commit(requests)
        #expect(try first.map { try $0.get().revision } == [1, 2, 3])
        let second = try ledger.commit(Array(requests[3...]))
        #expect(try second.map { try $0.get().revision } == [4, 5])
      }
    }
  }
}
