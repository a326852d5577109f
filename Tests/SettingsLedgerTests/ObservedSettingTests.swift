import EventLog
import SettingsLedger
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ObservedSettingTests {
  @Test func `it follows the setting, and setting it records`() async throws {
    let store = try SettingsStore.temporary()
    let size = ObservedSetting(.fontSize, in: store)
    #expect(size.value == 13)
    size.value = 14
    #expect(size.value == 14 && store[.fontSize] == 14 && store.revision == 1)
    try await store.withAuthor("bob").set(.fontSize, to: 15)
    while size.value != 15 { try await Task.sleep(for: .milliseconds(1)) }
    store.close()
    size.value = 16
    #expect(size.error?.code == .closed && size.value == 15)
  }

  @Test func `a dropped one is freed, and so is its stream`() async throws {
    let store = try SettingsStore.temporary()
    weak var dropped: ObservedSetting<Double>?
    do {
      let size = ObservedSetting(.fontSize, in: store)
      dropped = size
      try await untilWaiting(1, store)
      withExtendedLifetime(size) {}
    }
    let ledger = try Ledger.open(at: store.path, LedgerOptions(access: .openExisting))
    defer { ledger.close() }
    while dropped != nil || ledger.isWatching { try await Task.sleep(for: .milliseconds(1)) }
    #expect(ledger.signal.waiting == 0)
  }
}
