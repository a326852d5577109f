import Foundation
import Testing

@Suite struct BundleTests {
  private static let page = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>Title</key><string>Notes</string>
    <key>PreferenceSpecifiers</key><array>
      <dict><key>Type</key><string>PSGroupSpecifier</string>
        <key>Title</key><string>Editor</string></dict>
      <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key>
        <string>Dark mode</string><key>Key</key><string>dark</string>
        <key>DefaultValue</key><true/></dict>
      <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Title</key>
        <string>Token</string><key>Key</key><string>token</string><key>IsSecure</key><true/>
        <key>DefaultValue</key><string>s3cret</string></dict>
    </array></dict></plist>
    """

  /// A folder with the bundle, and no store unless a test makes one.
  private func tool(_ page: String = page) throws -> CommandLineTool {
    let tool = try CommandLineTool()
    let bundle = tool.folder.appending(path: "Settings.bundle")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try Data(page.utf8).write(to: bundle.appending(path: "Root.plist"))
    return tool
  }

  @Test(arguments: ["lint", "schema", "defaults", "edit"])
  func `a bundle that is not there is no bundle with errors`(verb: String) throws {
    let tool = try tool()
    try tool.text("init")
    for path in ["absent.bundle", "Settings.bundle/Root.plist", ""] {
      let run = try tool(verb, path, "--json")
      #expect(run.exit == 2 && run.text == "", "\(path)")
      #expect(run.errors.hasPrefix(#"{"error":{"code":"inputUnreadable","#), "\(run.errors)")
    }
  }

  private let storeless = ["SETTINGS_STORE": ""]

  @Test func `a page is drawn with defaults, and with the values of a store`() throws {
    let tool = try tool()
    let plain = try tool("schema", "Settings.bundle", environment: storeless)
    #expect(plain.exit == 0)
    #expect(plain.text.contains("-- Editor --\n  [x] Dark mode\n"))
    #expect(!plain.text.contains("s3cret"))
    try tool("set", "dark", "false", "--type", "bool")
    try tool("hide", "token")
    let stored = try tool("schema", "Settings.bundle")
    #expect(stored.text.contains("[ ] Dark mode"))
    #expect(stored.text.contains("(hidden)"))
    let json = try tool("--json", "schema", "Settings.bundle")
    #expect(json.text.contains(#""key":"dark""#) && !json.text.contains("s3cret"))
    #expect(try tool("schema", "Settings.bundle", "--page", "Nowhere").exit == 1)
    #expect(try tool("schema", "Settings.bundle", "--idiom", "watch").exit == 2)
    #expect(try tool("schema", "absent").exit == 2)
  }

  @Test func `defaults are printed, those of secure fields masked`() throws {
    let result = try tool()("--json", "defaults", "Settings.bundle")
    #expect(
      result.lines == [
        #"{"key":"dark","value":true}"#, #"{"key":"token","value":{"$secret":true}}"#,
      ])
  }

  @Test func `lint names file, entry and key, and exits 1 on errors only`() throws {
    let good = try tool()("lint", "Settings.bundle")
    #expect(good.exit == 0 && good.text == "nothing to report\n")
    let broken = Self.page.replacing("<string>PSToggleSwitchSpecifier</string>", with: "<false/>")
    let bad = try tool(broken)("lint", "Settings.bundle")
    #expect(bad.exit == 1)
    #expect(bad.text.contains("Root.plist: specifier 1 (key \"dark\"): error:"))
  }
}
