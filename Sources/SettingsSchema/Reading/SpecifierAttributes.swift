package import SettingsCore

/// The attributes of an entry, read by the rules for their values, whatever the entry's kind.
package struct SpecifierAttributes: Sendable {
  package let values: [SettingValue.DictionaryKey: SettingValue]
  package let strings: StringsTable

  package init(
    _ values: [SettingValue.DictionaryKey: SettingValue], strings: StringsTable
  ) {
    self.values = values
    self.strings = strings
  }

  package subscript(_ name: SettingValue.DictionaryKey) -> SettingValue? { values[name] }

  /// A text as written; nil when absent or of another kind.
  package func text(_ name: SettingValue.DictionaryKey) -> String? {
    guard case .string(let text) = values[name] else { return nil }
    return text
  }

  /// A localized title (rule L6).
  package func title(_ name: SettingValue.DictionaryKey) -> String? {
    strings.title(for: values[name])
  }

  /// A truth value, which may be written as a text (rule V9).
  package func flag(_ name: SettingValue.DictionaryKey, default standard: Bool = false) -> Bool {
    values[name]?.truth ?? standard
  }

  /// A number, which may be written as a text; 0 when absent (rule V8).
  package func number(_ name: SettingValue.DictionaryKey) -> Double {
    values[name]?.leadingNumber ?? 0
  }

  /// The case of an enumeration whose schema name is written; the standard one for unknown names.
  package func choice<Value: RawRepresentable<String>>(
    _ name: SettingValue.DictionaryKey, default standard: Value
  ) -> Value {
    text(name).flatMap(Value.init(rawValue:)) ?? standard
  }

  /// A list; nil when absent or of another kind.
  package func list(_ name: SettingValue.DictionaryKey) -> [SettingValue]? {
    guard case .array(let items) = values[name] else { return nil }
    return items
  }

  /// The key's text; a number counts as its digits.
  package var keyText: String? {
    switch values["Key"] {
    case .string(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  package var type: String { text("Type") ?? "" }
}

// MARK: - Attributes of several kinds

extension SpecifierAttributes {
  package var isSortedByTitle: Bool { flag("DisplaySortedByTitle") }

  /// The values and titles when both are there (rule V1), in the order of the property list.
  package var choices: Choices? {
    guard let values = list("Values"), let titles = list("Titles") else { return nil }
    let shortTitles = list("ShortTitles")
    return Choices(
      values: values, titleKeys: titles, titles: titles.map { strings.title(for: $0) },
      shortTitleKeys: shortTitles, shortTitles: shortTitles?.map { strings.title(for: $0) },
      iconNames: list("IconNames")?.map {
        if case .string(let name) = $0 { name } else { nil }
      })
  }

  /// The subtitle (rule V6).
  package var subtitle: Specifier.Subtitle? {
    switch values["IASKSubtitle"] {
    case .dictionary(let entries):
      let texts = entries.compactMapValues { strings.title(for: $0) }
      return .byValue(
        texts.filter { $0.key != "__default__" }, otherwise: texts["__default__"])
    case let value?: return strings.title(for: value).map(Specifier.Subtitle.text)
    case nil: return nil
    }
  }

  /// The devices; all when the attribute is absent or empty, none when it has unknown names only
  /// (rule D3).
  package var idioms: Set<Idiom> {
    guard let names = list("SupportedUserInterfaceIdioms"), !names.isEmpty else {
      return Set(Idiom.allCases)
    }
    return Set(
      names.compactMap {
        if case .string(let name) = $0 { Idiom(schemaName: name) } else { nil }
      })
  }

  /// How the text is aligned.
  ///
  /// A subtitle makes it natural; without one an unknown name counts as none, which
  /// leaves it to the kind.
  package var textAlignment: Specifier.TextAlignment {
    if values["IASKSubtitle"] != nil { return .natural }
    if let alignment = text("IASKTextAlignment").flatMap(Specifier.TextAlignment.init(rawValue:)) {
      return alignment
    }
    switch type {
    case "PSMultiValueSpecifier", "PSTitleValueSpecifier", "IASKTextViewSpecifier",
      "IASKDatePickerSpecifier":
      return .right
    case "IASKButtonSpecifier": return values["IASKCellImage"] == nil ? .center : .natural
    default: return .natural
    }
  }

  package var appearance: Specifier.Appearance {
    Specifier.Appearance(
      subtitle: subtitle, placeholder: title("IASKPlaceholder"), textAlignment: textAlignment,
      cellImage: text("IASKCellImage"),
      adjustsFontSizeToFitWidth: flag("IASKAdjustsFontSizeToFitWidth", default: true))
  }

  package var destination: Specifier.Destination {
    Specifier.Destination(
      viewControllerClass: text("IASKViewControllerClass"),
      viewControllerSelector: text("IASKViewControllerSelector"),
      storyboardFile: text("IASKViewControllerStoryBoardFile"),
      storyboardID: text("IASKViewControllerStoryBoardId"),
      segueIdentifier: text("IASKSegueIdentifier"))
  }

  package var toggle: Specifier.Element.Toggle {
    Specifier.Element.Toggle(
      trueValue: values["TrueValue"], falseValue: values["FalseValue"],
      style: choice("IASKToggleStyle", default: .switchControl))
  }

  package var slider: Specifier.Element.Slider {
    Specifier.Element.Slider(
      minimum: number("MinimumValue"), maximum: number("MaximumValue"),
      minimumImage: text("MinimumValueImage"), maximumImage: text("MaximumValueImage"))
  }

  package var textField: Specifier.Element.TextField {
    Specifier.Element.TextField(
      isSecure: flag("IsSecure"), keyboardType: choice("KeyboardType", default: .standard),
      autocapitalizationType: choice("AutocapitalizationType", default: .none),
      autocorrectionType: choice("AutocorrectionType", default: .standard),
      contentType: text("IASKTextContentType").flatMap(Specifier.TextContentType.init(schemaName:)))
  }

  package var textView: Specifier.Element.TextView {
    let field = textField
    return Specifier.Element.TextView(
      keyboardType: field.keyboardType, autocapitalizationType: field.autocapitalizationType,
      autocorrectionType: field.autocorrectionType, contentType: field.contentType)
  }

  package var datePicker: Specifier.Element.DatePicker {
    let interval = Int(exactly: number("MinuteInterval").rounded(.towardZero)) ?? 1
    return Specifier.Element.DatePicker(
      mode: choice("DatePickerMode", default: .dateAndTime),
      style: choice("DatePickerStyle", default: .wheels), minuteInterval: max(1, interval))
  }

  package var childPane: Specifier.Element.ChildPane {
    Specifier.Element.ChildPane(
      file: text("File"), childTitle: title("IASKChildTitle"),
      webView: Specifier.Element.WebView(
        showsProgress: flag("IASKWebViewShowProgress"),
        showsNavigationButtons: flag("IASKWebViewShowNavigationalButtons"),
        hidesBottomBar: flag("IASKWebViewHideBottomBar"),
        isFullscreen: flag("IASKWebViewFullscreen")))
  }

  package var mail: Specifier.Element.MailCompose {
    func receivers(_ name: SettingValue.DictionaryKey) -> [String] {
      list(name)?.compactMap { strings.title(for: $0) } ?? title(name).map { [$0] } ?? []
    }
    return Specifier.Element.MailCompose(
      to: receivers("IASKMailComposeToRecipents"), cc: receivers("IASKMailComposeCcRecipents"),
      bcc: receivers("IASKMailComposeBccRecipents"), subject: title("IASKMailComposeSubject"),
      body: title("IASKMailComposeBody"), isBodyHTML: flag("IASKMailComposeBodyIsHTML"))
  }
}
