public import SettingsCore

/// One entry of a page: a header, a control, a link.
///
/// What every entry has stands here; what only its kind has, in ``element``.
public struct Specifier: Sendable {
  /// The position in the page's `PreferenceSpecifiers`, from 0; that of the list group for its item
  /// and add entries, -1 for an entry that is in no file.
  public let index: Int
  /// The type as the property list writes it.
  public let type: String
  /// The setting's name; nil when the entry has none.
  public let key: SettingName?
  /// The localized title.
  public let title: String?
  /// The value the setting has as long as nothing is stored, as the property list has it.
  public let defaultValue: SettingValue?
  /// The devices the entry is shown on; empty when it is never shown (rule D3).
  public let idioms: Set<Idiom>
  /// The kind, with its own fields.
  public let element: Element
  /// How the row looks.
  public let appearance: Appearance
  /// The screen of the app that the row opens.
  public let destination: Destination
  /// Everything the property list says about the entry.
  public let attributes: [SettingValue.DictionaryKey: SettingValue]

  /// The attributes that the schema does not define for this type; all of them for an unknown type.
  public let unknownAttributes: [SettingValue.DictionaryKey]

  /// The condition that shows the entry, which stays hidden otherwise; nil when it is always shown.
  ///
  /// A header's is that of its section. It is the attribute `SLVisibleIf`.
  public internal(set) var visibleIf: VisibilityCondition?

  /// The row of a list group that the entry stands for; nil for all other entries.
  public internal(set) var item: Item?
}

extension Specifier {
  /// How a row looks, whatever its kind.
  public struct Appearance: Hashable, Sendable {
    /// The second line.
    public let subtitle: Subtitle?
    /// The text shown while a field is empty, localized.
    public let placeholder: String?
    /// How the text is aligned.
    public let textAlignment: TextAlignment
    /// The name of the image beside the title.
    public let cellImage: String?
    /// Whether a text that does not fit is made smaller; yes unless said otherwise (rule V9).
    public let adjustsFontSizeToFitWidth: Bool
  }

  /// The screen of the app that a row opens, instead of a settings page.
  public struct Destination: Hashable, Sendable {
    /// The class of the view controller.
    public let viewControllerClass: String?
    /// The selector it is made with.
    public let viewControllerSelector: String?
    /// The storyboard it is in.
    public let storyboardFile: String?
    /// Its identifier in the storyboard.
    public let storyboardID: String?
    /// The segue to perform.
    public let segueIdentifier: String?

    /// Whether nothing is named.
    public var isEmpty: Bool {
      viewControllerClass == nil && storyboardFile == nil && segueIdentifier == nil
    }
  }

  /// Whether the entry starts a section (rule D4).
  public var isHeader: Bool {
    switch element {
    case .group, .radioGroup, .listGroup: true
    default: false
    }
  }

  /// The footer of the section that the entry starts, or of a multi-value list's own page (rule
  /// E22).
  public var footerText: String? {
    switch element {
    case .group(let group): group.footerText
    case .radioGroup(let group): group.footerText
    case .listGroup(let group): group.footerText
    case .multiValue(let list): list.footerText
    default: nil
    }
  }

  /// The values to choose from that the property list gives; nil for kinds without, and when values
  /// or titles are missing (rule V1).
  public var choices: Choices? {
    switch element {
    case .multiValue(let list): list.choices
    case .radioGroup(let group): group.choices
    case .titleValue(let label): label.choices
    default: nil
    }
  }

  /// The values to choose from, asked of a provider when a multi-value list or radio group has none
  /// of its own (rules D9, E6).
  public func choices(from provider: (any ChoicesProvider)?) -> Choices? {
    if let choices { return choices }
    let isSorted: Bool
    switch element {
    case .multiValue(let list): isSorted = list.isSortedByTitle
    case .radioGroup(let group): isSorted = group.isSortedByTitle
    default: return nil
    }
    guard let given = provider?.choices(for: self) else { return nil }
    return isSorted ? given.sortedByTitle() ?? given : given
  }

  /// Whether this is a text that must not be shown.
  public var isSecure: Bool {
    if case .textField(let field) = element { return field.isSecure }
    return false
  }

  /// Whether two entries stand for the same one: same type, and the same key, which both have
  /// (rule D12).
  public func isSame(as other: Specifier) -> Bool {
    key != nil && key == other.key && type == other.type
  }

  /// The subtitle for a stored value; a toggle's value counts as its state, whatever it stores.
  public func subtitle(for value: SettingValue?) -> String? {
    guard let subtitle = appearance.subtitle else { return nil }
    if case .toggle(let toggle) = element, let value {
      return subtitle.text(for: .bool(toggle.isOn(value)))
    }
    return subtitle.text(for: value)
  }
}
