import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct AbstractStoreTests {
  /// A store of an app: three methods.
  private final class PrefixedStore: IASKAbstractSettingsStore {
    var values: [String: SettingValue] = [:]
    override func setObject(_ value: SettingValue?, forKey key: String) {
      values["app." + key] = value
    }
    override func object(forKey key: String) -> SettingValue? { values["app." + key] }
    override func synchronize() -> Bool { !takeFailure() }
  }

  @Test func `three methods make a store`() throws {
    let store: any IASKSettingsStore = PrefixedStore()
    let (field, list) = (try SampleEntries.field(), try SampleEntries.list())
    store.setBool(true, for: field)
    store.add("item", for: try #require(list.addSpecifier))
    #expect((store as? PrefixedStore)?.values == ["app.name": true, "app.list": ["item"]])
    #expect(store.bool(for: field))
    #expect(store.synchronize())
  }

  @Test func `a store without methods keeps nothing, and says so`() throws {
    let store = IASKAbstractSettingsStore()
    store.setBool(true, for: try SampleEntries.field())
    #expect(store.object(for: try SampleEntries.field()) == nil)
    #expect(store.lastFailure?.reason == .notImplemented)
    #expect(!store.synchronize())
  }

  @Test func `a failure handler that fails itself is not called for that`() throws {
    let ledger = try SettingsStore.temporary()
    let store = IASKSettingsStoreLedger(ledger)
    var told: [String?] = []
    store.failureHandler = { failure in
      told.append(failure.key)
      store.setObject(.string(failure.message), forKey: "problem")
      store.synchronize()
    }
    ledger.close()
    store.setBool(true, forKey: "a")
    #expect(told == ["a"])
    #expect(store.lastFailure?.key == "problem")
    store.setBool(true, forKey: "b")
    #expect(told == ["a", "b"])
  }

  @Test(
    arguments: [
      ("YES", true, 0, 0), ("true", true, 0, 0), ("1", true, 1, 1), ("no", false, 0, 0),
      ("12abc", true, 12, 12), (" -12.75x", true, -12, -12.75), ("1e3", true, 1, 1000),
      (true, true, 1, 1), (0, false, 0, 0), (2.75, true, 2, 2.75), (-2.75, true, -2, -2.75),
      ("", false, 0, 0), ("-", false, 0, 0), (["a"], false, 0, 0), (["a": 1], false, 0, 0),
      (.data(.init([1])), false, 0, 0), (.double(.infinity), true, .max, .infinity),
      ("1\u{FE0F}\u{20E3} first", true, 1, 1), ("-3\u{301}", true, -3, -3),
      ("\u{661}", false, 0, 0),
      ("99999999999999999999", true, .max, 1e20), ("-99999999999999999999", true, .min, -1e20),
    ] as [(SettingValue, Bool, Int, Double)])
  func `T1: getters convert numbers, texts and all else`(
    value: SettingValue, bool: Bool, integer: Int, double: Double
  ) {
    let store = IASKSettingsStoreInMemory(dictionary: ["key": value])
    #expect(store.bool(forKey: "key") == bool)
    #expect(store.integer(forKey: "key") == integer)
    #expect(store.double(forKey: "key") == double)
  }

  @Test func `T1: a number that is none is 0 as a whole number`() {
    #expect(
      IASKSettingsStoreInMemory(dictionary: ["key": .double(.nan)]).integer(forKey: "key") == 0)
  }
}
