import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct MigrationTests {
  @Test func `a file store becomes one commit with the cause import`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      let old = IASKSettingsStoreFile(path: path)
      old.setBool(true, forKey: "sounds")
      old.setObject([["name": "a"], ["name": "b"]], forKey: "accounts")
      #expect(old.synchronize())
      let bytes = try Data(contentsOf: URL(filePath: path))

      let ledger = try SettingsStore.temporary()
      let migration = try ledger.migrateSettings(fromFile: path, reason: "Version 2")
      let commit = try #require(migration.outcome.commit)
      #expect(commit.cause == .import && commit.source == "app.settings")
      #expect(commit.reason == "Version 2" && commit.events.count == 2)
      #expect(migration.leftOut.isEmpty)
      let new = IASKSettingsStoreLedger(ledger)
      #expect(new.bool(forKey: "sounds"))
      #expect(new.object(forKey: "accounts") == [["name": "a"], ["name": "b"]])
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
  }

  @Test func `a source is moved once, whatever is changed afterwards`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      try PropertyList.write(["a": 1, "b": 2]).write(to: URL(filePath: path))
      let ledger = try SettingsStore.temporary()
      let first = try ledger.migrateSettings(fromFile: path)
      try ledger.set("a", to: 5)
      try ledger.reset("b")
      let again = try ledger.migrateSettings(fromFile: path)
      #expect(again.outcome == .unchanged(at: first.outcome.revision))
      #expect(ledger["a"] == 5 && ledger["b"] == nil)
      try ledger.migrateSettings(fromFile: path, source: "another")
      #expect(ledger["a"] == 1)
    }
  }

  @Test func `what a ledger cannot hold is named and left where it is`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      var deep: SettingValue = 1
      for _ in 0..<80 { deep = [deep] }
      let long = String(repeating: "k", count: 600)
      try PropertyList.write(
        ["": 1, "deep": deep, "good": 2, .init(long): 3]
      ).write(to: URL(filePath: path))
      let migration = try SettingsStore.temporary().migrateSettings(fromFile: path)
      #expect(migration.leftOut.map(\.key) == ["", "deep", long])
      #expect(migration.leftOut.map(\.reason) == [.invalidKey, .unsupportedValue, .invalidKey])
      #expect(migration.outcome.commit?.events.map(\.name) == ["good"])
    }
  }

  @Test(arguments: ["<plist><dict>", "<plist><array/></plist>"])
  func `a file that cannot be read throws, and nothing is recorded`(text: String) throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      try Data(text.utf8).write(to: URL(filePath: path))
      let ledger = try SettingsStore.temporary()
      let failure = #expect(throws: StoreFailure.self) {
        try ledger.migrateSettings(fromFile: path)
      }
      #expect(failure?.reason == .unreadableFile)
      #expect(failure?.message.contains(path) == true)
      #expect(ledger.revision == 0)
    }
  }

  @Test func `where there is nothing to move, nothing is recorded, and what comes later is moved`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/app.settings"
      let ledger = try SettingsStore.temporary()
      let nothing = try ledger.migrateSettings(fromFile: path)
      #expect(nothing.outcome == .unchanged(at: 0) && nothing.leftOut.isEmpty)
      try withDomain { defaults, domain in
        let nothing = try ledger.migrateSettings(fromDomain: domain, of: defaults)
        #expect(nothing.outcome == .unchanged(at: 0))
      }
      try PropertyList.write(["a": 1]).write(to: URL(filePath: path))
      try ledger.migrateSettings(fromFile: path)
      #expect(ledger["a"] == 1)
    }
  }

  @Test func `a ledger that cannot be written throws`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      try PropertyList.write(["a": 1]).write(to: URL(filePath: path))
      let ledger = try SettingsStore.temporary()
      ledger.close()
      let failure = #expect(throws: StoreFailure.self) {
        try ledger.migrateSettings(fromFile: path)
      }
      #expect(failure?.reason == .writeFailed)
      #expect((failure?.underlying as? SettingsError)?.code == .closed)
    }
  }

  @Test func `a domain of the user defaults becomes one commit, registered defaults do not`() throws
  {
    try withDomain { defaults, domain in
      defaults.register(defaults: ["registered": 1])
      let old = IASKSettingsStoreUserDefaults(userDefaults: defaults)
      old.setBool(true, forKey: "sounds")
      old.setObject(["x", 2, [true, ["k": 1.5]]], forKey: "mixed")
      #expect(old.synchronize())
      let ledger = try SettingsStore.temporary()
      let migration = try ledger.migrateSettings(fromDomain: domain, of: defaults)
      #expect(migration.outcome.commit?.cause == .import)
      #expect(migration.outcome.commit?.source == domain)
      #expect(migration.leftOut.isEmpty)
      #expect(ledger.names() == ["mixed", "sounds"])
      #expect(ledger["sounds"] == true)
      #expect(ledger["mixed"] == ["x", 2, [true, ["k": 1.5]]])
    }
  }

  @Test func `an empty file has nothing to move`() throws {
    try withFolder { folder in
      try Data().write(to: URL(filePath: folder + "/app.settings"))
      let ledger = try SettingsStore.temporary()
      let nothing = try ledger.migrateSettings(fromFile: folder + "/app.settings")
      #expect(nothing.outcome == .unchanged(at: 0))
    }
  }

  @Test func `a file and a domain with the same source are both moved`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      try PropertyList.write(["a": 1]).write(to: URL(filePath: path))
      let ledger = try SettingsStore.temporary()
      try ledger.migrateSettings(fromFile: path, source: "version 1")
      try withDomain { defaults, domain in
        defaults.set(2, forKey: "b")
        try ledger.migrateSettings(fromDomain: domain, of: defaults, source: "version 1")
      }
      #expect(ledger["a"] == 1 && ledger["b"] == 2)
    }
  }

  @Test func `files with names as long as can be are moved, each once`() throws {
    try withFolder { folder in
      let ledger = try SettingsStore.temporary()
      for (index, end) in ["a", "b"].enumerated() {
        let path = folder + "/" + String(repeating: "é", count: 127) + end
        try PropertyList.write(["a": .integer(Int64(index))]).write(to: URL(filePath: path))
        for _ in 0..<2 { try ledger.migrateSettings(fromFile: path) }
        #expect(ledger["a"] == .integer(Int64(index)))
      }
      #expect(ledger.revision == 2)
      #expect(try ledger.commit(at: 2).source?.hasSuffix("éb") == true)
    }
  }

  @Test func `a source that changes nothing was moved nevertheless`() throws {
    try withFolder { folder in
      let path = folder + "/app.settings"
      try PropertyList.write(["a": 1]).write(to: URL(filePath: path))
      let ledger = try SettingsStore.temporary(values: ["a": 1])
      try ledger.migrateSettings(fromFile: path)
      try ledger.set("a", to: 2)
      try ledger.migrateSettings(fromFile: path)
      #expect(ledger["a"] == 2)
    }
  }
}
