import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct DiagnosticsTests {
  @Test func `a diagnostic names file, page, index, key, problem and action`() throws {
    let bundle = try bundle(
      ["Type": "PSGroupSpecifier"], ["Key": "x", "Title": "t"])
    let diagnostic = try #require(bundle.diagnostics.first)
    #expect(diagnostic.page == "Root")
    #expect(
      diagnostic.description
        == "Settings.bundle/Root.plist: specifier 1 (key \"x\"): error: the Type is missing; "
        + "the entry is skipped.")
  }

  @Test func `a first page that cannot be read is an error with file and line`() throws {
    let app = try TemporaryApp(
      [:], data: ["Settings.bundle/Root.plist": Data("<plist>\n<dict>\n<key>a</key></dict>".utf8)])
    #expect {
      try app.bundle()
    } throws: { error in
      guard case .unreadable(let problem) = error as? SchemaError else { return false }
      return problem.file == "Settings.bundle/Root.plist" && problem.line == 3
    }
    let text = try TemporaryApp(["Settings.bundle/Root.plist": "just a text"])
    #expect(throws: SchemaError.notAPage(file: "Settings.bundle/Root.plist", kind: "string")) {
      try text.bundle()
    }
  }

  @Test func `a child page that cannot be read is a diagnostic with file and line`() throws {
    let app = try TemporaryApp(
      [
        "Settings.bundle/Root.plist": page(
          ["Type": "PSChildPaneSpecifier", "Title": "c", "File": "A"],
          ["Type": "PSChildPaneSpecifier", "Title": "c", "File": "B"])
      ],
      data: [
        "Settings.bundle/A.plist": Data("{\n a = (b\n}".utf8),
        "Settings.bundle/B.plist": Data("( a )".utf8),
      ])
    let bundle = try app.bundle()
    #expect(bundle.pages.count == 1)
    #expect(
      bundle.diagnostics.map(\.file) == ["Settings.bundle/A.plist", "Settings.bundle/B.plist"])
    #expect(bundle.diagnostics.first?.line == 3)
    #expect(bundle.diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test(
    arguments: [
      ([:], "PreferenceSpecifiers is missing"),
      (["PreferenceSpecifiers": [:]], "PreferenceSpecifiers is of kind dictionary"),
      (["PreferenceSpecifiers": ["text"]], "the entry is of kind string"),
      (page(["Type": "PSTextFieldSpecifier", "Key": ""]), "the Key cannot be a setting's name"),
      (page(["Type": "PSTextFieldSpecifier", "Key": ["a"]]), "the Key is not a text"),
      (page(["Type": "PSTextFieldSpecifier", "Key": 7]), "the Key is a number"),
      (
        page(["Type": "PSSliderSpecifier", "Key": "k", "MinimumValue": 2, "MaximumValue": 1]),
        "the minimum is above the maximum"
      ),
      (
        page(["Type": "PSToggleSwitchSpecifier", "Key": "k", "Title": "t", "TrueValue": 1]),
        "only one of TrueValue and FalseValue is given"
      ),
      (
        page(["Type": "PSGroupSpecifier", "SupportedUserInterfaceIdioms": ["Watch"]]),
        "SupportedUserInterfaceIdioms has unknown names"
      ),
      (page(["Type": "PSToggleSwitchSpecifier", "Key": "k"]), "the required Title is missing"),
      (
        page([
          "Type": "PSRadioGroupSpecifier", "Key": "k", "Values": [1, 2], "Titles": ["a"],
        ]), "the counts differ: 2 values, 1 titles"
      ),
    ] as [(SettingValue, String)])
  func `what is wrong is said`(root: SettingValue, problem: String) throws {
    let bundle = try TemporaryApp(["Settings.bundle/Root.plist": root]).bundle()
    #expect(bundle.diagnostics.count == 1)
    #expect(bundle.diagnostics.first?.problem.hasPrefix(problem) == true)
  }

  @Test func `a good bundle has no diagnostics`() throws {
    let bundle = try bundle(
      ["Type": "PSGroupSpecifier", "Title": "g"],
      [
        "Type": "PSSliderSpecifier", "Key": "s", "MinimumValue": 0, "MaximumValue": 1,
        "DefaultValue": 0.5,
      ])
    #expect(bundle.diagnostics.isEmpty)
  }

  @Test func `lint also looks at other languages and devices`() throws {
    let app = try TemporaryApp(
      [
        "Settings.bundle/Root.plist": page(["Type": "PSGroupSpecifier"]),
        "Settings.bundle/Root~ipad.plist": page(["Key": "x"]), "Info.plist": page(["Key": "y"]),
        "Settings.bundle/Info.plist": ["CFBundleName": "n"],
      ],
      data: ["Settings.bundle/fr.lproj/Root.strings": Data("\"a\" = \"b\"".utf8)])
    let found = SettingsBundle.lint(app.url)
    #expect(
      found.map(\.file) == [
        "Settings.bundle/Root~ipad.plist", "Settings.bundle/fr.lproj/Root.strings",
      ])
    #expect(SettingsBundle.lint(app.url.appending(path: "Settings.bundle")).count == 2)
  }

  @Test func `lint of nothing is an error, not an empty list`() throws {
    let app = try TemporaryApp(["Other/a.plist": page()])
    let found = SettingsBundle.lint(app.url.appending(path: "absent"))
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.problem.contains("Root.plist") == true)
  }
}
