import EventLog
public import SettingsCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SettingsStore {
  /// Makes a store of its own in a temporary directory, for tests and previews: it is gone when it is
  /// closed or dropped.
  ///
  /// - Parameters:
  ///   - values: settings to begin with, recorded as one commit.
  ///   - author: who the changes are recorded for.
  ///   - configuration: how to open it.
  public static func temporary(
    values: [SettingName: SettingValue] = [:], author: String = "test",
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws(SettingsError) -> SettingsStore {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "settings-\(UUID().uuidString).ledger").path
    let connection = try Connection(
      path: directory, configuration, temporaryDirectory: directory)
    let store = SettingsStore(connection, author: author)
    if !values.isEmpty {
      _ = try store.unwrapped {
        try store.commit { draft in for (name, value) in values { draft.set(name, to: value) } }
      }
    }
    return store
  }
}
