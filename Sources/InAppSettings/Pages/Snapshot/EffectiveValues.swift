import SettingsCore
import SettingsSchema

/// The values that conditions read: what is stored, else the default, of any page.
struct EffectiveValues {
  let moment: PageMoment
  let source: any PageSource

  func value(of name: SettingName) -> SettingValue? {
    moment.anyValue(name) ?? source.specifier(forKey: name)?.defaultValue
  }

  /// Whether a toggle is on, as its page shows it; nil for other settings.
  func isOn(_ name: SettingName) -> Bool? {
    guard let specifier = source.specifier(forKey: name),
      case .toggle(let toggle) = specifier.element
    else { return nil }
    return toggle.isOn(moment.anyValue(name) ?? specifier.defaultValue)
  }
}
