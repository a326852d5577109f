public import Foundation
import SettingsCore

extension SettingsBundle {
  /// Everything that is wrong with the settings at a path: what reading them reports, and what is
  /// wrong with files that this context does not need, such as other languages and devices.
  ///
  /// ```swift
  /// let diagnostics = SettingsBundle.lint(url)
  /// exit(diagnostics.contains { $0.severity == .error } ? 1 : 0)
  /// ```
  ///
  /// - Parameters:
  ///   - url: The directory of an app, or a bundle.
  ///   - context: Languages, device and Info.plist.
  /// - Returns: The diagnostics; one of the severity `error` also when there is no bundle at all.
  /// - Complexity: O(size of all files).
  public static func lint(
    _ url: URL, context: SchemaContext = SchemaContext()
  ) -> [SchemaDiagnostic] {
    var diagnostics: [SchemaDiagnostic] = []
    var known: Set<String> = []
    do throws(SchemaError) {
      let bundle = try SettingsBundle.open(url, context: context)
      diagnostics = bundle.diagnostics
      known = Set(bundle.pages.map(\.file) + bundle.pages.compactMap(\.strings.file))
    } catch {
      diagnostics.append(diagnostic(for: error, in: url))
    }
    known.formUnion(diagnostics.map(\.file))
    // Of an app, only its settings bundles are looked at.
    let directories = BundleLocator.isApp(url) ? BundleLocator.bundles(inApp: url) : [url]
    for directory in directories {
      for path in files(in: directory) {
        let label = directory.lastPathComponent + "/" + path
        if known.insert(label).inserted {
          diagnostics += otherFile(directory.appending(path: path), label: label)
        }
      }
    }
    return diagnostics
  }

  private static func diagnostic(for error: SchemaError, in url: URL) -> SchemaDiagnostic {
    switch error {
    case .unreadable(let problem):
      return DiagnosticPlace(file: problem.file ?? url.lastPathComponent, page: "Root")
        .diagnostic(.error, problem.problem, "nothing can be read", line: problem.line)
    case .notAPage(let file, let kind):
      return DiagnosticPlace(file: file, page: "Root")
        .diagnostic(
          .error, "the file holds a value of kind \(kind), not a dictionary", "nothing can be read")
    case .notFound(let page, let tried):
      return DiagnosticPlace(file: url.lastPathComponent, page: page)
        .diagnostic(
          .error,
          "there is no page \(page.debugDescription); tried \(tried.joined(separator: ", "))",
          "nothing can be read")
    }
  }

  private static func files(in directory: URL) -> [String] {
    let path = directory.path(percentEncoded: false)
    // A directory that is not there has no files; that the app lacks one of its two bundles is
    // usual.
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".plist") || $0.hasSuffix(".strings") }.sorted()
  }

  /// What is wrong with a file that reading the bundle did not need.
  private static func otherFile(_ file: URL, label: String) -> [SchemaDiagnostic] {
    let place = DiagnosticPlace(file: label, page: nil)
    do throws(PropertyListError) {
      let value = try PropertyList.read(contentsOf: file, name: label)
      guard case .dictionary(let attributes) = value, file.pathExtension == "plist",
        attributes["PreferenceSpecifiers"] != nil
      else { return [] }
      var reader = PageReader(
        attributes: attributes, strings: StringsTable(name: ""), place: place)
      _ = reader.specifiers()
      return reader.diagnostics
    } catch {
      return [place.diagnostic(.error, error.problem, "the file cannot be used", line: error.line)]
    }
  }
}
