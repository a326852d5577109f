import Foundation
import LMDBKit
import SettingsLedger
import Testing

/// Case S3 of a library's users: a damaged store gives what still verifies, and says what is lost.
@Suite struct SalvageTests {
  private func makeStore(_ directory: String, commits: Int = 9) throws -> String {
    let store = try SettingsStore(path: directory + "/old", author: "alice")
    defer { store.close() }
    for index in 1...commits { try store.set("k\(index % 3)".name, to: .string("value \(index)")) }
    return store.path
  }

  /// Changes rows behind the store's back.
  private func damage(
    _ path: String, tables: [String] = ["log"],
    _ change: (borrowing WriteTransaction) throws -> Void
  ) throws {
    let environment = try Environment.open(at: path, .init(tables: tables))
    defer { environment.close() }
    try environment.write { transaction -> Completion<Void> in
      try change(transaction)
      return .commit(())
    }
    // Once more, so that the state before is damaged too.
    try environment.write { transaction -> Completion<Void> in
      try transaction.put(Table<String, [UInt8]>.main, "other", [])
      return .commit(())
    }
  }

  private let log = Table<[UInt8], [UInt8]>("log")
  private func key(_ revision: UInt8) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, revision] }

  /// Salvages, and checks that the new store verifies, and that the old one's bytes are what they were.
  private func salvage(_ path: String, in directory: String) throws -> SalvageReport {
    let files = try ["data.mdb", "lock.mdb"].map {
      try Data(contentsOf: URL(filePath: "\(path)/\($0)"))
    }
    let report = try SettingsStore.salvage(from: path, to: directory + "/new")
    for (name, bytes) in zip(["data.mdb", "lock.mdb"], files) {
      #expect(try Data(contentsOf: URL(filePath: "\(path)/\(name)")) == bytes)
    }
    let new = try SettingsStore(path: directory + "/new", author: "bob")
    defer { new.close() }
    #expect(try new.verify().head == report.head)
    if let last = try new.history(of: "k0").last(where: { $0.commit.author == "alice" }) {
      #expect(new["k0"] == .string("value \(last.commit.revision)"))
    }
    return report
  }

  @Test func `an intact store is recovered whole, with the same digest`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let digest = try SettingsStore(path: path, author: "a").digest
      let report = try salvage(path, in: directory)
      #expect(report.head == LogHead(revision: 9, digest: digest))
      #expect(report.loss == nil)
      let error = settingsError { try SettingsStore.salvage(from: path, to: directory + "/new") }
      #expect(error?.code == .notEmpty)
    }
  }

  @Test(arguments: [1, 2, 5, 8, 9] as [UInt8])
  func `a record that does not read ends what is recovered`(revision: UInt8) throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      try damage(path) { transaction in try transaction.put(log, key(revision), [0xFF]) }
      guard revision > 1 else {
        let error = settingsError { try SettingsStore.salvage(from: path, to: directory + "/new") }
        #expect(error?.code == .damaged)
        #expect(!FileManager.default.fileExists(atPath: directory + "/new"))
        return
      }
      let loss = try #require(try salvage(path, in: directory).loss)
      #expect(loss.revision.rawValue == UInt64(revision))
      #expect(loss.count == UInt64(10 - revision))
    }
  }

  @Test(arguments: [2, 5, 8, 9] as [UInt8])
  func `a record that reads and was changed is not recovered`(revision: UInt8) throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      try damage(path) { transaction in
        var record = try #require(try transaction.get(log, key(revision)))
        record[record.count - 40] ^= 1  // a byte of the nonce
        try transaction.put(log, key(revision), record)
      }
      let loss = try #require(try salvage(path, in: directory).loss)
      #expect(loss.revision.rawValue == UInt64(revision), "\(loss.problem)")
      #expect(
        loss.problem.contains(revision == 9 ? "head's digest" : "revision \(revision + 1) holds"))
    }
  }

  @Test func `a missing record ends what is recovered`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      try damage(path) { transaction in try transaction.delete(log, key(4)) }
      let loss = try #require(try salvage(path, in: directory).loss)
      #expect(loss.revision == 4)
      #expect(loss.count == 6)
      #expect(loss.problem == "its record is missing")
    }
  }

  @Test func `damaged saved state, store row and head row cost nothing`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory, commits: 600)
      try damage(path, tables: ["state.1", "history.1"]) { transaction in
        try transaction.clear(Table<[UInt8], [UInt8]>("history.1"))
        try transaction.put(Table<[UInt8], [UInt8]>("state.1"), [1, 0, 0, 0, 0], [1, 2, 3])
        let main = Table<String, [UInt8]>.main
        try transaction.put(main, "store", [1])
        try transaction.put(main, "head", [1])
      }
      let report = try salvage(path, in: directory)
      #expect(report.head.revision == 600)
      #expect(report.loss?.count == 0)
    }
  }

  @Test func `a redacted record whose redaction is lost ends what is recovered`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let store = try SettingsStore(path: path, author: "alice")
      try store.redact(5, "k2")
      store.close()
      try damage(path) { transaction in try transaction.put(log, key(10), [0xFF]) }
      let loss = try #require(try salvage(path, in: directory).loss)
      #expect(loss.revision == 5)
      #expect(loss.count == 6)
      #expect(loss.problem == "it was replaced, and no redaction says so")
    }
  }

  @Test func `the state before is taken when it has more, but not when a redaction is newer`()
    throws
  {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let environment = try Environment.open(at: path, .init(tables: ["log"]))
      try environment.write { transaction -> Completion<Void> in
        try transaction.delete(log, key(3))
        return .commit(())
      }
      environment.close()
      let report = try salvage(path, in: directory)
      #expect(report.head.revision == 9)
      #expect(
        report.loss?.problem == "in the file's newest state, revision 3: its record is missing")
    }
    try withDirectory { directory in
      let path = try makeStore(directory)
      let environment = try Environment.open(at: path, .init(tables: ["log"]))
      let erased = try environment.read { try $0.get(log, key(5)) }
      let store = try SettingsStore(path: path, author: "alice")
      try store.redact(5, "k2")
      store.close()
      // In one transaction what a redaction and a damage would do: the state before holds the value.
      let newest = try environment.read { try $0.get(log, key(5)) }
      for record in [erased, newest] {
        try environment.write { transaction -> Completion<Void> in
          try transaction.put(log, key(5), try #require(record))
          if record == newest { try transaction.delete(log, key(7)) }
          return .commit(())
        }
      }
      environment.close()
      #expect(try salvage(path, in: directory).loss?.revision == 7)
      #expect(try !Data(contentsOf: URL(filePath: directory + "/new/data.mdb")).contains("value 5"))
    }
  }

  @Test func `a redacted value does not come back`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let store = try SettingsStore(path: path, author: "alice")
      try store.redact(5, "k2")
      store.close()
      #expect(try salvage(path, in: directory).loss == nil)
      let new = try SettingsStore(path: directory + "/new", author: "bob")
      #expect(try new.verify().redacted == [5])
      #expect(try !Data(contentsOf: URL(filePath: directory + "/new/data.mdb")).contains("value 5"))
    }
  }

  @Test func `a redaction that is lost and can be read is told again`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let store = try SettingsStore(path: path, author: "alice")
      try store.redact(5, "k2")
      store.close()
      try damage(path) { transaction in try transaction.put(log, key(8), [0xFF]) }
      let report = try salvage(path, in: directory)
      #expect(report.loss?.revision == 8)
      #expect(report.loss?.count == 3)
      let new = try SettingsStore(path: directory + "/new", author: "bob")
      let redaction = try #require(try new.verify().redactions.first)
      #expect(redaction.revision == 5 && redaction.redaction == 8 && redaction.author == "salvage")
    }
  }

  @Test(arguments: [6, 9] as [UInt8])
  func `a compacted store keeps its baseline, and the compaction is told again`(bad: UInt8) throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let store = try SettingsStore(path: path, author: "alice")
      try store.compact(keeping: .revision(5))
      store.close()
      try damage(path) { transaction in try transaction.put(log, key(bad), [0xFF]) }
      let report = try salvage(path, in: directory)
      #expect(report.loss?.revision.rawValue == UInt64(bad))
      #expect(report.head.revision.rawValue == UInt64(bad))
      let new = try SettingsStore(path: directory + "/new", author: "bob")
      #expect(try new.compactedRevision == 4)
      #expect(try new.commit(at: new.revision).author == "salvage")
      #expect(try new.snapshot(at: .revision(4)).state["k0"] == "value 3")
    }
  }

  @Test func `a compacted store that is intact is recovered whole`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let store = try SettingsStore(path: path, author: "alice")
      try store.compact(keeping: .revision(5))
      let head = try store.head
      store.close()
      let report = try salvage(path, in: directory)
      #expect(report.head == head)
      #expect(report.loss == nil)
    }
  }

  @Test func `a newer store, no store, and another database are refused`() throws {
    try withDirectory { directory in
      func code(_ path: String) -> SettingsError.Code? {
        settingsError { try SettingsStore.salvage(from: path, to: directory + "/new") }?.code
      }
      #expect(code(directory + "/none") == .storeMissing)
      let other = try Environment.open(at: directory + "/other", .init(tables: ["x"]))
      other.close()
      #expect(code(directory + "/other") == .notAStore)
      let path = try makeStore(directory)
      try damage(path) { transaction in
        let main = Table<String, [UInt8]>.main
        var row = try #require(try transaction.get(main, "store"))
        row[2] = 9
        try transaction.put(main, "store", row)
      }
      #expect(code(path) == .newerFormat)
      #expect(!FileManager.default.fileExists(atPath: directory + "/new"))
    }
  }

  @Test func `a salvage that fails leaves what was at the new path`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let link = directory + "/link"
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: directory + "/nowhere")
      #expect(throws: SettingsError.self) { try SettingsStore.salvage(from: path, to: link) }
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link) == directory + "/nowhere")
    }
  }

  @Test func `an older page in the place of the tables' first one is found`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let file = URL(filePath: path + "/data.mdb")
      let bytes = try Data(contentsOf: file)
      // The roots that the two meta pages name, the last commit's and that of the one before.
      let roots = (0..<2).map { page in
        bytes[page * 4096 + 128..<page * 4096 + 136].reversed().reduce(0) { $0 << 8 | Int($1) }
      }
      func page(_ number: Int) -> Range<Int> { number * 4096..<(number + 1) * 4096 }
      var swapped = bytes
      swapped.replaceSubrange(page(roots[0]), with: bytes[page(roots[1])])
      swapped.replaceSubrange(page(roots[1]), with: bytes[page(roots[0])])
      try swapped.write(to: file)
      #expect(settingsError { _ = try SettingsStore(path: path, author: "a") }?.code == .damaged)
      let report = try salvage(path, in: directory)
      #expect(report.head.revision >= 8 && report.loss != nil)
    }
  }

  @Test func `two meta pages in each other's place are refused, and cost a salvage nothing`() throws
  {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let file = URL(filePath: path + "/data.mdb")
      let bytes = try Data(contentsOf: file)
      try (bytes[4096..<8192] + bytes[..<4096] + bytes[8192...]).write(to: file)
      #expect(settingsError { _ = try SettingsStore(path: path, author: "a") }?.code == .damaged)
      let report = try salvage(path, in: directory)
      #expect(report.head.revision == 9 && report.loss == nil)
    }
  }

  @Test(arguments: [0, 1])
  func `one damaged meta page costs one commit at most`(page: Int) throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let file = URL(filePath: path + "/data.mdb")
      var bytes = try Data(contentsOf: file)
      bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
      try bytes.write(to: file)
      let report = try salvage(path, in: directory)
      #expect(report.head.revision >= 8)
    }
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
