import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@testable import TerminalSettings

/// Pages over a store of their own, steered by keys without a terminal.
final class TerminalFixture {
  let store: SettingsStore
  let page: SettingsPage
  private let judge = Judge()
  private var browser: PageBrowser
  private var lines: PageLines
  var size = ScreenSize(columns: 60, rows: 40)

  init(_ root: [SettingValue] = TerminalFixture.root) throws {
    let bundle = SettingsBundle(
      root: ["Title": "Notes", "PreferenceSpecifiers": .array(root)],
      pages: [
        "Advanced": ["PreferenceSpecifiers": .array(Self.advanced)],
        "Server": ["PreferenceSpecifiers": .array(Self.server)],
      ])
    store = try SettingsStore.temporary(author: "alice")
    store.registerDefaults(bundle.defaults())
    page = try SettingsPage(
      bundle.root, of: bundle, in: store,
      options: PageOptions(timeZone: .gmt),
      delegate: judge)
    browser = PageBrowser(PageWalk(page, in: store))
    lines = PageLines(PageWalk(page, in: store))
  }

  /// What the screen shows.
  var screen: String { browser.frame(size).text }

  /// The line that the cursor is on.
  var current: String {
    screen.split(separator: "\n").first { $0.hasPrefix("▸") }.map(String.init) ?? ""
  }

  /// Presses keys and types texts, one after the other, and gives the screen.
  @discardableResult
  func press(_ keys: Key...) -> String {
    for key in keys { _ = take(key) }
    return screen
  }

  @discardableResult
  func type(_ text: String) -> String {
    for scalar in text.unicodeScalars { _ = take(.character(scalar)) }
    return screen
  }

  func take(_ key: Key) -> AfterKey { browser.take(key) }

  func rest() { browser.rest() }
  var isResting: Bool { browser.isResting }
  func newsComes() { browser.refresh() }

  /// Goes to the row whose line has a text in it.
  func goTo(_ text: String) throws {
    press(.home)
    for _ in 0..<100 {
      if current.contains(text) { return }
      press(.down)
    }
    Issue.record("no row with \(text) in:\n\(screen)")
  }

  /// Runs a script of the plain form, and gives what it prints and whether all could be done.
  func script(_ commands: String...) -> (text: String, isDone: Bool) {
    var (rest, text) = (commands[...], "")
    let isDone = lines.run(reading: { rest.popFirst() }, printing: { text += $0 })
    return (text, isDone)
  }

  /// The number of the row whose line has a text in it.
  func number(_ label: String) throws -> Int {
    let rows = PageWalk(page, in: store).sheet.rows
    return try #require(rows.firstIndex { $0.line.contains(label) }) + 1
  }

  /// The reasons in the log, the oldest first.
  var diary: [String] {
    get throws { try store.log().reversed().map { $0.reason ?? "" } }
  }
}

/// Judges texts and items as an app would, and hides what depends on a switch.
final class Judge: PageDelegate {
  func settingsPage(
    _ page: SettingsPage, validate text: String, for row: PageSnapshot.Row
  ) -> TextVerdict {
    if text.contains("!") { return .failed }
    if text.contains("?") { return .failedWithMessage("A question mark cannot be part of it.") }
    return text.contains("_") ? .okWithReplacement(text.replacing("_", with: "-")) : .ok
  }

  func settingsPage(
    _ page: SettingsPage, validate item: inout [SettingValue.DictionaryKey: SettingValue],
    of list: SettingName?
  ) -> Bool { item["host"] != nil && item["host"] != "" }

  func settingsPage(_ page: SettingsPage, didChange change: PageChange) {
    guard change.key == "auto" else { return }
    do {
      try page.setHiddenKeys(change.new == true ? [] : ["login"])
    } catch {
      Issue.record(error)
    }
  }
}

// MARK: - The pages

extension TerminalFixture {
  static func entry(
    _ type: String, _ key: String?, _ title: String, _ more: SettingValue = [:]
  ) -> SettingValue {
    guard case .dictionary(var attributes) = more else { return more }
    attributes["Type"] = .string(type)
    attributes["Title"] = .string(title)
    if let key { attributes["Key"] = .string(key) }
    return .dictionary(attributes)
  }

  static let root: [SettingValue] = [
    entry("PSGroupSpecifier", nil, "Appearance", ["FooterText": "Applies at once."]),
    entry("PSToggleSwitchSpecifier", "dark", "Dark mode", ["DefaultValue": false]),
    entry(
      "PSSliderSpecifier", "size", "Text size",
      ["MinimumValue": 10, "MaximumValue": 30, "DefaultValue": 14]),
    entry(
      "PSMultiValueSpecifier", "theme", "Theme",
      [
        "Values": ["b", "g", "r"], "Titles": ["Blue", "Green", "Red"], "DefaultValue": "b",
      ]),
    entry("PSTextFieldSpecifier", "name", "Your name", ["IASKPlaceholder": "nobody"]),
    entry("PSTextFieldSpecifier", "token", "Token", ["IsSecure": true]),
    entry("IASKTextViewSpecifier", "motto", "Motto"),
    entry("IASKDatePickerSpecifier", "alarm", "Alarm", ["DatePickerMode": "Time"]),
    entry(
      "PSRadioGroupSpecifier", "order", "Order",
      ["Values": [1, 2], "Titles": ["By name", "By date"], "DefaultValue": 1]),
    entry("PSGroupSpecifier", nil, "Account"),
    entry("PSToggleSwitchSpecifier", "auto", "Sign in by itself", ["DefaultValue": true]),
    entry("PSTextFieldSpecifier", "login", "Login"),
    entry(
      "IASKListGroupSpecifier", "servers", "Servers",
      [
        "Deletable": true,
        "ItemSpecifier": [
          "Type": "PSChildPaneSpecifier", "Key": "host", "File": "Server",
        ],
        "AddSpecifier": [
          "Type": "PSChildPaneSpecifier", "File": "Server", "Title": "Add a server",
        ],
      ]),
    entry("PSGroupSpecifier", nil, "More"),
    entry(
      "PSChildPaneSpecifier", nil, "Advanced",
      ["File": "Advanced", "IASKChildTitle": "For experts"]),
    entry("IASKOpenURLSpecifier", nil, "Help", ["File": "https://example.org/help"]),
    entry("IASKButtonSpecifier", "reset", "Start over"),
    entry("PSTitleValueSpecifier", "version", "Version", ["DefaultValue": "2.1"]),
  ]

  static let advanced: [SettingValue] = [
    entry("PSToggleSwitchSpecifier", "beta", "Beta", ["TrueValue": "yes", "FalseValue": "no"])
  ]

  static let server: [SettingValue] = [
    entry("PSTextFieldSpecifier", "host", "Host"),
    entry("PSToggleSwitchSpecifier", "tls", "Encrypted", ["DefaultValue": true]),
  ]
}
