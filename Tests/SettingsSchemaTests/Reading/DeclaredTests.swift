import SettingsCore
import SettingsSchema
import Testing

@Suite struct DeclaredTests {
  private func pane(_ file: SettingValue) -> SettingValue {
    ["Type": "PSChildPaneSpecifier", "Title": "Pane", "File": file]
  }

  private func attributes(_ entries: SettingValue...) -> [SettingValue.DictionaryKey: SettingValue]
  {
    ["Title": "Page", "PreferenceSpecifiers": .array(entries)]
  }

  @Test func `pages declared in code are read like those of files`() throws {
    let toggle: SettingValue = [
      "Type": "PSToggleSwitchSpecifier", "Key": "sounds", "Title": "Sounds", "DefaultValue": true,
    ]
    let declared = SettingsBundle(
      root: attributes(toggle, pane("More")),
      pages: ["More": attributes(["Type": "PSGroupSpecifier", "Title": "Group"])])
    let read = try TemporaryApp([
      "Settings.bundle/Root.plist": .dictionary(attributes(toggle, pane("More"))),
      "Settings.bundle/More.plist": .dictionary(
        attributes(["Type": "PSGroupSpecifier", "Title": "Group"])),
    ]).bundle()
    #expect(declared.pages.map(\.name) == read.pages.map(\.name))
    #expect(declared.pages.map(\.title) == read.pages.map(\.title))
    for (one, other) in zip(declared.pages, read.pages) {
      #expect(one.specifiers.map(\.attributes) == other.specifiers.map(\.attributes))
    }
    #expect(declared.defaults() == ["sounds": true])
    #expect(declared.diagnostics.map(\.problem) == read.diagnostics.map(\.problem))
  }

  @Test func `pages are kept once, missing ones are reported, unused ones left out`() {
    let bundle = SettingsBundle(
      root: attributes(pane("A"), pane("Nowhere"), pane("B")),
      pages: ["A": attributes(pane("B"), pane("Root")), "B": attributes(pane("A")), "C": [:]])
    #expect(bundle.pages.map(\.name) == ["Root", "A", "B"])
    #expect(
      bundle.diagnostics.filter { $0.severity == .error }.map(\.problem)
        == ["there is no page \"Nowhere\""])
    #expect(
      bundle.diagnostics.contains { $0.problem.hasPrefix("the pages lead back to themselves") })
  }

  @Test func `the entries of a list know their list and place`() {
    let bundle = SettingsBundle(
      root: attributes([
        "Type": "IASKListGroupSpecifier", "Key": "list",
        "ItemSpecifier": ["Type": "PSTextFieldSpecifier", "Key": "name"],
      ]))
    let list = bundle.root.specifiers.first
    let item = list?.itemSpecifier(for: 2)
    #expect(item?.item?.list == "list" && item?.item?.position == .existing(2))
    #expect(item?.key == "name")
    #expect(list?.addSpecifier == nil && list?.item == nil)
    #expect(item?.itemSpecifier(for: 0) == nil)
  }
}
