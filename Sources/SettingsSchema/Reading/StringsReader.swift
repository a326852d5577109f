import Foundation
import SettingsCore

/// Finds and reads the texts of bundles, each file once.
struct StringsReader {
  let context: SchemaContext
  private(set) var diagnostics: [SchemaDiagnostic] = []
  private var tables: [URL: StringsTable] = [:]
  private var folders: [URL: [String]] = [:]

  init(context: SchemaContext) { self.context = context }

  /// Whether some language has the table.
  mutating func exists(_ name: String, inBundle bundle: URL) -> Bool {
    file(of: name, inBundle: bundle) != nil
  }

  /// The table in the best language that has it; an empty one when none has.
  ///
  /// An empty name stands for `Localizable`.
  mutating func table(named name: String, inBundle bundle: URL, page: String) -> StringsTable {
    let fileName = name.isEmpty ? "Localizable" : name
    guard let (url, label) = file(of: fileName, inBundle: bundle) else {
      return StringsTable(name: name)
    }
    if let table = tables[url] { return table }
    let table = read(url, name: name, label: label, page: page)
    tables[url] = table
    return table
  }

  private mutating func file(
    of name: String, inBundle bundle: URL
  ) -> (url: URL, label: String)? {
    guard BundleLocator.isSafe(page: name) else { return nil }
    // A table that is not localized comes before those that are, as in Foundation.
    for folder in [""] + searchedFolders(ofBundle: bundle) {
      let path = (folder.isEmpty ? "" : folder + ".lproj/") + name + ".strings"
      let url = bundle.appending(path: path, directoryHint: .notDirectory)
      if FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) {
        return (url, bundle.lastPathComponent + "/" + path)
      }
    }
    return nil
  }

  private mutating func searchedFolders(ofBundle bundle: URL) -> [String] {
    if let known = folders[bundle] { return known }
    let path = bundle.path(percentEncoded: false)
    // A bundle that cannot be listed has no texts; that its pages cannot be read is said elsewhere.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let available = names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(6)) }
    let order = Localization.order(of: available, for: context.languages)
    folders[bundle] = order
    return order
  }

  private mutating func read(
    _ url: URL, name: String, label: String, page: String
  ) -> StringsTable {
    let place = DiagnosticPlace(file: label, page: page)
    let value: SettingValue
    do throws(PropertyListError) {
      value = try PropertyList.read(contentsOf: url, name: label)
    } catch {
      diagnostics.append(
        place.diagnostic(.error, error.problem, "the keys stand for the texts", line: error.line))
      return StringsTable(name: name, file: label)
    }
    guard case .dictionary(let entries) = value else {
      diagnostics.append(
        place.diagnostic(
          .error, "the file holds a value of kind \(value.kind), not texts by key",
          "the keys stand for the texts"))
      return StringsTable(name: name, file: label)
    }
    var texts: [SettingValue.DictionaryKey: String] = [:]
    for (key, value) in entries {
      if case .string(let text) = value {
        texts[key] = text
      } else {
        diagnostics.append(
          place.diagnostic(
            .warning, "the entry \(key.text.debugDescription) is of kind \(value.kind)",
            "the key stands for the text"))
      }
    }
    return StringsTable(name: name, file: label, entries: texts)
  }
}
