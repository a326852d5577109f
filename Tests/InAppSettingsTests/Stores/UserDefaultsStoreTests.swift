import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct UserDefaultsStoreTests {
  @Test func `T8: a value that no setting can hold is not destroyed by adding`() throws {
    try withDefaults { defaults in
      defaults.set(["a", UInt64.max] as [Any], forKey: "list")
      let store = IASKSettingsStoreUserDefaults(userDefaults: defaults)
      #expect(store.object(forKey: "list") == nil)
      store.add("b", for: try #require(try SampleEntries.list().addSpecifier))
      #expect(defaults.array(forKey: "list")?.count == 2)
      #expect(store.lastFailure?.reason == .unsupportedValue && store.lastFailure?.key == "list")
      #expect(!store.synchronize())
    }
  }

  @Test(
    arguments: [
      ("nan", .double(.nan)), ("infinity", .double(.infinity)), ("", 1), ("k\u{0}y", 2),
      ("nul", "a\u{0}b"), (String(repeating: "k", count: 600), 3), ("zero", .double(-0.0)),
      ("late", .date(Date(timeIntervalSinceReferenceDate: 1e12))),
      ("part", .date(Date(timeIntervalSinceReferenceDate: 0.25))), ("keys", ["": 1, "a\u{0}": 2]),
    ] as [(String, SettingValue)])
  func `odd keys and values are kept`(key: String, value: SettingValue) throws {
    try withDefaults { defaults in
      let store = IASKSettingsStoreUserDefaults(userDefaults: defaults)
      store.setObject(value, forKey: key)
      #expect(store.object(forKey: key) == value)
      #expect(store.synchronize())
    }
  }
}
