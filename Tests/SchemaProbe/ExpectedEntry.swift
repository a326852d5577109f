import Foundation
import SettingsCore
import SettingsSchema

/// One entry of the index: inputs, and the original's answer.
struct ExpectedEntry {
  let name: String
  let answer: JSON
  let baseline: JSON
  /// Whether the original looked texts up in exactly the language that was asked for.
  let hasExactTexts: Bool
  let page: String
  let app: URL
  let context: SchemaContext
  let hidden: Set<SettingName>
  let stored: [SettingValue.DictionaryKey: SettingValue]
  /// What is done one after another on an empty store; empty when nothing is.
  let operations: [JSON]

  init(_ entry: JSON, in shared: URL) throws {
    name = entry["expected"].text ?? ""
    answer = try JSON(contentsOf: shared.appending(path: "expected/" + name))
    baseline = try JSON(contentsOf: shared.appending(path: "expected/BASELINE.json"))
    hasExactTexts =
      entry["exactLanguage"].isTrue || answer["localization"]["stringsFile"] == .null
    page = entry["file"].text ?? "Root"
    app = shared.appending(path: entry["root"].text ?? "", directoryHint: .isDirectory)
    let idioms: [String: Idiom] = ["phone": .phone, "pad": .pad, "mac": .mac, "vision": .vision]
    let arguments = entry["args"].array.compactMap(\.text)
    func argument(_ name: String) -> String? {
      guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
        return nil
      }
      return arguments[index + 1]
    }
    func dictionary(_ name: String) throws -> [SettingValue.DictionaryKey: SettingValue] {
      guard let path = argument(name) else { return [:] }
      let data = try Data(contentsOf: shared.appending(path: path))
      guard case .dictionary(let values) = try PropertyList.read(data, name: path) else {
        return [:]
      }
      return values
    }
    context = SchemaContext(
      languages: [entry["language"].text ?? "en"],
      idiom: idioms[entry["idiom"].text ?? ""] ?? .phone, infoDictionary: try dictionary("--info"))
    stored = try dictionary("--store")
    operations =
      try entry["ops"].text.map { try JSON(contentsOf: shared.appending(path: "expected/" + $0)) }?
      .array ?? []
    hidden = Set(
      (argument("--hidden") ?? "").split(separator: ",").compactMap { try? SettingName(String($0)) }
    )
  }

  /// The items of a list group in the store of this entry.
  func items(_ name: SettingName) -> [SettingValue] {
    guard case .array(let items)? = stored[SettingValue.DictionaryKey(name.text)] else { return [] }
    return items
  }

  func itemCount(_ name: SettingName) -> Int { items(name).count }
}
