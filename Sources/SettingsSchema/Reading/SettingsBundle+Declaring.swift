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
    guard let value = pages[root] else {
      throw .notFound(page: root, tried: pages.keys.sorted())
    }
    guard case .dictionary(let first) = value else {
      throw .notAPage(file: root, kind: value.kind.rawValue)
    }
    self.init(first, named: root, pages: pages, strings: strings, context: context)
  }

  /// Makes a bundle of a first page and the pages that it leads to.
  package init(
    _ attributes: [SettingValue.DictionaryKey: SettingValue], named root: String = "Root",
    pages: [String: SettingValue], strings: StringsTable = StringsTable(name: ""),
    context: SchemaContext = SchemaContext()
  ) {
    var reader = DeclaredReader(pages: pages, strings: strings)
    let first = reader.page(
      root, attributes, showsPrivacySettings: root == "Root" && context.showsPrivacySettings)
    let others = first.others { link, parent in reader.child(link, of: parent) }
    self.init(
      context: context, root: first, others: others,
      diagnostics: reader.diagnostics + Cycles.diagnostics(in: [first] + others))
  }
}

/// Makes pages of property lists that are in memory.
private struct DeclaredReader {
  let pages: [String: SettingValue]
  let strings: StringsTable
  var diagnostics: [SchemaDiagnostic] = []

  /// The page that an entry leads to; nil, with a diagnostic, when there is none.
  mutating func child(_ link: PageSchema.Link, of parent: PageSchema) -> PageSchema? {
    if case .dictionary(let attributes) = pages[link.file] { return page(link.file, attributes) }
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

  mutating func page(
    _ name: String, _ attributes: [SettingValue.DictionaryKey: SettingValue],
    showsPrivacySettings: Bool = false
  ) -> PageSchema {
    var reader = PageReader(
      attributes: attributes, strings: strings, place: DiagnosticPlace(file: name, page: name))
    let specifiers = reader.specifiers()
    diagnostics += reader.diagnostics
    return PageSchema(
      name: name, file: name, bundleName: "", title: strings.title(for: attributes["Title"]),
      strings: strings, applicationGroupContainerIdentifier: nil, specifiers: specifiers,
      showsPrivacySettings: showsPrivacySettings,
      attributes: attributes.filter { $0.key != "PreferenceSpecifiers" })
  }
}
