import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct TextsTests {
  @Test(
    arguments: [
      (SettingValue.string("K"), "text"), ("absent", "absent"), ("", ""), (12, "12"), (1.5, "2"),
      (0.5, "0"), (2.5, "2"), (1_234_567, "1234567"), (true, "1"), (["a"], nil), (["a": 1], nil),
      (-0.4, "0"),
    ] as [(SettingValue, String?)])
  func `L6 a title is looked up, a number written without fraction`(
    value: SettingValue, title: String?
  ) {
    let table = StringsTable(name: "Root", entries: ["K": "text"])
    #expect(table.title(for: value) == title)
  }

  @Test func `L7 titles and footers are localized once`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(
        ["Type": "PSGroupSpecifier", "Title": "a", "FooterText": "a"]),
      "Settings.bundle/en.lproj/Root.strings": ["a": "b", "b": "c"],
    ])
    let section = try app.bundle().root.layout(idiom: .phone).sections.first
    #expect(section?.title == "b")
    #expect(section?.footerText == "b")
  }

  @Test func `texts are read in every encoding, and a broken table is a diagnostic`() throws {
    let text = "\"T\" = \"é\";"
    var little: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { little += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["T": "é"], format: .binary, options: 0)
    for data in [
      Data(text.utf8), Data([0xEF, 0xBB, 0xBF] + Array(text.utf8)), Data(little), binary,
    ] {
      let app = try TemporaryApp(
        ["Settings.bundle/Root.plist": page().adding("Title", "T")],
        data: ["Settings.bundle/en.lproj/Root.strings": data])
      #expect(try app.bundle().root.title == "é")
    }
    let app = try TemporaryApp(
      ["Settings.bundle/Root.plist": page().adding("Title", "T")],
      data: ["Settings.bundle/en.lproj/Root.strings": Data("\"a\" = \"b\";\n\"T\" = \"x\"\n".utf8)])
    let bundle = try app.bundle()
    #expect(bundle.root.title == "T")
    let diagnostic = try #require(bundle.diagnostics.first)
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.file == "Settings.bundle/en.lproj/Root.strings")
    #expect(diagnostic.line == 2)
  }

  @Test(arguments: [
    ([], ["en"]), (["en-US"], ["en-US", "en"]), (["fr", "en"], ["fr", "en"]),
    (["zh-CN"], ["zh-CN", "zh-Hans", "zh"]), (["zh-Hant-HK"], ["zh-Hant-HK", "zh-Hant", "zh"]),
    (["de_AT", "de"], ["de_AT", "de"]),
  ]) func `L1 the languages that are tried`(languages: [String], candidates: [String]) {
    #expect(Localization.candidates(for: languages) == candidates)
  }

  @Test(arguments: [
    (["de-AT"], ["de", "Base", "en"]), (["pt"], ["pt-BR", "Base", "en"]), (["xx"], ["Base", "en"]),
    (["fr"], ["French", "Base", "en"]), (["zh-Hans-CN"], ["zh_Hans", "Base", "en"]),
    (["nb"], ["no", "Base", "en"]), (["EN-us"], ["en", "Base"]),
  ]) func `the folders that are searched for texts`(languages: [String], order: [String]) {
    let available = ["Base", "en", "de", "pt-BR", "French", "zh_Hans", "no"]
    #expect(Localization.order(of: available, for: languages) == order)
  }

  private static let usage: [SettingValue.DictionaryKey: SettingValue] = [
    "NSMadeUpUsageDescription": "x"
  ]

  @Test func `L8 L9 the privacy row comes first, on Root only, and is never hidden`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(["Type": "PSButton", "Key": "a"]),
      "Settings.bundle/Other.plist": page(),
    ])
    let root = try app.bundle(info: Self.usage).root
    #expect(root.showsPrivacySettings)
    let names: Set<SettingName> = ["IASKPrivacySettingsHeaderKey", "IASKPrivacySettingsCellKey"]
    let layout = root.layout(hidden: names, idiom: .phone)
    #expect(
      layout.shape == ["IASKPrivacySettingsHeaderKey: IASKPrivacySettingsCellKey", "-: a"])
    #expect(try !app.bundle("Other", info: Self.usage).root.showsPrivacySettings)
    #expect(try !app.bundle(info: Self.usage, neverPrivacy: true).root.showsPrivacySettings)
    #expect(try !app.bundle(info: ["NSHumanReadableCopyright": "x"]).root.showsPrivacySettings)
  }
}
