import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct LedgerStoreTests {
  @Test func `each write is a commit with author and source`() throws {
    let ledger = try SettingsStore.temporary(author: "carol")
    let store = IASKSettingsStoreLedger(ledger, source: "Preferences")
    let list = try SampleEntries.list()
    store.setBool(true, forKey: "sounds")
    store.setBool(true, forKey: "sounds")
    store.add("item", for: try #require(list.addSpecifier))
    store.setObject(nil, forKey: "sounds")
    #expect(store.synchronize())
    let log = try ledger.log()
    #expect(log.map(\.author) == ["carol", "carol", "carol"])
    #expect(log.map(\.source) == ["Preferences", "Preferences", "Preferences"])
    #expect(!ledger.isSet("sounds"))
    #expect(ledger["list"] == ["item"])
  }

  @Test func `a registered default is read, and is not written`() throws {
    let ledger = try SettingsStore.temporary()
    ledger.registerDefaults(["volume": 0.5])
    let store = IASKSettingsStoreLedger(ledger)
    #expect(store.double(forKey: "volume") == 0.5)
    store.setObject(nil, forKey: "volume")
    #expect(store.double(forKey: "volume") == 0.5)
    #expect(ledger.revision == 0)
  }

  @Test func `T7: an edit of an item that is not there stores no registered default`() throws {
    let ledger = try SettingsStore.temporary()
    ledger.registerDefaults(["list": ["a"]])
    let store = IASKSettingsStoreLedger(ledger)
    let list = try SampleEntries.list()
    store.setObject("x", for: try #require(list.itemSpecifier(for: 1)))
    store.removeObject(with: try #require(list.itemSpecifier(for: 1)))
    #expect(ledger.revision == 0)
    store.setObject("b", for: try #require(list.addSpecifier))
    #expect(ledger["list"] == ["a", "b"])
  }

  @Test func `T9: a write that fails is told once, and the next ones go on`() throws {
    let store = IASKSettingsStoreLedger(try SettingsStore.temporary())
    store.setObject("x", forKey: "")
    #expect(store.lastFailure?.reason == .invalidKey)
    store.setObject("y", forKey: "good")
    #expect(!store.synchronize())
    #expect(store.synchronize())
    #expect(store.object(forKey: "good") == "y")
    #expect(store.object(forKey: "") == nil)
    var deep: SettingValue = 1
    for _ in 0..<80 { deep = [deep] }
    store.setObject(deep, forKey: "deep")
    #expect(store.lastFailure?.reason == .unsupportedValue)
    #expect(store.lastFailure?.key == "deep")
    #expect(!store.synchronize())
  }

  @Test func `T9: a closed ledger is a failure, not a crash`() throws {
    let ledger = try SettingsStore.temporary()
    let store = IASKSettingsStoreLedger(ledger)
    ledger.close()
    store.setBool(true, forKey: "a")
    #expect(store.lastFailure?.reason == .writeFailed)
    #expect((store.lastFailure?.underlying as? SettingsError)?.code == .closed)
    #expect(!store.synchronize())
  }

  @Test func `items that several add at the same time are all kept`() async throws {
    let ledger = try SettingsStore.temporary()
    let add = try #require(try SampleEntries.list().addSpecifier)
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          let store = IASKSettingsStoreLedger(ledger)
          for index in 0..<10 { store.setInteger(task * 10 + index, for: add) }
        }
      }
    }
    guard case .array(let items) = ledger["list"] else {
      Issue.record("there is no list")
      return
    }
    #expect(Set(items) == Set((0..<40).map { .integer($0) }))
    #expect(items.count == 40)
  }
}
