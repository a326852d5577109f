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
  /// The values are those of `DefaultValue`, never `TrueValue` or `FalseValue` (rule G3). They do
  /// not depend on what is hidden (rule G4). Pages that lead back to themselves count once; items
  /// of lists and their pages do not count (rules G5, G6).
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
    // Reading backwards and keeping what is met first is the same as reading forwards and keeping
    // the last, also for a page that several entries lead to, and needs each page once only.
    for specifier in gathered(idiom: idiom ?? context.idiom, backwards: duplicates == .last) {
      guard let key = specifier.key, let value = specifier.defaultValue, defaults[key] == nil,
        !editableOnly || specifier.isEditable
      else { continue }
      defaults[key] = value
    }
    return defaults
  }

  /// Entries that are still to be gathered.
  private enum Pending {
    case entries(ArraySlice<Specifier>)
    case gathered(Specifier)
  }

  /// The entries of all pages, those of a child page behind the entry that leads to it.
  private func gathered(idiom: Idiom, backwards: Bool) -> [Specifier] {
    var gathered: [Specifier] = []
    var seen: Set<String> = [root.name]
    // A stack of its own: bundles may chain more pages than calls can be nested.
    var pending = [Pending.entries(root.specifiers[...])]
    while let next = pending.popLast() {
      guard case .entries(var rest) = next else {
        if case .gathered(let specifier) = next { gathered.append(specifier) }
        continue
      }
      guard let specifier = backwards ? rest.popLast() : rest.popFirst() else { continue }
      pending.append(.entries(rest))
      guard specifier.idioms.contains(idiom) else { continue }
      let child = childPage(of: specifier, notIn: &seen)
      if backwards {
        pending.append(.gathered(specifier))
        pending += child.map { [.entries($0.specifiers[...])] } ?? []
      } else {
        pending += child.map { [.entries($0.specifiers[...])] } ?? []
        pending.append(.gathered(specifier))
      }
    }
    return gathered
  }

  private func childPage(of specifier: Specifier, notIn seen: inout Set<String>) -> PageSchema? {
    guard case .childPane(let pane) = specifier.element, let file = pane.file,
      let page = page(named: file), seen.insert(file).inserted
    else { return nil }
    return page
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
