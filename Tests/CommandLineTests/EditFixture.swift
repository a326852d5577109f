import Foundation
import SettingsCore
import SettingsSchema

extension CommandLineTool {
  /// A folder with a store and a settings bundle that has some of everything.
  static func withBundle() throws -> CommandLineTool {
    let tool = try CommandLineTool()
    let pages: [String: SettingValue] = [
      "Root": ["Title": "Notes", "PreferenceSpecifiers": .array(root)],
      "Advanced": [
        "PreferenceSpecifiers": .array(
          (1...60).map { number in
            row("PSToggleSwitchSpecifier", "flag\(number)", "Flag \(number)")
          })
      ],
      "Server": [
        "PreferenceSpecifiers": [
          row("PSTextFieldSpecifier", "host", "Host"),
          row("PSToggleSwitchSpecifier", "tls", "Encrypted", ["DefaultValue": true]),
        ]
      ],
    ]
    let bundle = tool.folder.appending(path: "Settings.bundle")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    for (name, page) in pages {
      try PropertyList.write(page).write(to: bundle.appending(path: name + ".plist"))
    }
    try tool("init")
    return tool
  }

  private static let root: [SettingValue] = [
    row("PSGroupSpecifier", nil, "Appearance"),
    row("PSToggleSwitchSpecifier", "dark", "Dark mode"),
    row(
      "PSSliderSpecifier", "size", "Text size",
      ["MinimumValue": 10, "MaximumValue": 30, "DefaultValue": 14]),
    row(
      "PSMultiValueSpecifier", "theme", "Theme",
      ["Values": ["b", "g"], "Titles": ["Blue", "Green"], "DefaultValue": "b"]),
    row("PSGroupSpecifier", nil, "Account"),
    row("PSToggleSwitchSpecifier", "auto", "Sign in by itself"),
    row("PSTextFieldSpecifier", "login", "Login", ["SLVisibleIf": "auto"]),
    row("PSTextFieldSpecifier", "token", "Token", ["IsSecure": true]),
    row(
      "IASKListGroupSpecifier", "servers", "Servers",
      [
        "Deletable": true,
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "host", "File": "Server"],
        "AddSpecifier": [
          "Type": "PSChildPaneSpecifier", "File": "Server", "Title": "Add a server",
        ],
      ]),
    row("PSGroupSpecifier", nil, "世界"),
    row("PSChildPaneSpecifier", nil, "詳細 (Advanced)", ["File": "Advanced"]),
  ]

  private static func row(
    _ type: String, _ key: String?, _ title: String, _ more: SettingValue = [:]
  ) -> SettingValue {
    guard case .dictionary(var attributes) = more else { return more }
    attributes["Type"] = .string(type)
    attributes["Title"] = .string(title)
    if let key { attributes["Key"] = .string(key) }
    return .dictionary(attributes)
  }

  /// What the log says was done, the oldest first.
  var diary: [String] {
    get throws {
      try text("log", "--oneline", "--oldest-first").split(separator: "\n").map { line in
        String(String(line).steady.split(separator: "TIME  ").last ?? line)
      }
    }
  }
}
