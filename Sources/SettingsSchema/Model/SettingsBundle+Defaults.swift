public import SettingsCore

extension SettingsBundle {
  /// Which default counts when several entries have the same key (rule G2).
  public enum DuplicateRule: Hashable, Sendable {
    /// The first, as when defaults are written where nothing is stored.
    case first
    /// The last, as when defaults are gathered.
    case last
  }

  /// The defaults of all pages: what a setting reads as long as nothing is stored.
  ///
  /// ```swift
  /// store.registerDefaults(bundle.defaults())
  /// ```
  ///
  /// The values are those of `DefaultValue`, never `TrueValue` or `FalseValue` (rule G3). They do not
  /// depend on what is hidden (rule G4). Each page counts once, where it is first reached; items of
  /// lists and their pages do not count (rules G5, G6).
  ///
  /// - Parameters:
  ///   - editableOnly: Whether only entries that a user can change count, not titles, buttons and
  ///     list groups (rule G1).
  ///   - duplicates: Which entry counts of several with the same key.
  ///   - idiom: The device; that of ``SettingsBundle/context`` unless another is named.
  /// - Returns: The values by name.
  /// - Complexity: O(number of entries).
  public func defaults(
    editableOnly: Bool = false, duplicates: DuplicateRule = .last, idiom: Idiom? = nil
  ) -> [SettingName: SettingValue] {
    var defaults: [SettingName: SettingValue] = [:]
    for specifier in gathered(idiom: idiom ?? context.idiom) {
      guard let key = specifier.key, let value = specifier.defaultValue,
        !editableOnly || specifier.isEditable
      else { continue }
      if duplicates == .last || defaults[key] == nil { defaults[key] = value }
    }
    return defaults
  }

  /// The entries of all pages, a child page's in the place of the entry that leads to it.
  private func gathered(idiom: Idiom) -> [Specifier] {
    var gathered: [Specifier] = []
    var seen: Set<String> = [root.name]
    // A stack of its own: bundles may chain more pages than calls can be nested.
    var open = [root.specifiers[...]]
    while var rest = open.popLast() {
      guard let specifier = rest.popFirst() else { continue }
      open.append(rest)
      guard specifier.idioms.contains(idiom) else { continue }
      gathered.append(specifier)
      if case .childPane(let pane) = specifier.element, let file = pane.file,
        let page = page(named: file), seen.insert(file).inserted
      {
        open.append(page.specifiers[...])
      }
    }
    return gathered
  }
}

extension Specifier {
  /// Whether a user can change the setting (rule G1).
  public var isEditable: Bool {
    switch element {
    case .toggle, .multiValue, .radioGroup, .slider, .textField, .textView, .customView,
      .datePicker:
      true
    default: false
    }
  }
}
