import SettingsCore
import SettingsSchema

/// The values that conditions read: what is stored, else the default, of any page.
struct EffectiveValues {
  let moment: PageMoment
  let schema: PageSchema
  let source: any PageSource

  func value(of name: SettingName) -> SettingValue? {
    moment.anyValue(name) ?? specifier(name)?.defaultValue
  }

  /// Whether a toggle is on, as its page shows it; nil for other settings.
  func isOn(_ name: SettingName) -> Bool? {
    guard let specifier = specifier(name),
      case .toggle(let toggle) = specifier.element
    else { return nil }
    return toggle.isOn(moment.anyValue(name) ?? specifier.defaultValue)
  }

  /// What the page itself says about a setting comes first: an item of a list may have a setting of the
  /// same name as another page.
  private func specifier(_ name: SettingName) -> Specifier? {
    schema.specifiers.first { $0.key == name } ?? source.specifier(forKey: name)
  }
}
