import Foundation
import SettingsCore
import SettingsSchema

/// An app's directory with files made for one test, removed with the last reference.
final class TemporaryApp: Sendable {
  let url: URL

  /// Makes the directory; paths are relative to it, values become XML property lists.
  init(_ files: [String: SettingValue], data: [String: Data] = [:]) throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "schema-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    for (path, value) in files { try write(PropertyList.write(value), to: path) }
    for (path, data) in data { try write(data, to: path) }
  }

  deinit {
    // Files that stay behind are in the system's directory for them.
    try? FileManager.default.removeItem(at: url)
  }

  private func write(_ data: Data, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func bundle(
    _ page: String = "Root", languages: [String] = ["en"], idiom: Idiom = .phone,
    info: [SettingValue.DictionaryKey: SettingValue] = [:], neverPrivacy: Bool = false
  ) throws -> SettingsBundle {
    try SettingsBundle(
      inApp: url, page: page,
      context: SchemaContext(
        languages: languages, idiom: idiom, infoDictionary: info,
        neverShowsPrivacySettings: neverPrivacy))
  }
}

/// A page with these entries.
func page(_ specifiers: SettingValue...) -> SettingValue {
  ["PreferenceSpecifiers": .array(specifiers)]
}

/// A bundle whose first page has these entries.
func bundle(_ specifiers: SettingValue..., idiom: Idiom = .phone) throws -> SettingsBundle {
  let app = try TemporaryApp([
    "Settings.bundle/Root.plist": ["PreferenceSpecifiers": .array(specifiers)]
  ])
  return try app.bundle(idiom: idiom)
}

/// The only entry of a bundle made of it.
func specifier(_ attributes: SettingValue) throws -> Specifier {
  guard let specifier = try bundle(attributes).root.specifiers.first else {
    throw MissingSpecifier()
  }
  return specifier
}

struct MissingSpecifier: Error {}

extension PageLayout {
  /// The sections as texts: `header: row row`, with `-` for no header.
  var shape: [String] {
    sections.map { section in
      let rows = section.rows.map { row in
        switch row {
        case .choice(_, let index, _): "#\(index)"
        case .item(_, let index): "<\(index)>"
        case .add: "+"
        case .dateEditor: "^"
        case .entry(let specifier): specifier.key?.text ?? specifier.type
        }
      }
      let header = section.header.map { $0.key?.text ?? $0.title ?? "?" } ?? "-"
      return ([header + ":"] + rows).joined(separator: " ")
    }
  }
}
