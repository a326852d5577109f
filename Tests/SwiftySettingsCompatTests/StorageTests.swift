import InAppSettings
import SettingsLedger
import SwiftySettingsCompat
import Testing

@Suite struct StorageTests {
  @Test func `the four kinds are stored, read, and taken away`() throws {
    let ledger = try SettingsStore.temporary()
    let storage = SettingsStorage(ledger)
    storage["flag"] = true
    storage["ratio"] = Float(0.1)
    storage["count"] = 7
    storage["name"] = "Ann"
    #expect(storage["flag"] == true)
    #expect(storage["ratio"] == Float(0.1))
    #expect(storage["count"] == 7)
    #expect(storage["name"] == "Ann")
    #expect(ledger["flag"] == true && ledger["count"] == 7 && ledger["name"] == "Ann")
    #expect(ledger["ratio"] == 0.1)
    storage["flag"] = nil as Bool?
    storage["ratio"] = nil as Float?
    storage["count"] = nil as Int?
    storage["name"] = nil as String?
    #expect(ledger.names() == [])
    #expect(storage["flag"] == nil as Bool?)
  }

  @Test(
    arguments: [
      .pi, 98.9, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -0.0, .infinity, 16_777_216,
    ] as [Float]) func `every number of 32 bits reads back as it was`(value: Float) throws
  {
    let storage = SettingsStorage(IASKSettingsStoreInMemory())
    storage["ratio"] = value
    #expect(storage["ratio"] == value)
  }

  @Test func `a value of another kind reads as nil and stays; numbers read across their kinds`()
    throws
  {
    let ledger = try SettingsStore.temporary(
      values: ["text": "14", "whole": 14, "real": 14.0, "part": 14.5, "flag": true])
    let storage = SettingsStorage(ledger)
    #expect(storage["text"] as Int? == nil)
    #expect(storage["text"] as Bool? == nil)
    #expect(storage["flag"] as Int? == nil)
    #expect(storage["whole"] as Bool? == nil)
    #expect(storage["whole"] as String? == nil)
    #expect(storage["whole"] as Float? == 14)
    #expect(storage["real"] as Int? == 14)
    #expect(storage["part"] as Int? == nil)
    #expect(ledger.revision == 1)
  }

  @Test func `each change is a commit with author and source`() throws {
    let ledger = try SettingsStore.temporary(author: "carol")
    let settings = sampleSettings(SettingsStorage(ledger))
    try #require(settings.node(0, 0, as: Switch.self)).value = true
    try #require(settings.node(1, 0, as: Option.self)).selected = true
    try #require(settings.node(1, 0, as: Option.self)).selected = true
    let log = try ledger.log()
    #expect(log.map(\.author) == ["carol", "carol"])
    #expect(log.map(\.source) == ["SwiftySettings", "SwiftySettings"])
    #expect(log.flatMap(\.events).map(\.name) == ["key3", "key1"])
  }

  @Test func `a write that fails is told, and the node reads what is stored`() throws {
    var failures: [StoreFailure] = []
    let ledger = try SettingsStore.temporary()
    let storage = SettingsStorage(ledger) { failures.append($0) }
    storage[""] = true
    #expect(storage.lastFailure?.reason == .invalidKey)
    ledger.close()
    let settings = sampleSettings(storage)
    let node = try #require(settings.node(0, 0, as: Switch.self))
    node.value = true
    #expect(!node.value)
    #expect(failures.map(\.reason) == [.invalidKey, .writeFailed])
    #expect(failures.last?.key == "key1")
  }

  @Test func `changes made elsewhere are read, and told when they are passed on`() throws {
    let told = Told()
    let ledger = try SettingsStore.temporary()
    let settings = sampleSettings(SettingsStorage(ledger), told: told)
    try ledger.withAuthor("bob").set("key1", to: true)
    try ledger.withAuthor("bob").set("key3", to: 2)
    #expect(try #require(settings.node(0, 0, as: Switch.self)).value)
    #expect(try #require(settings.node(1, 1, as: Option.self)).selected)
    #expect(told.changes == [])
    for key in ["key1", "key3", "absent"] { settings.settingChanged(key) }
    #expect(told.changes == ["switch: key1=true", "two: key3=2"])
  }

  @Test func `a failure handler may change settings`() throws {
    let ledger = try SettingsStore.temporary()
    let told = Told()
    let settings = SwiftySettings(storage: StubStorage(), title: "Title") {
      Section(title: "S") { Switch(key: "a", title: "A") }
    }
    settings.storage = SettingsStorage(ledger) { _ in
      told.changes.append("failed")
      settings.storage["problem"] = true
    }
    try #require(settings.node(0, 0, as: Switch.self)).value = true
    settings.storage[""] = true
    #expect(told.changes == ["failed"])
    #expect(ledger["problem"] == true)
  }

  @Test func `a failure handler may keep settings elsewhere from then on`() throws {
    let ledger = try SettingsStore.temporary()
    let settings = SwiftySettings(storage: StubStorage(), title: "Title") {
      Section(title: "S") { Switch(key: "a", title: "A") }
    }
    settings.storage = SettingsStorage(ledger) { _ in settings.storage = StubStorage() }
    ledger.close()
    let node = try #require(settings.node(0, 0, as: Switch.self))
    node.value = true
    #expect(settings.storage is StubStorage)
    node.value = true
    #expect(node.value)
  }
}
