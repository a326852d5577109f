import SettingsLedger
import Testing

nonisolated enum Theme: String { case light, dark }

nonisolated extension SettingKey<Double> {
  static let fontSize = SettingKey("editor.fontSize", default: 13.0)
}
nonisolated extension SettingKey<String?> {
  static let nickname = SettingKey("profile.nickname")
}
nonisolated extension SettingKey<Theme> {
  static let theme = SettingKey("theme", default: .light)
}

@Suite struct MainActorTests {
  @Test func `the calls of the guide work where everything is on the main actor`() async throws {
    let store = try SettingsStore.temporary(author: "alice")
    #expect(store[.fontSize] == 13 && store[.nickname] == nil && store[.theme] == .light)
    try await store.set(.fontSize, to: 14)
    try await store.set(.theme, to: .dark, reason: "Night")
    try await store.commit { draft in
      draft[.fontSize] += 1
      draft[.nickname] = "Al"
    }
    #expect(store[.fontSize] == 15 && store[.theme] == .dark)
    try blocking(store)
    #expect(store[.fontSize] == 17)
    #expect(try store.history(of: .fontSize).count == 4)
    try store.verify()
  }

  private func blocking(_ store: SettingsStore) throws {
    try store.commit(reason: "Twice") { draft in draft[.fontSize] += 1 }
    try store.commit(expecting: store.revision) { $0[.fontSize] += 1 }
    try store.reset(.nickname)
  }
}
