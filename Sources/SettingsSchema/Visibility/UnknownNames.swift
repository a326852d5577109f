import SettingsCore

/// Finds conditions that read settings of no page.
enum UnknownNames {
  /// A warning for each entry whose `SLVisibleIf` reads a setting that no page has.
  static func diagnostics(in pages: [PageSchema]) -> [SchemaDiagnostic] {
    let known = Set(pages.flatMap(\.specifiers).compactMap(\.key))
    return pages.flatMap { page in
      page.specifiers.compactMap { specifier -> SchemaDiagnostic? in
        let unknown = (specifier.visibleIf?.names ?? []).subtracting(known).sorted()
        guard !unknown.isEmpty else { return nil }
        let place = DiagnosticPlace(
          file: page.file, page: page.name, index: specifier.index, key: specifier.key?.text)
        let names = unknown.map(\.text.debugDescription).joined(separator: ", ")
        return place.diagnostic(
          .warning, "the SLVisibleIf reads \(names), which is on no page",
          "what the store has for it counts")
      }
    }
  }
}
