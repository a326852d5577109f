import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct LocatingTests {
  private static let order = ["InAppSettings.bundle/", "Settings.bundle/"].flatMap { bundle in
    [".inApp.plist", ".plist"].flatMap { ending in
      ["~iphone", ""].flatMap { device in
        ["de.lproj/", ""].map { bundle + $0 + "Root" + device + ending }
      }
    }
  }

  @Test(arguments: order.indices)
  func `L1 P4 the first existing path wins, for each of the sixteen`(first: Int) throws {
    let files = Self.order[first...].map { ($0, page()) }
    let app = try TemporaryApp(Dictionary(files) { old, _ in old })
    #expect(try app.bundle(languages: ["de"]).root.file == Self.order[first])
  }

  @Test func `L1 each preferred language is tried, and what it is a variety of`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/en.lproj/Root.plist": page(), "Settings.bundle/Root.plist": page(),
    ])
    for languages in [["en-US"], ["fr", "en"], [], ["fr-CA", "en-GB"]] {
      let found = try app.bundle(languages: languages).root.file
      #expect(found == "Settings.bundle/en.lproj/Root.plist", "\(languages)")
    }
    #expect(try app.bundle(languages: ["fr"]).root.file == "Settings.bundle/Root.plist")
  }

  @Test(arguments: [
    (Idiom.phone, "~iphone"), (.pad, "~ipad"), (.mac, "~iphone"), (.vision, "~vision"),
  ]) func `L2 the device chooses the file`(idiom: Idiom, suffix: String) throws {
    let names = ["~iphone", "~ipad", "~vision", ""].map { "Settings.bundle/Root\($0).plist" }
    let app = try TemporaryApp(Dictionary(names.map { ($0, page()) }) { old, _ in old })
    #expect(try app.bundle(idiom: idiom).root.file == "Settings.bundle/Root\(suffix).plist")
  }

  @Test func `L3 a page that is not there is an error that names every path tried`() throws {
    let app = try TemporaryApp(["Settings.bundle/Other.plist": page()])
    #expect {
      try app.bundle(languages: ["de"])
    } throws: { error in
      error as? SchemaError == .notFound(page: "Root", tried: Self.order)
        && "\(error)".contains("Settings.bundle/Root.plist")
    }
    #expect(throws: SchemaError.self) { try app.bundle("../Other") }
    #expect(throws: SchemaError.self) { try app.bundle("") }
  }

  @Test func `L4 a page in a language's folder takes its texts from the bundle`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/en.lproj/Root.plist": page(["Type": "PSGroupSpecifier", "Title": "T"]),
      "Settings.bundle/en.lproj/Root.strings": ["T": "Title"],
    ])
    let root = try app.bundle().root
    #expect(root.bundleName == "Settings.bundle")
    #expect(root.specifiers.first?.title == "Title")
  }

  @Test(arguments: [
    ("Foo.plist", "Foo"), ("Foo.inApp.plist", "Foo"), ("Foo~iphone.inApp.plist", "Foo"),
    ("Foo~iphone.plist", "Foo"), ("com.foo.Bar.plist", "com.foo.Bar"),
  ]) func `L5 the table is the file's name without its endings`(
    file: String, table: String
  ) throws {
    let app = try TemporaryApp([
      "Settings.bundle/" + file: page(), "Settings.bundle/en.lproj/\(table).strings": ["a": "b"],
      "Settings.bundle/en.lproj/Root.strings": ["a": "c"],
    ])
    #expect(try app.bundle(table).root.strings.name == table)
    #expect(try app.bundle(table).root.strings.text(for: "a") == "b")
  }

  @Test func `L5 a named table is taken as it is, a missing one of the file's name is Root`() throws
  {
    let named = page().adding("StringsTable", "Nope")
    let app = try TemporaryApp([
      "Settings.bundle/Named.plist": named, "Settings.bundle/Other.plist": page(),
      "Settings.bundle/Empty.plist": page().adding("StringsTable", ""),
      "Settings.bundle/en.lproj/Root.strings": ["a": "root"],
      "Settings.bundle/Localizable.strings": ["a": "localizable"],
    ])
    #expect(try app.bundle("Named").root.strings.text(for: "a") == "a")
    #expect(try app.bundle("Other").root.strings.text(for: "a") == "root")
    #expect(try app.bundle("Empty").root.strings.text(for: "a") == "localizable")
  }

  @Test func `P5 texts are found in another of the user's languages`() throws {
    let app = try TemporaryApp([
      "Settings.bundle/Root.plist": page(["Type": "PSGroupSpecifier", "Title": "T"]),
      "Settings.bundle/en.lproj/Root.strings": ["T": "Title"],
    ])
    for languages in [["fr", "en"], ["en-US"], [], ["fr"]] {
      let title = try app.bundle(languages: languages).root.specifiers.first?.title
      #expect(title == "Title", "\(languages)")
    }
  }

  @Test func `a bundle at any path is read, an app by its directory`() throws {
    let app = try TemporaryApp([
      "App/Settings.bundle/Root.plist": page().adding("Title", "App"),
      "Odd name.settings/Root.plist": page().adding("Title", "Odd"),
    ])
    let context = SchemaContext()
    #expect(try SettingsBundle.open(app.url.appending(path: "App")).root.title == "App")
    #expect(
      try SettingsBundle.open(app.url.appending(path: "App/Settings.bundle")).root.title == "App")
    let odd = app.url.appending(path: "Odd name.settings")
    #expect(try SettingsBundle.open(odd, context: context).root.title == "Odd")
  }

  @Test func `L1 a child page may be in the other bundle`() throws {
    let app = try TemporaryApp([
      "InAppSettings.bundle/Root.plist": page(
        ["Type": "PSChildPaneSpecifier", "Title": "c", "File": "Child"]),
      "Settings.bundle/Child.plist": page(),
    ])
    #expect(try app.bundle().page(named: "Child")?.file == "Settings.bundle/Child.plist")
  }
}

extension SettingValue {
  /// The dictionary with one more entry.
  func adding(_ key: DictionaryKey, _ value: SettingValue) -> SettingValue {
    guard case .dictionary(var entries) = self else { return self }
    entries[key] = value
    return .dictionary(entries)
  }
}
