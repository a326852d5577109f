import Foundation
import SettingsCore

/// Reads a bundle's pages, starting at one, each once.
struct BundleReader {
  let locator: BundleLocator
  private var diagnostics: [SchemaDiagnostic] = []
  private var tables: StringsReader

  init(locator: BundleLocator) {
    self.locator = locator
    self.tables = StringsReader(context: locator.context)
  }

  private var context: SchemaContext { locator.context }

  mutating func read(rootPage: String) throws(SchemaError) -> SettingsBundle {
    var tried: [String] = []
    guard BundleLocator.isSafe(page: rootPage),
      let found = locator.locate(page: rootPage, tried: { tried.append($0) })
    else { throw .notFound(page: rootPage, tried: tried) }
    let root = try page(named: rootPage, at: found, isRoot: true)
    let others = root.others { link, parent in child(link, of: parent) }
    diagnostics += UnknownNames.diagnostics(in: [root] + others)
    diagnostics += Cycles.diagnostics(in: [root] + others)
    return SettingsBundle(
      context: context, root: root, others: others, diagnostics: diagnostics + tables.diagnostics)
  }

  /// The page that an entry leads to; nil, with a diagnostic, when it cannot be read.
  private mutating func child(
    _ link: PageSchema.Link, of parent: PageSchema
  ) -> PageSchema? {
    let place = DiagnosticPlace(
      file: parent.file, page: parent.name, index: link.specifier.index,
      key: link.specifier.key?.text)
    guard BundleLocator.isSafe(page: link.file) else {
      diagnostics.append(
        place.diagnostic(
          .error, "the File \(link.file.debugDescription) lies outside the bundle",
          "the page is skipped"))
      return nil
    }
    guard let found = locator.locate(page: link.file) else {
      if !link.isOptional {
        diagnostics.append(
          place.diagnostic(
            .error, "there is no page \(link.file.debugDescription)", "the page is skipped"))
      }
      return nil
    }
    do throws(SchemaError) {
      return try page(named: link.file, at: found, isRoot: false)
    } catch {
      let line: Int? = if case .unreadable(let problem) = error { problem.line } else { nil }
      let place = DiagnosticPlace(file: found.label, page: link.file)
      diagnostics.append(
        place.diagnostic(.error, Self.clause(error), "the page is skipped", line: line))
      return nil
    }
  }

  private static func clause(_ error: SchemaError) -> String {
    switch error {
    case .unreadable(let error): error.problem
    case .notAPage(_, let kind): "the file holds a value of kind \(kind), not a dictionary"
    case .notFound: "the page is not there"
    }
  }

  private mutating func page(
    named name: String, at found: BundleLocator.Found, isRoot: Bool
  ) throws(SchemaError) -> PageSchema {
    let value: SettingValue
    do throws(PropertyListError) {
      value = try PropertyList.read(contentsOf: found.file, name: found.label)
    } catch {
      throw .unreadable(error)
    }
    guard case .dictionary(let attributes) = value else {
      throw .notAPage(file: found.label, kind: value.kind.rawValue)
    }
    let strings = tables.table(
      named: tableName(for: found, attributes), inBundle: found.bundle, page: name)
    var reader = PageReader(
      attributes: attributes, strings: strings,
      place: DiagnosticPlace(file: found.label, page: name))
    let specifiers = reader.specifiers()
    diagnostics += reader.diagnostics
    return PageSchema(
      name: name, file: found.label, bundleName: found.bundle.lastPathComponent,
      title: strings.title(for: attributes["Title"]), strings: strings,
      applicationGroupContainerIdentifier: SpecifierAttributes(attributes, strings: strings)
        .text("ApplicationGroupContainerIdentifier"),
      specifiers: specifiers,
      showsPrivacySettings: isRoot && name == "Root" && context.showsPrivacySettings,
      attributes: attributes.filter { $0.key != "PreferenceSpecifiers" })
  }

  /// The table a page takes its texts from (rule L5).
  private mutating func tableName(
    for found: BundleLocator.Found, _ attributes: [SettingValue.DictionaryKey: SettingValue]
  ) -> String {
    if case .string(let name) = attributes["StringsTable"] { return name }
    let name = BundleLocator.table(
      forFile: found.file.lastPathComponent, idiom: context.idiom)
    return tables.exists(name, inBundle: found.bundle) ? name : "Root"
  }
}

extension PageSchema {
  /// The pages that can be reached from this one, each once, those of a page before those of the next.
  ///
  /// - Parameter child: Reads the page that an entry of another leads to; nil when it cannot.
  func others(_ child: (Link, PageSchema) -> PageSchema?) -> [PageSchema] {
    var others: [PageSchema] = []
    var seen: Set<String> = [name]
    var pending = Array(links.map { (self, $0) }.reversed())
    while let (parent, link) = pending.popLast() {
      guard seen.insert(link.file).inserted, let page = child(link, parent) else { continue }
      others.append(page)
      pending += page.links.map { (page, $0) }.reversed()
    }
    return others
  }
}

/// Makes the entries of a page.
struct PageReader {
  let attributes: [SettingValue.DictionaryKey: SettingValue]
  let strings: StringsTable
  let place: DiagnosticPlace
  private(set) var diagnostics: [SchemaDiagnostic] = []

  init(
    attributes: [SettingValue.DictionaryKey: SettingValue], strings: StringsTable,
    place: DiagnosticPlace
  ) {
    self.attributes = attributes
    self.strings = strings
    self.place = place
  }

  mutating func specifiers() -> [Specifier] {
    guard let value = attributes["PreferenceSpecifiers"] else {
      diagnostics.append(
        place.diagnostic(.error, "PreferenceSpecifiers is missing", "the page is empty"))
      return []
    }
    guard case .array(let items) = value else {
      diagnostics.append(
        place.diagnostic(
          .error, "PreferenceSpecifiers is of kind \(value.kind), not a list", "the page is empty"))
      return []
    }
    return items.enumerated().compactMap { index, item in specifier(item, at: index) }
  }

  private mutating func specifier(_ item: SettingValue, at index: Int) -> Specifier? {
    var place = place
    place.index = index
    guard case .dictionary(let values) = item else {
      diagnostics.append(
        place.diagnostic(
          .error, "the entry is of kind \(item.kind), not a dictionary", "the entry is skipped"))
      return nil
    }
    let attributes = SpecifierAttributes(values, strings: strings)
    place.key = attributes.keyText
    var reader = SpecifierReader(attributes, place: place)
    let specifier = reader.read()
    diagnostics += reader.diagnostics
    return specifier
  }
}

extension PropertyList {
  /// Reads a file; one that cannot be opened is an error that names it, too.
  static func read(
    contentsOf file: URL, name: String
  ) throws(PropertyListError) -> SettingValue {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw PropertyListError(file: name, problem: "the file cannot be opened")
    }
    return try read(data, name: name)
  }
}
