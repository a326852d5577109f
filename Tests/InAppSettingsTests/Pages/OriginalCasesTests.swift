import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

/// What the original tests of its pages, by behaviour.
@Suite struct OriginalCasesTests {
  private func advanced() throws -> PageFixture {
    try PageFixture(
      entry("PSGroupSpecifier", nil, ["Title": "1"]), entry("PSTextFieldSpecifier", "a"),
      entry("PSGroupSpecifier", nil, ["Title": "2"]), entry("PSTextFieldSpecifier", "b"),
      entry("PSGroupSpecifier", nil, ["Title": "3"]), toggle("c"),
      entry("PSGroupSpecifier", "Hiding"), toggle("AutoConnect"),
      entry("PSTextFieldSpecifier", "AutoConnectLogin"),
      entry("PSTextFieldSpecifier", "AutoConnectPassword", ["IsSecure": true]))
  }

  @Test func `hidden keys hide rows, and rows without hidden keys show again`() throws {
    let fixture = try advanced()
    #expect(fixture.page.snapshot.sections.map(\.rows.count) == [1, 1, 1, 3])
    try fixture.page.setHiddenKeys(["AutoConnectLogin", "AutoConnectPassword"])
    #expect(fixture.page.snapshot.sections.map(\.rows.count) == [1, 1, 1, 1])
    try fixture.page.setHiddenKeys(["AutoConnectLogin"])
    try fixture.page.setHiddenKeys([])
    #expect(fixture.page.snapshot.sections.map(\.rows.count) == [1, 1, 1, 3])
  }

  @Test func `a hidden key of a group hides the group`() throws {
    let fixture = try advanced()
    try fixture.page.setHiddenKeys([
      "AutoConnectLogin", "AutoConnectPassword", "AutoConnect", "Hiding",
    ])
    #expect(fixture.page.snapshot.sections.count == 3)
  }

  @Test func `V6 subtitles follow the value`() throws {
    let fixture = try PageFixture(
      toggle("plain"), toggle("text", ["IASKSubtitle": "with subtitle"]),
      toggle("aware", ["IASKSubtitle": ["YES": "is on", "NO": "is off"], "TrueValue": "enabled"]),
      entry(
        "PSMultiValueSpecifier", "fruit",
        [
          "Values": ["Apple", "Banana"], "Titles": ["A", "B"],
          "IASKSubtitle": ["Banana": "Yellow fruit", "__default__": "Some fruit"],
        ]),
      entry(
        "PSMultiValueSpecifier", "number",
        ["Values": [0, 3], "Titles": [0, 3], "DefaultValue": 3]))
    func subtitles() throws -> [String?] {
      try ["plain", "text", "aware", "fruit"].map { try fixture.row($0).subtitle }
    }
    #expect(try subtitles() == [nil, "with subtitle", nil, "Some fruit"])
    try fixture.page.setToggle(try fixture.id("aware"), to: true)
    try fixture.page.choose(1, of: try fixture.id("fruit"))
    #expect(try subtitles() == [nil, "with subtitle", "is on", "Yellow fruit"])
    try fixture.page.setToggle(try fixture.id("aware"), to: false)
    try fixture.store.set("fruit", to: "UNKNOWN")
    try fixture.page.refresh()
    #expect(try subtitles() == [nil, "with subtitle", "is off", "Some fruit"])
    #expect(try fixture.row("number").detail == "3")
  }

  @Test func `L9 the privacy row comes first, asks for its URL, and hidden keys leave it`() throws {
    let bundle = SettingsBundle(
      root: ["PreferenceSpecifiers": [toggle("a")]],
      context: SchemaContext(infoDictionary: ["NSCameraUsageDescription": "photos"]))
    let store = try SettingsStore.temporary()
    let recorder = Recorder()
    let page = try SettingsPage(bundle.root, of: bundle, in: store, delegate: recorder)
    try page.setHiddenKeys(["IASKPrivacySettingsHeaderKey", "IASKPrivacySettingsCellKey"])
    #expect(
      page.snapshot.shape == ["IASKPrivacySettingsHeaderKey: IASKPrivacySettingsCellKey", "-: a"])
    _ = try page.select(page.snapshot.sections[0].rows[0].id)
    guard case .openURL("app-settings:", _)? = recorder.requests.first else {
      Issue.record("no request for the privacy settings")
      return
    }
  }

  @Test func `a page of a store that is only read shows everything and changes nothing`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
    defer { try? FileManager.default.removeItem(at: directory) }
    let writer = try SettingsStore(path: directory.path, author: "alice")
    try writer.set("a", to: true)
    let bundle = SettingsBundle(root: ["PreferenceSpecifiers": [toggle("a")]])
    let store = try SettingsStore(
      path: directory.path, author: "bob", configuration: StoreConfiguration(access: .readOnly))
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    let row = page.snapshot.rows[0]
    #expect(row.isOn == true && !row.isEnabled)
    guard case .nothing = try page.select(row.id) else {
      Issue.record("a disabled row was selected")
      return
    }
    let error = #expect(throws: PageError.self) { try page.setToggle(row.id, to: false) }
    guard case .store(let cause)? = error else {
      Issue.record("no error of the store: \(String(describing: error))")
      return
    }
    #expect(cause.code == .readOnly)
    #expect(error?.description == cause.description)
    #expect(page.snapshot.rows[0] == row)
    try writer.set("a", to: false)
    try page.refresh()
    #expect(page.snapshot.rows[0].isOn == false)
    store.close()
    writer.close()
  }
}
