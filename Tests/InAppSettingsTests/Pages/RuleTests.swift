import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct RuleTests {
  private let text = "PSTextFieldSpecifier"

  @Test func `login and password are hidden while autoConnect is off`() throws {
    let fixture = try PageFixture(
      toggle("autoConnect"), entry(text, "login"), entry(text, "password", ["IsSecure": true]),
      options: PageOptions(rules: [
        VisibilityRule(hide: ["login", "password"], while: "autoConnect == NO")
      ]))
    #expect(fixture.page.snapshot.shape == ["-: autoConnect"])
    let commit = try #require(
      try fixture.page.setToggle(try fixture.id("autoConnect"), to: true).commit)
    #expect(fixture.page.snapshot.shape == ["-: autoConnect login password"])
    // What a rule hides is no event.
    #expect(commit.events.count == 1)
    #expect(fixture.store.hiddenNames() as [SettingName] == [])
    #expect(fixture.page.hiddenKeys == [])
  }

  @Test func `SLVisibleIf follows changes made elsewhere, and hidden keys count as well`()
    async throws
  {
    let fixture = try PageFixture(
      toggle("proxy", ["TrueValue": "enabled", "FalseValue": "disabled"]),
      entry("PSGroupSpecifier", nil, ["Title": "P", "SLVisibleIf": "proxy == YES"]),
      entry(text, "host"), entry(text, "user", ["SLVisibleIf": "host != \"\" && host != 'local'"]))
    var updates = fixture.page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.shape == ["-: proxy"])
    try await fixture.store.set("proxy", to: "enabled")
    let update = try await updates.next()
    #expect(update?.snapshot.shape == ["-: proxy", "P: host"])
    #expect(update?.sections.inserted == [1])
    try await fixture.store.set("host", to: "h")
    #expect(try await updates.next()?.snapshot.shape == ["-: proxy", "P: host user"])
    try await fixture.store.hide("host")
    // A hidden setting keeps its value, so that conditions on it hold as before.
    #expect(try await updates.next()?.snapshot.shape == ["-: proxy", "P: user"])
  }

  @Test func `rules that lead back to themselves are harmless`() throws {
    let fixture = try PageFixture(
      toggle("a", ["SLVisibleIf": "!b"]), toggle("b", ["SLVisibleIf": "!a"]))
    try fixture.page.setToggle(try fixture.id("a"), to: true)
    #expect(fixture.page.snapshot.shape == ["-: a"])
    try fixture.store.set("b", to: true)
    try fixture.page.refresh()
    #expect(fixture.page.snapshot.shape == [])
  }

  @Test func `conditions read defaults of other pages, and child pages inherit rules`() throws {
    let fixture = try PageFixture(
      entry("PSChildPaneSpecifier", "c", ["File": "Child", "SLVisibleIf": "size >= 2"]),
      toggle("top"),
      others: [
        "Child": [
          entry("PSSliderSpecifier", "size", ["DefaultValue": 3, "MaximumValue": 5]), toggle("x"),
        ]
      ], options: PageOptions(rules: [VisibilityRule(show: ["x"], while: .isOn("top"))]))
    #expect(fixture.page.snapshot.shape == ["-: c top"])
    guard case .page(let child) = try fixture.page.select(try fixture.id("c")) else {
      Issue.record("no page")
      return
    }
    #expect(child.snapshot.shape == ["-: size"])
    try fixture.page.setToggle(try fixture.id("top"), to: true)
    try child.refresh()
    #expect(child.snapshot.shape == ["-: size x"])
    try child.setSlider(try #require(child.snapshot.row(forKey: "size")).id, to: 1)
    try fixture.page.refresh()
    #expect(fixture.page.snapshot.shape == ["-: top"])
  }

  @Test func `in a draft a condition reads the item, not a setting of the same name`() throws {
    let fixture = try PageFixture(
      entry(
        "IASKListGroupSpecifier", "l",
        ["AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": "Item"]]),
      others: [
        "Item": [
          toggle("tls"), entry(text, "key", ["SLVisibleIf": "tls"]),
          entry(text, "more", ["SLVisibleIf": "expert"]),
        ]
      ], values: ["tls": true, "expert": true])
    guard case .draft(let draft) = try fixture.page.select(try fixture.list("l")[0].id) else {
      Issue.record("no draft")
      return
    }
    #expect(draft.page.snapshot.shape == ["-: tls more"])
    try draft.page.setToggle(try #require(draft.page.snapshot.row(forKey: "tls")).id, to: true)
    #expect(draft.page.snapshot.shape == ["-: tls key more"])
  }
}
