public import SettingsCore

/// One page of settings: the entries of a property list, with texts localized.
public struct PageSchema: Sendable {
  /// The page's name: what a `File` of another page calls it, `Root` for the first.
  public let name: String
  /// The file, relative to the app or the bundle: `Settings.bundle/Root~ipad.plist`.
  public let file: String
  /// The name of the directory that holds the page's texts: `Settings.bundle` (rule L4).
  public let bundleName: String
  /// The localized title of the page.
  public let title: String?
  /// The localized texts.
  public let strings: StringsTable
  /// The App Group whose defaults the page belongs to.
  public let applicationGroupContainerIdentifier: String?
  /// The entries that could be read, in the order of the file.
  public let specifiers: [Specifier]
  /// Whether a section with a row to the privacy settings comes first (rules L8, L9).
  public let showsPrivacySettings: Bool
  /// Everything the property list says, except for the entries.
  public let attributes: [SettingValue.DictionaryKey: SettingValue]

  /// The names of the pages that the entries lead to, in order; repeated names once.
  ///
  /// - Complexity: O(number of entries).
  public var children: [String] {
    var seen: Set<String> = []
    return links.map(\.file).filter { seen.insert($0).inserted }
  }
}

extension PageSchema {
  /// An entry that leads to a page.
  struct Link {
    let file: String
    let specifier: Specifier
    /// Whether the page belongs to the items of a list group: its settings are parts of items.
    let isOfItem: Bool
    /// Whether the file may be something else than a page, opened by a screen of the app (rule G5).
    let isOptional: Bool
  }

  var links: [Link] {
    specifiers.flatMap { specifier -> [Link] in
      switch specifier.element {
      case .childPane: return [Self.link(specifier, isOfItem: false)].compactMap { $0 }
      case .listGroup(let group):
        return [group.item, group.add].compactMap { $0.flatMap { Self.link($0, isOfItem: true) } }
      default: return []
      }
    }
  }

  private static func link(_ specifier: Specifier, isOfItem: Bool) -> Link? {
    guard case .childPane(let pane) = specifier.element, let file = pane.file else { return nil }
    return Link(
      file: file, specifier: specifier, isOfItem: isOfItem,
      isOptional: !specifier.destination.isEmpty)
  }
}
