import Foundation
import SettingsLedger
import Testing

/// Makes a store in a directory of its own, and verifies it when the test is done with it.
func withStore<R>(
  author: String = "alice", _ configuration: StoreConfiguration = StoreConfiguration(),
  _ body: (SettingsStore) throws -> R
) throws -> R {
  try withDirectory { directory in
    let store = try SettingsStore(
      path: directory + "/store", author: author, configuration: configuration)
    defer { store.close() }
    let result = try body(store)
    try SettingsStore(path: directory + "/store", author: author).verify()
    return result
  }
}

/// The same for a test that awaits.
func withStore<R>(
  author: String = "alice", _ configuration: StoreConfiguration = StoreConfiguration(),
  _ body: (SettingsStore) async throws -> R
) async throws -> R {
  let directory = try makeDirectory()
  defer { try? FileManager.default.removeItem(atPath: directory) }
  let store = try SettingsStore(
    path: directory + "/store", author: author, configuration: configuration)
  defer { store.close() }
  let result = try await body(store)
  try store.verify()
  return result
}

/// Makes a directory that is gone afterwards.
func withDirectory<R>(_ body: (String) throws -> R) throws -> R {
  let directory = try makeDirectory()
  defer { try? FileManager.default.removeItem(atPath: directory) }
  return try body(directory)
}

func makeDirectory() throws -> String {
  let url = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  return url.path
}

/// Runs a body and gives the `SettingsError` that it must throw.
func settingsError(
  _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
) -> SettingsError? {
  #expect(throws: SettingsError.self, sourceLocation: sourceLocation) { try body() }
}

nonisolated extension SettingKey<Double> {
  static let fontSize = SettingKey("editor.fontSize", default: 13.0)
}
nonisolated extension SettingKey<String?> {
  static let nickname = SettingKey("profile.nickname")
}
nonisolated extension SettingKey<Int> {
  static let counter = SettingKey("counter", default: 0)
}
