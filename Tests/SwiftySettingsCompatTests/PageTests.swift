import InAppSettings
import SettingsLedger
import SettingsSchema
import SwiftySettingsCompat
import Testing

/// A settings page made of a tree: both show and change the same settings.
@Suite @MainActor struct PageTests {
  private let told = Told()
  private let store: SettingsStore
  private let settings: SwiftySettings
  private let page: SettingsPage

  init() throws {
    store = try SettingsStore.temporary(author: "alice")
    settings = sampleSettings(SettingsStorage(store), told: told)
    let bundle = settings.bundle
    page = try SettingsPage(bundle.root, of: bundle, in: store)
  }

  private func row(_ key: SettingName) throws -> PageSnapshot.Row {
    try #require(page.snapshot.row(forKey: key))
  }

  @Test func `the page shows the tree`() throws {
    #expect(page.snapshot.title == "Title")
    #expect(page.snapshot.sections.map(\.title) == ["Section 1", "Section 2", "Section 3"])
    #expect(
      page.snapshot.rows.map(\.title) == [
        "Title 1", "Title 2", "Option 1", "Option 2", "Options Button", "Name",
      ])
    #expect(page.snapshot.sections.map(\.rows.count) == [2, 2, 2])
  }

  @Test func `what the page changes, nodes read`() throws {
    try page.setToggle(row("key1").id, to: true)
    try page.setSlider(row("key2").id, to: 250)
    try page.choose(page.snapshot.sections[1].rows[1].id)
    try page.choose(0, of: row("key4").id)
    try page.beginText(row("key5").id).end(with: "Ann")
    #expect(try #require(settings.node(0, 0, as: Switch.self)).value)
    #expect(try #require(settings.node(0, 1, as: Slider.self)).value == 100)
    #expect(try #require(settings.node(1, 1, as: Option.self)).selected)
    #expect(
      try #require(settings.node(2, 0, as: OptionsButton.self)).selectedOptionTitle == "Option 1")
    #expect(try #require(settings.node(2, 1, as: TextField.self)).value == "Ann")
    #expect(try store.log().compactMap(\.reason).last == "Turned on “Title 1”")
  }

  @Test func `the ends of a slider are written alike by nodes and pages`() throws {
    let declared = SwiftySettings(storage: SettingsStorage(store), title: "Volume") {
      Section(title: "") {
        Slider(key: "volume", title: "Volume", minimumValue: 0.1, maximumValue: 0.7)
      }
    }
    let bundle = declared.bundle
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    try page.setSlider(try #require(page.snapshot.row(forKey: "volume")).id, to: 5)
    #expect(store["volume"] == 0.7)
    try #require(declared.main.sections[0].items[0] as? Slider).value = 0
    #expect(store["volume"] == 0.1)
  }

  @Test func `what nodes change, the page shows`() throws {
    try #require(settings.node(0, 1, as: Slider.self)).value = 12.5
    try #require(settings.node(2, 0, as: OptionsButton.self)).options[1].selected = true
    try page.refresh()
    guard case .slider(let slider) = try row("key2").control else {
      Issue.record("the row is no slider")
      return
    }
    #expect(slider.position == 12.5)
    #expect(try row("key4").detail == "Option 2")
  }

  /// Waits until the nodes were told so much, and says what since the last time.
  private func wait(for changes: String...) async throws {
    while told.changes.count < changes.count { try await Task.sleep(for: .milliseconds(1)) }
    #expect(told.changes == changes)
    told.changes = []
  }

  @Test(.timeLimit(.minutes(10)))
  func `nodes are told once of changes made on the page, elsewhere, and by themselves`()
    async throws
  {
    let following = Task { try await settings.follow() }
    await Task.yield()
    try page.setToggle(row("key1").id, to: true)
    try await wait(for: "switch: key1=true")
    try #require(settings.node(0, 1, as: Slider.self)).value = 5
    try await wait(for: "slider: key2=5.0")
    try page.choose(page.snapshot.sections[1].rows[0].id)
    try await wait(for: "one: key3=1")
    try await store.withAuthor("bob").commit { draft in
      draft["key3"] = 2
      draft["key5"] = "Bob"
      draft.hide("key1")
    }
    try await wait(for: "two: key3=2", "text: key5=Bob")
    try await store.reset("key1")
    try await wait(for: "switch: key1=false")
    settings.storage["key5"] = "direct"
    try await wait(for: "text: key5=direct")
    let twin = Switch(key: "key1", title: "Twin", valueChangedClosure: told.closure("twin"))
    settings.main.sections[0].with(twin)
    twin.value = true
    try await wait(for: "twin: key1=true", "switch: key1=true")

    following.cancel()
    try await following.value
    try await store.set("key5", to: "after")
    #expect(told.changes == [])
  }

  @Test func `following something else than a ledger ends at once`() async throws {
    try await sampleSettings(StubStorage()).follow()
    try await sampleSettings(SettingsStorage(IASKSettingsStoreInMemory())).follow()
    store.close()
    try await settings.follow()
  }
}
