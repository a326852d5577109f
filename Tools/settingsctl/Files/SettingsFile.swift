import Foundation
import SettingsLedger
import SettingsSchema

/// The settings in a property list or JSON object.
struct SettingsFile {
  private(set) var values: [SettingName: SettingValue] = [:]
  /// Settings that have a value which the export that made the file did not tell.
  private(set) var masked: [SettingName] = []

  /// Reads the bytes of a file.
  ///
  /// - Throws: an error that names the file, and the line or the setting.
  init(_ bytes: Data, _ format: FileFormat, name: String) throws {
    if format == .plist {
      guard case .dictionary(let entries) = try PropertyList.read(bytes, name: name) else {
        throw ToolError.malformed("\(name): the property list is no dictionary.")
      }
      for (key, value) in entries { values[try Self.setting(key.text, in: name)] = value }
      return
    }
    guard case .object(let entries) = try JSONReader.read([UInt8](bytes)[...], file: name) else {
      throw ToolError.malformed("\(name): the JSON value is no object.")
    }
    for (key, json) in entries.sorted(by: { $0.key < $1.key }) {
      let setting = try Self.setting(key.text, in: name)
      if json.isMask {
        masked.append(setting)
      } else {
        values[setting] = try ValueType.value(json, for: setting)
      }
    }
  }

  private static func setting(_ key: String, in file: String) throws -> SettingName {
    do {
      return try SettingName(key)
    } catch {
      throw ToolError(.usage, "invalidName", "\(file): \(error)")
    }
  }

  /// The file of some settings, the reverse of reading it.
  static func bytes(
    of settings: [(SettingName, ShownValue)], _ format: FileFormat
  ) throws -> Data {
    if format == .plist {
      var entries: [SettingValue.DictionaryKey: SettingValue] = [:]
      for case (let name, .value(let value)) in settings { entries[.init(name.text)] = value }
      do throws(PropertyListError) {
        return try PropertyList.write(.dictionary(entries))
      } catch {
        throw ToolError(
          .negative, "notExpressible",
          "The settings cannot be written as a property list: \(error.problem). Use --format json.")
      }
    }
    let lines = settings.map { "  \(JSON.string($0.text).text): \(JSON($1).text)" }
    let text = lines.isEmpty ? "{}\n" : "{\n\(lines.joined(separator: ",\n"))\n}\n"
    return Data(text.utf8)
  }
}
