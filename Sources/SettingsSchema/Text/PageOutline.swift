public import SettingsCore

/// A page with its current values, ready to be drawn as text or written as JSON.
///
/// It is made by a pure function of page and values; hidden entries are part of it and marked,
/// secret values are not part of it at all.
public struct PageOutline: Hashable, Sendable {
  /// The page's name.
  public let name: String
  /// The localized title.
  public let title: String?
  /// The sections, in order.
  public let sections: [Section]

  /// A section.
  public struct Section: Hashable, Sendable {
    /// The localized title.
    public let title: String?
    /// The header's key.
    public let key: SettingName?
    /// The localized text below the section.
    public let footer: String?
    /// Whether the header's key is hidden, and so the whole section.
    public let isHidden: Bool
    /// The rows, in order.
    public let rows: [Row]
  }

  /// A row.
  public struct Row: Hashable, Sendable {
    /// The entry's type as the property list writes it.
    public let type: String
    /// The setting's name.
    public let key: SettingName?
    /// The localized title.
    public let title: String?
    /// The localized second line for the current value.
    public let subtitle: String?
    /// What the row lets its user do, with the current value.
    public let control: Control
    /// The stored value, or else the default; nil when there is neither, and for secrets.
    public let value: SettingValue?
    /// Whether the value is stored, not the default.
    public let isStored: Bool
    /// Whether the value must not be shown.
    public let isSecret: Bool
    /// Whether the row's key is hidden.
    public let isHidden: Bool
  }

  /// What a row lets its user do.
  @nonexhaustive
  public enum Control: Hashable, Sendable {
    /// On or off.
    case toggle(isOn: Bool)
    /// A number in a range.
    case slider(position: Double, minimum: Double, maximum: Double)
    /// A text to edit; nil when there is none.
    case text(String?, placeholder: String?)
    /// A value to choose on another page; nil when the value is not in the list.
    case choice(String?)
    /// A row of a radio group.
    case radio(isChosen: Bool)
    /// A text that is shown only.
    case label(String?)
    /// A link to the page of this name, or to a screen of the app.
    case page(String?)
    /// A link to a URL.
    case url(String?)
    /// An e-mail to write.
    case mail
    /// A button.
    case button
    /// An item of a list.
    case item(String?)
    /// Adds an item to a list.
    case add
    /// Something the app draws, or a type that is unknown.
    case custom
  }
}

extension PageOutline {
  /// Makes the outline of a page.
  ///
  /// What an `SLVisibleIf` hides is marked as hidden, too; a condition reads the values given here, and
  /// the defaults of this page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - idiom: The device.
  ///   - hidden: The names of hidden settings.
  ///   - secrets: The names whose values must not be shown; those of the page's own secure fields
  ///     never are.
  ///   - provider: Gives values to lists that have none of their own.
  ///   - value: The stored value of a setting; nil when nothing is stored.
  /// - Complexity: O(number of rows).
  public init(
    _ page: PageSchema, idiom: Idiom, hidden: Set<SettingName> = [],
    secrets: Set<SettingName> = [], provider: (any ChoicesProvider)? = nil,
    value: @escaping (SettingName) -> SettingValue? = { _ in nil }
  ) {
    let layout = page.layout(idiom: idiom, provider: provider) { name in
      if case .array(let items) = value(name) { items.count } else { 0 }
    }
    let concealed = page.concealedEntries { name in
      value(name) ?? page.specifiers.first { $0.key == name }?.defaultValue
    }
    self.name = page.name
    self.title = page.title
    self.sections = layout.sections.map { section in
      let key = section.header?.key
      return Section(
        title: section.title, key: key, footer: section.footerText,
        isHidden: (key.map(hidden.contains) ?? false)
          || (section.header.map { concealed.contains($0.index) } ?? false),
        rows: section.rows.map { row in
          RowOutline(
            row: row, header: section.header, hidden: hidden, secrets: secrets, provider: provider,
            stored: value, concealed: concealed
          ).outline
        })
    }
  }
}
