import EventLog
import Foundation
import LMDBKit
import SettingsCore

/// A directory for one test, removed with everything in it when the closure ends.
func withTemporaryDirectory<R>(_ body: (String) throws -> R) throws -> R {
  let directory = FileManager.default.temporaryDirectory
    .appending(path: "ledger-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  return try body(directory)
}

/// Opens the store of a test, for as long as the closure runs.
func withLedger<R>(
  at directory: String, _ access: LedgerOptions.Access = .create,
  _ body: (Ledger) throws -> R
) throws -> R {
  let options = LedgerOptions(access: access, isRelaxed: true)
  let ledger = try Ledger.open(at: directory + "/store", options)
  defer { ledger.close() }
  return try body(ledger)
}

extension Ledger {
  /// Appends one commit a list of events, all in one transaction.
  func append(
    _ commits: [[SettingsEvent]], idempotencyKeys: [Int: String] = [:],
    _ change: (inout CommitFacts) throws -> Void = { _ in }
  ) throws {
    let requests = try commits.enumerated().map { index, events in
      var facts = CommitFacts(
        author: "test", cause: .rollback(to: 0, prefix: nil),
        idempotencyKey: idempotencyKeys[index],
        clock: { Timestamp(microseconds: 1_700_000_000_000_000) })
      try change(&facts)
      return CommitRequest(facts) { draft in for event in events { draft.write(event) } }
    }
    for result in try commit(requests) { _ = try result.get() }
  }

  /// Changes the bytes of one row behind the ledger's back; nil deletes it.
  func put(_ bytes: [UInt8]?, for key: [UInt8], in table: String) throws {
    let table = Table<[UInt8], [UInt8]>(table)
    try environment.write { transaction -> Completion<Void> in
      if let bytes {
        try transaction.put(table, key, bytes)
      } else {
        try transaction.delete(table, key)
      }
      return .commit(())
    }
  }

  /// All rows of a table, as they are on disk.
  func rows(of table: String) throws -> [(key: [UInt8], bytes: [UInt8])] {
    try environment.read { transaction in
      var rows: [(key: [UInt8], bytes: [UInt8])] = []
      try transaction.scan(Table<[UInt8], [UInt8]>(table)) { key, bytes in
        rows.append((key, bytes))
        return .next
      }
      return rows
    }
  }

  var entries: [SettingsState.Entry] {
    get throws { try withState { $0.entries } }
  }
}
