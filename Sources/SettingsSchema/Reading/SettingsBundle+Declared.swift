public import SettingsCore

extension SettingsBundle {
  /// Makes a bundle of pages that are declared in code instead of read from files.
  ///
  /// Each page is the dictionary that its property list would hold, and is read by the same rules.
  /// Texts are taken as they are.
  ///
  /// - Parameters:
  ///   - root: The first page.
  ///   - pages: The others by name; only those that entries lead to are kept.
  ///   - context: Device and Info.plist.
  /// - Complexity: O(size of the pages).
  public init(
    root: [SettingValue.DictionaryKey: SettingValue],
    pages: [String: [SettingValue.DictionaryKey: SettingValue]] = [:],
    context: SchemaContext = SchemaContext()
  ) {
    var reader = DeclaredReader(pages: pages)
    let first = reader.page("Root", root, showsPrivacySettings: context.showsPrivacySettings)
    let others = first.others { link, parent in reader.child(link, of: parent) }
    let pages = [first] + others
    self.init(
      context: context, root: first, others: others,
      diagnostics: reader.diagnostics + UnknownNames.diagnostics(in: pages)
        + Cycles.diagnostics(in: pages))
  }
}

/// Reads pages that are declared in code, each once.
private struct DeclaredReader {
  let pages: [String: [SettingValue.DictionaryKey: SettingValue]]
  var diagnostics: [SchemaDiagnostic] = []

  mutating func page(
    _ name: String, _ attributes: [SettingValue.DictionaryKey: SettingValue],
    showsPrivacySettings: Bool = false
  ) -> PageSchema {
    let strings = StringsTable(name: name)
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

  /// The page that an entry leads to; nil, with a diagnostic, when there is none.
  mutating func child(_ link: PageSchema.Link, of parent: PageSchema) -> PageSchema? {
    if let attributes = pages[link.file] { return page(link.file, attributes) }
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
}
