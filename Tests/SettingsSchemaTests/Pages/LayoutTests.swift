import SettingsCore
import SettingsSchema
import Testing

@Suite struct LayoutTests {
  private func group(_ key: SettingValue? = nil, idioms: SettingValue? = nil) -> SettingValue {
    made("PSGroupSpecifier", key, idioms)
  }

  private func row(_ key: SettingValue? = nil, idioms: SettingValue? = nil) -> SettingValue {
    made("PSToggleSwitchSpecifier", key, idioms)
  }

  private func made(
    _ type: SettingValue, _ key: SettingValue?, _ idioms: SettingValue?
  ) -> SettingValue {
    var entry: SettingValue = ["Type": type, "Title": "t"]
    if let key { entry = entry.adding("Key", key) }
    if let idioms { entry = entry.adding("SupportedUserInterfaceIdioms", idioms) }
    return entry
  }

  private func shape(
    _ specifiers: SettingValue..., hidden: Set<SettingName> = [], idiom: Idiom = .phone
  ) throws -> [String] {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": ["PreferenceSpecifiers": .array(specifiers)]
    ])
    return try app.bundle(idiom: idiom).root.layout(hidden: hidden, idiom: idiom).shape
  }

  @Test func `D1 an entry without Type is skipped, the rest loads`() throws {
    let bundle = try bundle(row("a"), ["Key": "b"], row("c"), ["Type": 5])
    #expect(bundle.root.layout(idiom: .phone).shape == ["-: a c"])
    #expect(bundle.diagnostics.filter { $0.severity == .error }.map(\.index) == [1, 3])
  }

  @Test func `D2 a header for other devices goes alone, its rows join the section before`() throws {
    #expect(
      try shape(group("A"), row("a"), group("B", idioms: ["Pad"]), row("b")) == ["A: a b"])
    #expect(try shape(group("B", idioms: ["Pad"]), row("b")) == ["-: b"])
    #expect(
      try shape(
        group("A"), row("a"), group("B", idioms: ["Pad"]), row("b"), hidden: ["A"]) == ["-: b"])
  }

  @Test func `D3 P6 devices`() throws {
    #expect(try shape(group("g", idioms: ["Pad"]), row("r", idioms: ["Pad"])) == [])
    let pad = try shape(group("g", idioms: ["Pad"]), row("r", idioms: ["Pad"]), idiom: .pad)
    #expect(pad == ["g: r"])
    for idiom in Idiom.allCases {
      #expect(try shape(row("r", idioms: []), idiom: idiom) == ["-: r"])
      #expect(try shape(row("r", idioms: ["Watch"]), idiom: idiom) == [])
    }
    #expect(try shape(row("r", idioms: ["Watch", "Reality"]), idiom: .vision) == ["-: r"])
  }

  @Test func `D4 a hidden header hides its section up to the next kept header`() throws {
    let radio: SettingValue = [
      "Type": "PSRadioGroupSpecifier", "Key": "R", "Values": [1], "Titles": ["x"],
    ]
    #expect(
      try shape(row("a"), group("G"), row("b"), radio, row("c"), group(), row("d"), hidden: ["G"])
        == ["-: a", "R: #0", "t: d"])
    #expect(
      try shape(group("G"), row("b"), radio, row("c"), group("H"), row("d"), hidden: ["R", "G"])
        == ["H: d"])
  }

  @Test func `D5 a hidden row is skipped, its section stays, and a key may be there twice`() throws
  {
    #expect(
      try shape(group("G"), row("a"), row("b"), row("a"), hidden: ["a", "b"]) == ["G:"])
  }

  @Test func `D6 rows before any header are a section without header`() throws {
    #expect(try shape(row("a"), row("b"), group("G")) == ["-: a b", "G:"])
    #expect(try shape() == [])
  }

  @Test func `D7 a radio group has a row per value, and others in it are found by key`() throws {
    let bundle = try bundle(
      [
        "Type": "PSRadioGroupSpecifier", "Key": "R", "Values": [1, 2, 3],
        "Titles": ["x", "y", "z"],
      ], row("after").adding("DefaultValue", true))
    let layout = bundle.root.layout(idiom: .phone)
    #expect(layout.shape == ["R: #0 #1 #2"])
    #expect(layout.path(forKey: "R") == PageLayout.Path(section: 0, row: 0))
    #expect(layout.path(forKey: "after") == PageLayout.Path(section: 0, row: 3))
    #expect(layout.specifier(at: PageLayout.Path(section: 0, row: 2))?.key == "R")
    #expect(bundle.defaults() == ["after": true])
  }

  private let list: SettingValue = [
    "Type": "IASKListGroupSpecifier", "Key": "L", "DefaultValue": ["p"],
    "ItemSpecifier": ["Type": "PSTextFieldSpecifier", "Key": "name"],
    "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
  ]

  @Test func `D8 a list group has a row per stored item and one to add`() throws {
    let root = try bundle(list, row("after")).root
    #expect(root.layout(idiom: .phone).shape == ["L: +"])
    let layout = root.layout(idiom: .phone) { $0 == "L" ? 2 : 0 }
    #expect(layout.shape == ["L: <0> <1> +"])
    #expect(layout.path(forKey: "name") == nil)
    #expect(layout.path(forKey: "after") == PageLayout.Path(section: 0, row: 0))
  }

  private struct Provider: ChoicesProvider {
    func choices(for specifier: Specifier) -> Choices? {
      Choices(values: [1, 2], titles: ["b", "a"])
    }
  }

  @Test func `D9 a group without values asks for them, and sorts when it says so`() throws {
    let radio: SettingValue = ["Type": "PSRadioGroupSpecifier", "Key": "R"]
    let plain = try specifier(radio)
    #expect(plain.choices == nil)
    #expect(plain.choices(from: Provider())?.values == [1, 2])
    let sorted = try specifier(radio.adding("DisplaySortedByTitle", true))
    #expect(sorted.choices(from: Provider())?.values == [2, 1])
    let list = try specifier(["Type": "PSMultiValueSpecifier", "Key": "M", "Title": "t"])
    #expect(list.choices(from: Provider())?.title(for: 2) == "a")
    let root = try bundle(radio).root
    #expect(root.layout(idiom: .phone).shape == ["R:"])
    #expect(root.layout(idiom: .phone, provider: Provider()).shape == ["R: #0 #1"])
  }

  @Test func `D10 D11 entries are found by key and by place`() throws {
    let layout = try bundle(group("G"), row("a"), row("b"), group("H"), row("a")).root
      .layout(idiom: .phone)
    #expect(layout.path(forKey: "a") == PageLayout.Path(section: 0, row: 0))
    #expect(layout.path(forKey: "H") == PageLayout.Path(section: 1, row: 0))
    #expect(layout.path(forKey: "unknown") == nil)
    #expect(layout.specifier(forKey: "b")?.index == 2)
    #expect(layout.specifier(forKey: "unknown") == nil)
    for (section, row) in [(0, 2), (2, 0), (-1, 0), (0, -1)] {
      #expect(layout.specifier(at: PageLayout.Path(section: section, row: row)) == nil)
    }
  }

  @Test func `D12 a selected date row has a row for editing below it`() throws {
    let date: SettingValue = ["Type": "IASKDatePickerSpecifier", "Key": "d"]
    let root = try bundle(group("G"), date, row("a")).root
    let layout = root.layout(idiom: .phone, selected: root.specifiers[1])
    #expect(layout.shape == ["G: d ^ a"])
    #expect(root.layout(idiom: .phone, selected: root.specifiers[2]).shape == ["G: d a"])
    let keyless = try specifier(["Type": "IASKDatePickerSpecifier"])
    #expect(!keyless.isSame(as: keyless))
  }

  @Test func `P7 a key of a child page is hidden there, too`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(
        ["Type": "PSChildPaneSpecifier", "Title": "c", "File": "Child"]),
      "Settings.bundle/Child.plist": page(row("a"), row("b")),
    ])
    let child = try app.bundle().page(named: "Child")
    #expect(child?.layout(hidden: ["a"], idiom: .phone).shape == ["-: b"])
  }
}
