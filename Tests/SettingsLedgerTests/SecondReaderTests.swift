import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// The reader in Python, which shares nothing with this package but docs/format.md.
@Suite(.enabled(if: SecondReader.isThere, "needs /usr/bin/python3 with the module lmdb"))
struct SecondReaderTests {
  private func makeStore(_ directory: String) throws -> SettingsStore {
    let store = try SettingsStore(path: directory + "/store", author: "alice")
    try store.commit(reason: "Onboarding") { draft in
      draft["a"] = ["list": [1, 2.5, .double(.nan)], "": .date(Date())]
      draft["b"] = .data(Data([1, 2, 3]))
      draft.hide("a")
    }
    try store.set("a", to: "ä", idempotencyKey: "k")
    try store.reset("a")
    return store
  }

  @Test func `the second reader finds the same digest`() throws {
    try withDirectory { directory in
      let store = try makeStore(directory)
      let (status, output) = try SecondReader.run([directory + "/store", "--json"])
      let digest = try store.digest.description
      #expect(status == 0 && output.contains(digest), "\(output)")
      let kept = try SecondReader.run([directory + "/store", "--digest", "3:\(digest)"])
      #expect(kept.status == 0)
      let other = try SecondReader.run([directory + "/store", "--digest", "2:\(digest)"])
      #expect(other.status == 1 && other.output.contains("revision 2"))
    }
  }

  @Test func `the second reader finds the same digest of a compacted store`() throws {
    try withDirectory { directory in
      let store = try makeStore(directory)
      try store.compact(keeping: .revision(3), reason: "old")
      try store.set("b", to: 1)
      let (status, output) = try SecondReader.run([directory + "/store", "--json"])
      let digest = try store.digest.description
      #expect(status == 0 && output.contains(digest), "\(output)")
      #expect(output.contains(#""commits": 3"#), "\(output)")
      let kept = try SecondReader.run([
        directory + "/store", "--digest", "5:\(digest)", "--quiet",
      ])
      #expect(kept.status == 0)
      let gone = try SecondReader.run([directory + "/store", "--digest", "1:\(digest)"])
      #expect(gone.status == 1 && gone.output.contains("dropped by a compaction"))
    }
  }

  @Test func `both readers find a baseline that was changed`() throws {
    try withDirectory { directory in
      let store = try makeStore(directory)
      try store.compact(keeping: .revision(3))
      store.close()
      let table = Table<[UInt8], [UInt8]>("baseline")
      var keys: [[UInt8]] = []
      let environment = try Environment.open(at: directory + "/store", .init(tables: ["baseline"]))
      defer { environment.close() }
      try environment.read { transaction in
        try transaction.scan(table) { key, _ in
          keys.append(key)
          return .next
        }
      }
      #expect(keys == [[0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 1]])
      for key in keys {
        for offset in [3, 17] {
          func flip() throws {
            try environment.write { transaction -> Completion<Void> in
              var row = try #require(try transaction.get(table, key))
              row[offset] ^= 1
              try transaction.put(table, key, row)
              return .commit(())
            }
          }
          try flip()
          let (status, output) = try SecondReader.run([directory + "/store", "--quiet"])
          #expect(status == 1, "row \(key), byte \(offset): \(output)")
          let error = settingsError {
            try SettingsStore(path: directory + "/store", author: "eve").verify()
          }
          #expect([.verifyFailed, .damaged].contains(error?.code), "row \(key), byte \(offset)")
          #expect(error?.revision == 2)
          try flip()
        }
      }
      #expect(try SecondReader.run([directory + "/store", "--quiet"]).status == 0)
    }
  }

  @Test func `the second reader names the record that was changed`() throws {
    try withDirectory { directory in
      try makeStore(directory).close()
      let environment = try Environment.open(at: directory + "/store", .init(tables: ["log"]))
      let (log, key) = (Table<[UInt8], [UInt8]>("log"), [0, 0, 0, 0, 0, 0, 0, 2] as [UInt8])
      try environment.write { transaction -> Completion<Void> in
        var record = try #require(try transaction.get(log, key))
        record[record.count - 40] ^= 1
        try transaction.put(log, key, record)
        return .commit(())
      }
      environment.close()
      let (status, output) = try SecondReader.run([directory + "/store", "--quiet"])
      #expect(status == 1 && output.contains("revision 2"), "\(output)")
    }
  }

  @Test func `the second reader lists what was redacted, and finds what came back`() throws {
    try withDirectory { directory in
      let store = try makeStore(directory)
      let before = try store.records(after: 1, limit: 1)[0].bytes
      try store.redact(2, "a")
      _ = try store.commit(confirmWithin: .seconds(3600)) { $0["c"] = 1 }
      try store.cancel()
      let (status, output) = try SecondReader.run([directory + "/store", "--json"])
      #expect(status == 0 && output.contains("\"redacted\": [2]"), "\(output)")
      store.close()
      let environment = try Environment.open(at: directory + "/store", .init(tables: ["log"]))
      try environment.write { transaction -> Completion<Void> in
        let log = Table<[UInt8], [UInt8]>("log")
        try transaction.put(log, [0, 0, 0, 0, 0, 0, 0, 2], before)
        return .commit(())
      }
      environment.close()
      let back = try SecondReader.run([directory + "/store", "--quiet"])
      #expect(back.status == 1 && back.output.contains("revision 2"), "\(back.output)")
      let reader = try SettingsStore(path: directory + "/store", author: "x")
      let error = settingsError { try reader.verify() }
      #expect(error?.code == .verifyFailed && error?.revision == 2)
      reader.close()
    }
  }
}
