public import SettingsCore

/// The settings an app describes in its `InAppSettings.bundle` or `Settings.bundle`.
///
/// ```swift
/// let bundle = try SettingsBundle.open(url, context: SchemaContext(languages: ["de"]))
/// for diagnostic in bundle.diagnostics { print(diagnostic) }
/// store.registerDefaults(bundle.defaults())
/// ```
///
/// A bundle is read once, as a whole, for one context; it is a value and never changes.
public struct SettingsBundle: Sendable {
  /// What the bundle was read for.
  public let context: SchemaContext
  /// The first page.
  public let root: PageSchema
  /// All pages that can be reached from the first, itself first, each once.
  public let pages: [PageSchema]
  /// What is wrong with the bundle: its pages in order, then ways around, then texts.
  public let diagnostics: [SchemaDiagnostic]

  private let positions: [String: Int]

  init(
    context: SchemaContext, root: PageSchema, others: [PageSchema],
    diagnostics: [SchemaDiagnostic]
  ) {
    self.context = context
    self.root = root
    self.pages = [root] + others
    self.diagnostics = diagnostics
    self.positions = Dictionary(
      pages.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The page that entries call so; nil when there is none that could be read.
  public func page(named name: String) -> PageSchema? {
    positions[name].map { pages[$0] }
  }

  /// The first entry with a key, in the order of the pages; nil when none has it.
  ///
  /// - Complexity: O(number of entries).
  public func specifier(forKey key: SettingName) -> Specifier? {
    for page in pages {
      if let found = page.specifiers.first(where: { $0.key == key }) { return found }
    }
    return nil
  }

  /// The names of settings whose values must not be shown: those of secure text fields on every
  /// page, whatever the device, and of list groups with such a field in their items.
  ///
  /// - Complexity: O(number of entries).
  public func secretNames() -> Set<SettingName> {
    var names: Set<SettingName> = []
    for page in pages {
      for specifier in page.specifiers where isSecret(specifier) {
        if let key = specifier.key { names.insert(key) }
      }
    }
    return names
  }

  private func isSecret(_ specifier: Specifier) -> Bool {
    guard case .listGroup(let group) = specifier.element else { return specifier.isSecure }
    if group.hasSecureRow { return true }
    return [group.item, group.add].contains { inner in
      guard case .childPane(let pane)? = inner?.element, let file = pane.file else { return false }
      return holdsSecret(startingAt: file)
    }
  }

  /// Whether a page or one that it leads to has a secure text field.
  private func holdsSecret(startingAt file: String) -> Bool {
    var pending = [file]
    var seen: Set<String> = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted, let page = page(named: name) else { continue }
      let hasSecret = page.specifiers.contains { specifier in
        if case .listGroup(let group) = specifier.element { return group.hasSecureRow }
        return specifier.isSecure
      }
      if hasSecret { return true }
      pending += page.children
    }
    return false
  }
}

extension Specifier.Element.ListGroup {
  /// Whether an item is itself a text that must not be shown.
  fileprivate var hasSecureRow: Bool { [item, add].contains { $0?.isSecure ?? false } }
}
