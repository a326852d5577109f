import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// Compacted logs outside of their store: exports, backups, salvage, and digests that were noted.
extension CompactionTests {
  @Test func `an export of a compacted log has the same digest elsewhere`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(4))
      try store.set("a", to: 3)
      try withStore { copy in
        let baseline = try #require(try store.baseline())
        #expect(baseline.floor == 4)
        let state = try baseline.state()
        #expect(state["b"] == 1)
        var log = try LogImport(after: baseline)
        for record in try store.records(after: 3, limit: 100) { try log.append(record.bytes) }
        let head = try copy.importLog(log)
        let original = try store.head
        #expect(head == original)
        #expect(try copy.snapshot(at: .revision(3)).state["b"] == 1)
        #expect(try copy.history(of: "a").map(\.commit) == store.history(of: "a").map(\.commit))
        try copy.set("a", to: 4)
        #expect(try copy.commit(at: copy.revision).origin == copy.origin)
      }
    }
  }

  @Test func `an import refuses another baseline than the log's, and one that is missing`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(4))
      let (first, records) = (try store.baseline(), try store.records(after: 3, limit: 100))
      let bytes = try #require(first).bytes
      for index in stride(from: 0, to: bytes.count, by: 7) {
        var changed = bytes
        changed[index] ^= 1
        try withStore { copy in
          let error = settingsError {
            var log = try LogImport(after: LogBaseline(floor: 4, bytes: changed))
            for record in records { try log.append(record.bytes) }
            try copy.importLog(log)
          }
          #expect([.recordMismatch, .damaged].contains(error?.code), "byte \(index)")
          #expect(copy.revision == 0)
        }
      }
      try withStore { copy in
        let error = settingsError {
          var log = LogImport()
          for record in records { try log.append(record.bytes) }
          try copy.importLog(log)
        }
        #expect(error != nil && copy.revision == 0)
      }
    }
  }

  @Test func `a backup of a compacted store opens and verifies`() throws {
    try withStore { store in
      try fill(store)
      try store.compact(keeping: .revision(5))
      let path = store.path + ".backup"
      try store.backup(to: path)
      let copy = try SettingsStore(path: path, author: "alice")
      defer { copy.close() }
      try copy.verify()
      #expect(try copy.digest == store.digest && copy.compactedRevision == 4)
    }
  }

  @Test(arguments: [nil, 3, 5, 7, 8] as [UInt8?])
  func `a compacted store is salvaged as far as its compaction vouches for it`(
    damaged: UInt8?
  ) throws {
    try withDirectory { directory in
      let path = directory + "/store"
      let store = try SettingsStore(path: path, author: "alice")
      try fill(store)
      try store.compact(keeping: .revision(4))
      try store.set("a", to: 3)
      let digest = try store.digest
      store.close()
      if let damaged {
        let environment = try Environment.open(at: path, .init(tables: ["log", "baseline"]))
        // Revision 3 stands for the baseline.
        let table = Table<[UInt8], [UInt8]>(damaged == 3 ? "baseline" : "log")
        let key = damaged == 3 ? [1, 0, 0, 0, 1] : [0, 0, 0, 0, 0, 0, 0, damaged] as [UInt8]
        // Twice, since a salvage also looks at the state before the file's newest one.
        for mask in [1, 0] as [UInt8] {
          try environment.write { transaction -> Completion<Void> in
            var bytes = try #require(try transaction.get(table, key))
            bytes[9] ^= mask
            try transaction.put(table, key, bytes)
            return .commit(())
          }
        }
        environment.close()
      }
      let target = directory + "/saved"
      if damaged == 3 {
        // The compaction, revision 7, says that this is not the state before revision 4.
        let error = settingsError { _ = try SettingsStore.salvage(from: path, to: target) }
        #expect(error?.code == .damaged)
        return
      }
      let report = try SettingsStore.salvage(from: path, to: target)
      // When the compaction is lost, it is told again: behind revision 4, or instead of itself.
      #expect(report.head.revision == [nil: 8, 5: 5, 7: 7, 8: 7][damaged])
      let isVouchedFor = !(report.loss?.problem.contains("nothing vouches for the state") ?? false)
      #expect(isVouchedFor == (damaged != 7))
      let saved = try SettingsStore(path: target, author: "bob")
      defer { saved.close() }
      try saved.verify()
      #expect(try saved.compactedRevision == 3)
      if damaged != 5 { #expect(saved["b"] == 2) }
      if damaged == nil { #expect(try saved.digest == digest) }
    }
  }

  @Test func `a salvage keeps a baseline whose value was erased by a commit that is lost`() throws {
    try withDirectory { directory in
      let path = directory + "/store"
      let store = try SettingsStore(path: path, author: "alice")
      try store.set("token", to: "leaked")
      try store.set("other", to: 1)
      try store.compact(keeping: .revision(2))
      try store.reset("token")
      try store.redact(1, "token")
      #expect(store.revision == 6)
      store.close()
      // The newest commit, which names the baseline without the value.
      let environment = try Environment.open(at: path, .init(tables: ["log"]))
      let (log, key) = (Table<[UInt8], [UInt8]>("log"), [0, 0, 0, 0, 0, 0, 0, 6] as [UInt8])
      for mask in [1, 0] as [UInt8] {
        try environment.write { transaction -> Completion<Void> in
          var bytes = try #require(try transaction.get(log, key))
          bytes[9] ^= mask
          try transaction.put(log, key, bytes)
          return .commit(())
        }
      }
      environment.close()
      let report = try SettingsStore.salvage(from: path, to: directory + "/saved")
      #expect(report.loss?.revision == 6)
      #expect(report.loss?.problem.contains("nothing vouches for the state") == true)
      let saved = try SettingsStore(path: directory + "/saved", author: "bob")
      defer { saved.close() }
      #expect(try saved.verify().redacted == [1])
      #expect(try saved.snapshot(at: .revision(1)).isRedacted("token"))
      #expect(saved["other"] == 1)
    }
  }

  @Test func `the digest of the last dropped commit is still an anchor`() throws {
    try withStore { store in
      try fill(store)
      let anchors = try (0...6 as ClosedRange<UInt64>).map { number in
        let revision = Revision(rawValue: number)
        return LogHead(revision: revision, digest: try store.digest(at: revision))
      }
      try store.compact(keeping: .revision(4))
      for anchor in anchors where anchor.revision >= 3 { try store.verify(extending: anchor) }
      let dropped = settingsError { try store.verify(extending: anchors[2]) }
      #expect(dropped?.code == .compacted && dropped?.revision == 3)
      #expect(dropped?.message.contains("goes on from revision 2 cannot be told") == true)
      let other = LogHead(revision: 3, digest: anchors[4].digest)
      #expect(settingsError { try store.verify(extending: other) }?.code == .verifyFailed)
    }
  }
}
