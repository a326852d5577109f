import LMDBKit
import SettingsCore
import Testing

@testable import EventLog

/// What a compaction leaves behind when its process ends before it has removed what it dropped.
@Suite struct DeadRecordTests {
  private let facts = CommitFacts(author: "test", clock: { Timestamp(microseconds: 1) })

  private func fill(_ ledger: Ledger, _ count: Int) throws {
    let name: SettingName = "a"
    try ledger.append((0..<count).map { [SettingsEvent(name, .set(.integer(Int64($0))))] })
  }

  /// A compacted ledger with dropped records in its log, as if nothing had removed them.
  private func interruptedCompaction(_ ledger: Ledger) throws {
    try fill(ledger, 30)
    let records = try ledger.rows(of: "log")
    _ = try ledger.compact(keeping: 21, facts: facts)
    for row in records.prefix(20) { try ledger.put(row.bytes, for: row.key, in: "log") }
  }

  @Test func `dropped records that are still there are seen by nobody`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try interruptedCompaction(ledger)
        #expect(try ledger.rows(of: "log").count == 31)
        guard case .intact = try ledger.verify() else {
          Issue.record("a dropped record was looked at")
          return
        }
        #expect(throws: EventLogError(.compacted, revision: 20)) { try ledger.commit(5) }
        #expect(throws: EventLogError(.compacted, revision: 20)) { try ledger.state(at: 19) }
        #expect(throws: EventLogError(.compacted, revision: 20)) { try ledger.following(10) }
        #expect(try ledger.changes(of: "a").first?.position.revision == 21)
      }
    }
  }

  @Test func `the next write after opening, or the next compaction, removes them`() throws {
    for compacts in [false, true] {
      try withTemporaryDirectory { directory in
        try withLedger(at: directory) { try interruptedCompaction($0) }
        let count = try withLedger(at: directory, .readOnly) { try $0.rows(of: "log").count }
        #expect(count == 31)
        try withLedger(at: directory) { ledger in
          if compacts {
            #expect(try ledger.compact(keeping: 3, facts: facts).commit == nil)
          } else {
            try fill(ledger, 1)
          }
          #expect(try ledger.rows(of: "log").count == (compacts ? 11 : 12))
        }
      }
    }
  }

  @Test func `many records are removed in several transactions`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        for _ in 0..<10 { try fill(ledger, 1000) }
        let (plan, commit, _) = try ledger.compact(keeping: 9_991, facts: facts)
        #expect(plan.commits == 9_990 && commit?.revision == 10_001)
        #expect(try ledger.rows(of: "log").count == 11)
        guard case .intact = try ledger.verify() else {
          Issue.record("the compacted log does not verify")
          return
        }
      }
    }
  }

  @Test func `a redaction removes all of them, so that no copy holds the value`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        for _ in 0..<5 { try fill(ledger, 1000) }
        let records = try ledger.rows(of: "log")
        _ = try ledger.compact(keeping: 4_991, facts: facts)
        for row in records.prefix(4_990) { try ledger.put(row.bytes, for: row.key, in: "log") }
        _ = try ledger.redact(4_995, "a", everywhere: true, facts)
        #expect(try ledger.rows(of: "log").count == 10 + 2)
      }
    }
  }

  @Test func `many kept commits are all folded anew`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        for _ in 0..<17 { try fill(ledger, 1000) }
        _ = try ledger.compact(keeping: 3, facts: facts)
        let lags = try ledger.checkpointLag()
        #expect(lags.values.allSatisfy { $0 == 0 }, "\(lags)")
      }
    }
  }

  @Test func `a pending commit is not dropped until it is settled`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        let name: SettingName = "a"
        var pending = facts
        pending.confirmWithin = .seconds(86_400)
        _ = try ledger.commit([CommitRequest(pending) { $0.write(SettingsEvent(name, .set(1))) }])
        try fill(ledger, 3)
        #expect(throws: EventLogError(.pending(nil), revision: 1)) {
          try ledger.compact(keeping: 3, facts: facts)
        }
        #expect(try CompactionPlan(floor: 3, of: ledger).pending == [1])
        var settled = facts
        settled.cause = .confirm(of: 1)
        _ = try ledger.commit([CommitRequest(settled) { _ in }])
        #expect(try ledger.compact(keeping: 3, facts: facts).commit?.revision == 6)
      }
    }
  }

  @Test func `a damaged log is not compacted`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try fill(ledger, 6)
        var bytes = try ledger.record(2)
        bytes[bytes.count - 40] ^= 1
        try ledger.put(bytes, for: [0, 0, 0, 0, 0, 0, 0, 2], in: "log")
        #expect(throws: EventLogError.self) { try ledger.compact(keeping: 5, facts: facts) }
        let (floor, head) = (try ledger.floor(), try ledger.head().revision)
        #expect(floor == 1 && head == 6)
      }
    }
  }
}
