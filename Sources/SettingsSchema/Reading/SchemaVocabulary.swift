/// The types and attributes that the schema defines: Apple's, those of InAppSettingsKit,
/// and `SLVisibleIf`.
enum SchemaVocabulary {
  /// What the schema says about a type.
  struct Entry {
    /// Attributes that Apple's reference calls required.
    let required: [String]
    /// The other attributes the type has, besides those of every type.
    let optional: [String]
  }

  static let types: [String: Entry] = [
    "PSGroupSpecifier": Entry(required: [], optional: ["FooterText"]),
    "PSRadioGroupSpecifier": Entry(
      required: ["Key"],
      optional: ["FooterText", "DefaultValue", "DisplaySortedByTitle"] + choiceAttributes),
    "IASKListGroupSpecifier": Entry(
      required: ["Key", "ItemSpecifier"],
      optional: ["FooterText", "AddSpecifier", "Deletable", "DefaultValue"]),
    "PSToggleSwitchSpecifier": Entry(
      required: ["Title", "Key"],
      optional: ["DefaultValue", "TrueValue", "FalseValue", "IASKToggleStyle"]),
    "PSSliderSpecifier": Entry(
      required: ["Key", "MinimumValue", "MaximumValue"],
      optional: ["DefaultValue", "MinimumValueImage", "MaximumValueImage"]),
    "PSTitleValueSpecifier": Entry(
      required: [],
      optional: ["DefaultValue", "DisplaySortedByTitle"] + choiceAttributes + screenAttributes),
    "PSTextFieldSpecifier": Entry(required: ["Key"], optional: textAttributes + ["IsSecure"]),
    "PSMultiValueSpecifier": Entry(
      required: ["Title", "Key"],
      optional: [
        "DefaultValue", "DisplaySortedByTitle", "FooterText", "IASKQuickMultiValueSelection",
      ] + choiceAttributes),
    "PSChildPaneSpecifier": Entry(
      required: ["Title"],
      optional: ["File", "IASKChildTitle", "DefaultValue"] + screenAttributes + webAttributes),
    "IASKOpenURLSpecifier": Entry(required: ["File"], optional: ["DefaultValue"]),
    "IASKMailComposeSpecifier": Entry(required: [], optional: mailAttributes + ["DefaultValue"]),
    "IASKButtonSpecifier": Entry(
      required: [], optional: ["DefaultValue", "IASKButtonClass", "IASKButtonAction"]),
    "IASKTextViewSpecifier": Entry(required: ["Key"], optional: textAttributes),
    "IASKCustomViewSpecifier": Entry(required: [], optional: ["DefaultValue"]),
    "IASKDatePickerSpecifier": Entry(
      required: ["Key"],
      optional: ["DefaultValue", "DatePickerMode", "DatePickerStyle", "MinuteInterval"]),
  ]

  /// Attributes that any entry may have.
  static let common: Set<String> = [
    "Type", "Key", "Title", "SupportedUserInterfaceIdioms", "IASKSubtitle", "IASKPlaceholder",
    "IASKTextAlignment", "IASKCellImage", "IASKAdjustsFontSizeToFitWidth", "SLVisibleIf",
  ]

  private static let choiceAttributes = ["Values", "Titles", "ShortTitles", "IconNames"]

  private static let textAttributes = [
    "DefaultValue", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
    "IASKTextContentType",
  ]

  private static let screenAttributes = [
    "IASKViewControllerClass", "IASKViewControllerSelector", "IASKViewControllerStoryBoardFile",
    "IASKViewControllerStoryBoardId", "IASKSegueIdentifier",
  ]

  private static let webAttributes = [
    "IASKWebViewShowProgress", "IASKWebViewShowNavigationalButtons", "IASKWebViewHideBottomBar",
    "IASKWebViewFullscreen",
  ]

  private static let mailAttributes = [
    "IASKMailComposeToRecipents", "IASKMailComposeCcRecipents", "IASKMailComposeBccRecipents",
    "IASKMailComposeSubject", "IASKMailComposeBody", "IASKMailComposeBodyIsHTML",
  ]

  /// What may be an item of a list group (rule V15); an entry that adds may be the same, except for
  /// the first.
  static let itemTypes = [
    "PSTitleValueSpecifier", "PSChildPaneSpecifier", "PSTextFieldSpecifier",
    "PSMultiValueSpecifier", "IASKButtonSpecifier", "IASKCustomViewSpecifier",
    "PSToggleSwitchSpecifier", "PSSliderSpecifier",
  ]
}
