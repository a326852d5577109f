public import SettingsCore

extension SettingsBundle {
  /// Makes a bundle of pages that a program declares itself, in the form of property lists.
  ///
  /// ```swift
  /// let bundle = try SettingsBundle(pages: [
  ///   "Root": [
  ///     "PreferenceSpecifiers": [
  ///       ["Type": "PSToggleSwitchSpecifier", "Key": "wifi", "Title": "Wi-Fi", "DefaultValue": true]
  ///     ]
  ///   ]
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages by the names that a `File` calls them.
  ///   - root: The name of the first page.
  ///   - strings: The localized texts of all pages.
  ///   - context: The device and Info.plist; languages do not count.
  /// - Throws: ``SchemaError`` when there is no first page, or it is no dictionary. What is wrong with the
  ///   rest is in ``SettingsBundle/diagnostics``.
  /// - Complexity: O(size of the pages).
  public init(
    pages: [String: SettingValue], root: String = "Root",
    strings: StringsTable = StringsTable(name: ""), context: SchemaContext = SchemaContext()
  ) throws(SchemaError) {
    var reader = DeclaredReader(pages: pages, strings: strings, context: context)
    self = try reader.read(root: root)
  }
}

/// Makes pages of property lists that are in memory.
private struct DeclaredReader {
  let pages: [String: SettingValue]
  let strings: StringsTable
  let context: SchemaContext
  private var diagnostics: [SchemaDiagnostic] = []

  init(pages: [String: SettingValue], strings: StringsTable, context: SchemaContext) {
    self.pages = pages
    self.strings = strings
    self.context = context
  }

  mutating func read(root: String) throws(SchemaError) -> SettingsBundle {
    guard let value = pages[root] else {
      throw .notFound(page: root, tried: pages.keys.sorted())
    }
    guard let first = page(root, value, isRoot: true) else {
      throw .notAPage(file: root, kind: value.kind.rawValue)
    }
    var others: [PageSchema] = []
    var seen: Set<String> = [root]
    var pending = Array(first.links.map { (first, $0) }.reversed())
    while let (parent, link) = pending.popLast() {
      guard seen.insert(link.file).inserted, let page = child(link, of: parent) else { continue }
      others.append(page)
      pending += page.links.map { (page, $0) }.reversed()
    }
    return SettingsBundle(context: context, root: first, others: others, diagnostics: diagnostics)
  }

  private mutating func child(_ link: PageSchema.Link, of parent: PageSchema) -> PageSchema? {
    if let page = pages[link.file].flatMap({ page(link.file, $0, isRoot: false) }) { return page }
    if !link.isOptional {
      let place = DiagnosticPlace(
        file: parent.file, page: parent.name, index: link.specifier.index,
        key: link.specifier.key?.text)
      diagnostics.append(
        place.diagnostic(
          .error, "there is no page \(link.file.debugDescription)", "the page is skipped"))
    }
    return nil
  }

  private mutating func page(_ name: String, _ value: SettingValue, isRoot: Bool) -> PageSchema? {
    guard case .dictionary(let attributes) = value else { return nil }
    var reader = PageReader(
      attributes: attributes, strings: strings, place: DiagnosticPlace(file: name, page: name))
    let specifiers = reader.specifiers()
    diagnostics += reader.diagnostics
    return PageSchema(
      name: name, file: name, bundleName: "", title: strings.title(for: attributes["Title"]),
      strings: strings, applicationGroupContainerIdentifier: nil, specifiers: specifiers,
      showsPrivacySettings: isRoot && name == "Root" && context.showsPrivacySettings,
      attributes: attributes.filter { $0.key != "PreferenceSpecifiers" })
  }
}
