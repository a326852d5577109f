public import SettingsCore
public import SettingsSchema

/// Where a settings page finds the pages that it leads to, and what they say about settings.
///
/// ``SettingsBundle`` is one; a program that declares its pages may have its own.
public protocol PageSource: Sendable {
  /// The device that the pages were read for.
  var idiom: Idiom { get }

  /// The page that entries call so; nil when there is none.
  func page(named name: String) -> PageSchema?

  /// The first entry with a key, whatever page it is on; nil when none has it.
  func specifier(forKey key: SettingName) -> Specifier?

  /// The names of settings whose values must not be shown.
  func secretNames() -> Set<SettingName>
}

extension SettingsBundle: PageSource {
  /// The device that the bundle was read for.
  public var idiom: Idiom { context.idiom }
}

extension PageSource {
  /// The defaults that a new item of a list gets from its pane: those of its editable settings and of
  /// the pages it leads to; of several entries with the same key the first counts (rules E17, G2).
  func paneDefaults(
    of page: PageSchema, idiom: Idiom
  ) -> [SettingValue.DictionaryKey: SettingValue] {
    var defaults: [SettingValue.DictionaryKey: SettingValue] = [:]
    forEachSpecifier(from: page) { specifier in
      guard let key = specifier.key, let value = specifier.defaultValue, specifier.isEditable,
        specifier.idioms.contains(idiom)
      else { return }
      let entry = SettingValue.DictionaryKey(key.text)
      if defaults[entry] == nil { defaults[entry] = value }
    }
    return defaults
  }

  /// The names of all settings of a page and of the pages it leads to.
  func names(from page: PageSchema) -> Set<SettingName> {
    var names: Set<SettingName> = []
    forEachSpecifier(from: page) { if let key = $0.key { names.insert(key) } }
    return names
  }

  /// Whether a page, or one that it leads to, has such an entry.
  func hasSpecifier(from page: PageSchema, where isSuch: (Specifier) -> Bool) -> Bool {
    var isFound = false
    forEachSpecifier(from: page) { isFound = isFound || isSuch($0) }
    return isFound
  }

  /// Visits the entries of a page and of the pages it leads to, each page once.
  private func forEachSpecifier(from page: PageSchema, _ visit: (Specifier) -> Void) {
    var seen: Set<String> = [page.name]
    var pending = [page]
    while let next = pending.popLast() {
      for specifier in next.specifiers { visit(specifier) }
      let children = next.children.filter { seen.insert($0).inserted }
      pending += children.reversed().compactMap { self.page(named: $0) }
    }
  }
}
