import SettingsCore
import SettingsSchema
import Testing

@Suite struct DefaultsTests {
  private func entry(_ type: SettingValue, _ key: SettingValue, _ value: SettingValue)
    -> SettingValue
  {
    ["Type": type, "Key": key, "Title": "t", "DefaultValue": value]
  }

  private func pane(_ file: SettingValue) -> SettingValue {
    ["Type": "PSChildPaneSpecifier", "Title": "c", "File": file]
  }

  private func toggle(_ key: SettingValue, _ value: SettingValue) -> SettingValue {
    entry("PSToggleSwitchSpecifier", key, value)
  }

  @Test(arguments: [
    ("PSToggleSwitchSpecifier", true), ("PSMultiValueSpecifier", true),
    ("PSRadioGroupSpecifier", true), ("PSSliderSpecifier", true), ("PSTextFieldSpecifier", true),
    ("IASKTextViewSpecifier", true), ("IASKCustomViewSpecifier", true),
    ("IASKDatePickerSpecifier", true), ("PSTitleValueSpecifier", false),
    ("IASKButtonSpecifier", false), ("IASKListGroupSpecifier", false),
    ("PSChildPaneSpecifier", false), ("Mystery", false),
  ]) func `G1 each kind has a default, and some are editable`(type: String, isEditable: Bool) throws
  {
    let bundle = try bundle(entry(.string(type), "k", 1))
    #expect(bundle.defaults() == ["k": 1])
    #expect(bundle.defaults(editableOnly: true) == (isEditable ? ["k": 1] : [:]))
  }

  @Test func `G1 P13 entries without key or default have none`() throws {
    let bundle = try bundle(
      ["Type": "PSToggleSwitchSpecifier", "Key": "a", "Title": "t"],
      ["Type": "PSToggleSwitchSpecifier", "Title": "t", "DefaultValue": true])
    #expect(bundle.defaults() == [:])
    #expect(bundle.specifier(forKey: "a")?.defaultValue == nil)
  }

  @Test func `G2 of several entries with a key the last counts, or the first`() throws {
    let bundle = try bundle(toggle("a", false), toggle("a", 0), toggle("a", ""))
    #expect(bundle.defaults() == ["a": ""])
    #expect(bundle.defaults(duplicates: .first) == ["a": false])
  }

  @Test func `G3 the raw default is taken`() throws {
    let bundle = try bundle(
      toggle("a", true).adding("TrueValue", "on").adding("FalseValue", "off"))
    #expect(bundle.defaults() == ["a": true])
  }

  @Test func `G4 entries for other devices do not count, on any page`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(
        toggle("a", 1).adding("SupportedUserInterfaceIdioms", ["Pad"]), pane("Child")),
      "Settings.bundle/Child.plist": page(
        toggle("b", 1).adding("SupportedUserInterfaceIdioms", ["Pad"]), toggle("c", 1)),
    ])
    #expect(try app.bundle().defaults() == ["c": 1])
    #expect(try app.bundle().defaults(idiom: .pad) == ["a": 1, "b": 1, "c": 1])
  }

  @Test func `G5 P2 nested pages merge, and a page that two entries lead to counts at both`() throws
  {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(
        pane("A"), toggle("x", "root"), pane("A"), toggle("y", "root")),
      "Settings.bundle/A.plist": page(toggle("x", "a"), toggle("y", "a"), pane("B")),
      "Settings.bundle/B.plist": page(toggle("z", "b")),
    ])
    let bundle = try app.bundle()
    #expect(bundle.pages.map(\.name) == ["Root", "A", "B"])
    #expect(bundle.defaults() == ["x": "a", "y": "root", "z": "b"])
    #expect(bundle.defaults(duplicates: .first) == ["x": "a", "y": "a", "z": "b"])
  }

  @Test(.timeLimit(.minutes(10))) func `G5 pages that lead to themselves end, and are reported`()
    throws
  {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(pane("A"), toggle("r", 1)),
      "Settings.bundle/A.plist": page(pane("Root"), pane("A"), toggle("a", 1)),
    ])
    let bundle = try app.bundle()
    #expect(bundle.defaults() == ["r": 1, "a": 1])
    #expect(bundle.defaults(duplicates: .first) == ["r": 1, "a": 1])
    let cycles = bundle.diagnostics.filter { $0.severity == .warning }.map(\.problem)
    #expect(cycles.count == 2)
    #expect(cycles.first?.contains("Root → A → Root") == true)
  }

  @Test func `G5 a chain of pages is as long as it is`() throws {
    let count = 300
    var files: [String: SettingValue] = ["Settings.bundle/Root.plist": page(pane("P0"))]
    for index in 0..<count {
      files["Settings.bundle/P\(index).plist"] = page(
        toggle(.string("k\(index)"), 1), pane(.string("P\(index + 1)")))
    }
    #expect(try TemporaryApp(files).bundle().defaults().count == count)
  }

  @Test
  func `G5 a screen of the app with a file of its own is no page, a missing page is reported`()
    throws
  {
    let bundle = try bundle(
      pane("about.html").adding("IASKViewControllerClass", "Web"), pane("Missing"),
      pane("../Outside"))
    let errors = bundle.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.index) == [1, 2])
    #expect(bundle.pages.count == 1)
  }

  @Test func `G6 items of lists and their pages have no defaults`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page([
        "Type": "IASKListGroupSpecifier", "Key": "l",
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "File": "Item", "Key": "i"],
        "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Key": "n", "DefaultValue": "d"],
      ]),
      "Settings.bundle/Item.plist": page(
        toggle("inItem", 1), ["Type": "PSTextFieldSpecifier", "Key": "pin", "IsSecure": true]),
    ])
    let bundle = try app.bundle()
    #expect(bundle.defaults() == [:])
    #expect(bundle.page(named: "Item") != nil)
    #expect(bundle.secretNames() == ["l", "pin"])
  }

  @Test func `secure fields are secrets, on every page and device`() throws {
    let secure: SettingValue = [
      "Type": "PSTextFieldSpecifier", "Key": "p", "IsSecure": "YES",
      "SupportedUserInterfaceIdioms": ["Pad"],
    ]
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(pane("A"), ["Type": "PSTextFieldSpecifier", "Key": "u"]),
      "Settings.bundle/A.plist": page(secure),
    ])
    #expect(try app.bundle().secretNames() == ["p"])
  }
}
