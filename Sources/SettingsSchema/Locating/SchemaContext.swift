public import SettingsCore

/// What a bundle is read for: languages, device, and what the app says about itself.
///
/// All of it is given, nothing is asked of the system, so that a bundle reads alike on every
/// platform.
public struct SchemaContext: Sendable {
  /// The user's languages, the preferred one first, as BCP 47 tags: `["de-AT", "en"]`.
  ///
  /// Empty means English.
  public var languages: [String]
  /// The device, which chooses between files such as `Root~ipad.plist` and `Root.plist`.
  public var idiom: Idiom
  /// The app's Info.plist: any `NS…UsageDescription` in it brings the row to the privacy settings.
  public var infoDictionary: [SettingValue.DictionaryKey: SettingValue]
  /// Whether the row to the privacy settings never appears (rule L9).
  public var neverShowsPrivacySettings: Bool

  /// Makes a context; what is left out is English on a phone, without an Info.plist.
  public init(
    languages: [String] = [], idiom: Idiom = .phone,
    infoDictionary: [SettingValue.DictionaryKey: SettingValue] = [:],
    neverShowsPrivacySettings: Bool = false
  ) {
    self.languages = languages
    self.idiom = idiom
    self.infoDictionary = infoDictionary
    self.neverShowsPrivacySettings = neverShowsPrivacySettings
  }

  /// Whether the first page gets the row to the privacy settings (rules L8 and L9).
  ///
  /// - Complexity: O(size of the Info dictionary).
  public var showsPrivacySettings: Bool {
    !neverShowsPrivacySettings
      && infoDictionary.keys.contains {
        $0.text.hasPrefix("NS") && $0.text.hasSuffix("UsageDescription")
      }
  }
}
