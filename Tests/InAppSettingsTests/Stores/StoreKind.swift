import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

/// The stores that must all follow the same rules.
enum StoreKind: CaseIterable {
  case ledger, file, memory, userDefaults

  /// Runs a test with an empty store of this kind, which is gone afterwards.
  func with(_ body: (IASKAbstractSettingsStore) throws -> Void) throws {
    switch self {
    case .ledger:
      let ledger = try SettingsStore.temporary()
      try body(IASKSettingsStoreLedger(ledger))
      try ledger.verify()
      ledger.close()
    case .file: try withFolder { try body(IASKSettingsStoreFile(path: $0 + "/settings.plist")) }
    case .memory: try body(IASKSettingsStoreInMemory())
    case .userDefaults:
      try withDefaults { try body(IASKSettingsStoreUserDefaults(userDefaults: $0)) }
    }
  }
}

/// Runs a test with a directory that is gone afterwards.
func withFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = try makeFolder()
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}

func makeFolder() throws -> String {
  let url = FileManager.default.temporaryDirectory.appending(path: "stores-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  return url.path
}

/// Runs a test with user defaults of its own, whose domain is gone afterwards.
func withDefaults(_ body: (UserDefaults) throws -> Void) throws {
  try withDomain { defaults, _ in try body(defaults) }
}

func withDomain(_ body: (UserDefaults, String) throws -> Void) throws {
  let domain = "stores-\(UUID().uuidString)"
  let defaults = try #require(UserDefaults(suiteName: domain))
  defer {
    defaults.removePersistentDomain(forName: domain)
    defaults.synchronize()
  }
  try body(defaults, domain)
}

/// Entries as a bundle's page has them.
struct SampleEntries {
  private let page: PageSchema

  init(_ entries: SettingValue...) throws {
    page = try withFolder { folder in
      let bundle = folder + "/Settings.bundle"
      try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
      try PropertyList.write(["PreferenceSpecifiers": .array(entries)])
        .write(to: URL(filePath: bundle + "/Root.plist"))
      return try SettingsBundle(inApp: URL(filePath: folder)).root
    }
  }

  subscript(index: Int) -> Specifier { page.specifiers[index] }

  /// A text field with a key.
  static func field(_ key: String = "name") throws -> Specifier {
    try SampleEntries(["Type": "PSTextFieldSpecifier", "Key": .string(key)])[0]
  }

  /// A text field without key.
  static func keyless() throws -> Specifier {
    try SampleEntries(["Type": "PSTextFieldSpecifier"])[0]
  }

  /// A list group whose items have a text field, with a key of its own or without.
  static func list(_ key: String? = "list", itemKey: String? = "name") throws -> Specifier {
    var item: [SettingValue.DictionaryKey: SettingValue] = ["Type": "PSTextFieldSpecifier"]
    item["Key"] = itemKey.map(SettingValue.string)
    var group: [SettingValue.DictionaryKey: SettingValue] = [
      "Type": "IASKListGroupSpecifier", "ItemSpecifier": .dictionary(item),
      "AddSpecifier": .dictionary(item),
    ]
    group["Key"] = key.map(SettingValue.string)
    return try SampleEntries(.dictionary(group))[0]
  }
}
