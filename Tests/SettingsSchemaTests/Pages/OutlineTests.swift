import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct OutlineTests {
  private static let root: SettingValue = .dictionary([
    "Title": "Settings",
    "PreferenceSpecifiers": [
      ["Type": "PSGroupSpecifier", "Title": "Look", "FooterText": "At once.", "Key": "look"],
      [
        "Type": "PSToggleSwitchSpecifier", "Key": "dark", "Title": "Dark mode",
        "DefaultValue": true,
      ],
      [
        "Type": "PSSliderSpecifier", "Key": "size", "Title": "Size", "MinimumValue": 10,
        "MaximumValue": 20, "DefaultValue": 14,
      ],
      [
        "Type": "PSMultiValueSpecifier", "Key": "theme", "Title": "Theme", "DefaultValue": "b",
        "Values": ["r", "b"], "Titles": ["Red", "Blue"], "IASKSubtitle": ["b": "like the sky"],
      ],
      [
        "Type": "PSTextFieldSpecifier", "Key": "name", "Title": "Name", "IASKPlaceholder": "Nobody",
      ],
      ["Type": "PSTextFieldSpecifier", "Key": "pin", "Title": "PIN", "IsSecure": true],
      ["Type": "PSChildPaneSpecifier", "Title": "More", "File": "More"],
      ["Type": "IASKButtonSpecifier", "Title": "Go", "Key": "go"],
      [
        "Type": "PSTitleValueSpecifier", "Title": "Version", "Key": "v",
        "DefaultValue": "1\u{9B}2J",
      ],
      [
        "Type": "PSRadioGroupSpecifier", "Key": "r", "Title": "Radio", "DefaultValue": 2,
        "Values": [1, 2], "Titles": ["One", "Two"],
      ],
      [
        "Type": "IASKListGroupSpecifier", "Key": "l",
        "ItemSpecifier": ["Type": "PSTextFieldSpecifier", "Key": "n"],
        "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
      ],
    ],
  ])

  private func outline(
    hidden: Set<SettingName> = [], secrets: Set<SettingName> = [],
    stored: [SettingName: SettingValue] = [:]
  ) throws -> PageOutline {
    let app = try TemporaryApp(["Settings.bundle/Root.plist": Self.root])
    return PageOutline(
      try app.bundle().root, idiom: .phone, hidden: hidden, secrets: secrets, value: { stored[$0] })
  }

  @Test func `a page as text`() throws {
    let text = try outline(
      hidden: ["name", "r"],
      stored: ["size": 99, "pin": "1234", "l": ["a", ["n": "b"]], "theme": "x"]
    ).text
    #expect(
      text == """
        Settings
        ========

        -- Look --
          [x] Dark mode
          Size: <20> 10…20
          Theme: – >
          Name: [Nobody…] (hidden)
          PIN: [••••••]
          More >
          (Go)
          Version: 1 2J
        At once.

        -- Radio -- (hidden)
          ( ) One
          (•) Two

        --
          - a
          - b
          + Add

        """)
  }

  @Test func `H10 secrets are in neither text nor value`() throws {
    let outline = try outline(
      secrets: ["theme", "l", "dark", "r", "size", "v"],
      stored: ["pin": "s3cret", "theme": "r", "l": ["s3cret"], "size": 17])
    for text in [outline.text, "\(outline.value)", "\(outline)"] {
      #expect(!text.contains("s3cret"))
      #expect(!text.contains("17"))
      #expect(!text.contains("Blue"))
      #expect(!text.contains("Red"))
    }
    #expect(outline.text.contains("PIN: [••••••]"))
    #expect(!outline.text.contains("[x] Dark"))
    #expect(!outline.text.contains("(•)"))
  }

  @Test func `a page as a value`() throws {
    let value = try outline(hidden: ["look"], stored: ["dark": false, "pin": "1"]).value
    guard case .dictionary(let page) = value, case .array(let sections)? = page["sections"],
      case .dictionary(let section)? = sections.first, case .array(let rows)? = section["rows"]
    else {
      Issue.record("not the shape")
      return
    }
    #expect(page["name"] == "Root")
    #expect(section["hidden"] == true)
    #expect(section["footer"] == "At once.")
    #expect(
      rows.first
        == [
          "type": "PSToggleSwitchSpecifier", "key": "dark", "title": "Dark mode", "shown": false,
          "value": false, "stored": true, "hidden": false,
        ])
    guard case .dictionary(let pin) = rows[4] else { return }
    #expect(pin["value"] == ["$secret": true])
  }

  @Test func `subtitles follow the value`() throws {
    #expect(try outline().text.contains("  Theme: Blue >\n      like the sky\n"))
  }

  private struct Provider: ChoicesProvider {
    func choices(for specifier: Specifier) -> Choices? { Choices(values: [1], titles: ["Given"]) }
  }

  @Test func `values that come from the app are shown`() throws {
    let root = try bundle(
      ["Type": "PSMultiValueSpecifier", "Key": "m", "Title": "M", "DefaultValue": 1]
    ).root
    let text = PageOutline(root, idiom: .phone, provider: Provider()).text
    #expect(text.contains("M: Given >"))
  }
}
