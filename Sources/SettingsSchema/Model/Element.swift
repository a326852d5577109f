public import SettingsCore

extension Specifier {
  /// The kinds of entry, each with its own fields.
  @nonexhaustive
  public indirect enum Element: Sendable {
    /// `PSGroupSpecifier`: starts a section.
    case group(Group)
    /// `PSRadioGroupSpecifier`: a section with one row per value.
    case radioGroup(RadioGroup)
    /// `IASKListGroupSpecifier`: a section with one row per item of a stored list.
    case listGroup(ListGroup)
    /// `PSToggleSwitchSpecifier`: on or off.
    case toggle(Toggle)
    /// `PSSliderSpecifier`: a number within a range.
    case slider(Slider)
    /// `PSTitleValueSpecifier`: a value that is shown only.
    case titleValue(TitleValue)
    /// `PSTextFieldSpecifier`: a line of text.
    case textField(TextField)
    /// `PSMultiValueSpecifier`: one of several values, chosen on a page of its own.
    case multiValue(MultiValue)
    /// `PSChildPaneSpecifier`: a link to another page.
    case childPane(ChildPane)
    /// `IASKOpenURLSpecifier`: a link to a URL.
    case openURL(OpenURL)
    /// `IASKMailComposeSpecifier`: writes an e-mail.
    case mailCompose(MailCompose)
    /// `IASKButtonSpecifier`: does something in the app.
    case button
    /// `IASKTextViewSpecifier`: a text of several lines.
    case textView(TextView)
    /// `IASKCustomViewSpecifier`: drawn by the app.
    case customView
    /// `IASKDatePickerSpecifier`: a date.
    case datePicker(DatePicker)
    /// `IASKDatePickerControl`: the row that edits the date above it.
    case datePickerControl
    /// A type this version does not know; its attributes are in ``Specifier/attributes``.
    case unknown
  }
}

extension Specifier.Element {
  /// The fields of a group.
  public struct Group: Hashable, Sendable {
    /// The localized text below the section.
    public let footerText: String?
  }

  /// The fields of a radio group.
  public struct RadioGroup: Sendable {
    /// The localized text below the section.
    public let footerText: String?
    /// The values, one row each; nil when they come from the app.
    public let choices: Choices?
    /// Whether the rows are in the order of their titles.
    public let isSortedByTitle: Bool
  }

  /// The fields of a list group.
  public struct ListGroup: Sendable {
    /// The localized text below the section.
    public let footerText: String?
    /// What a row for an item looks like; nil when the group has none that can be used.
    public let item: Specifier?
    /// The row that adds an item; nil when nothing can be added.
    public let add: Specifier?
    /// Whether items can be removed.
    public let isDeletable: Bool
  }

  /// The fields of a toggle.
  public struct Toggle: Hashable, Sendable {
    /// What is stored for on; nil stands for true.
    public let trueValue: SettingValue?
    /// What is stored for off; nil stands for false.
    public let falseValue: SettingValue?
    /// How the toggle is drawn.
    public let style: ToggleStyle

    /// Whether a value means on.
    ///
    /// It does when it matches ``trueValue``, or does not match ``falseValue`` and is true by
    /// itself. Nothing stored, a list, a dictionary, data or a date mean off (rules V7, E3).
    public func isOn(_ value: SettingValue?) -> Bool {
      guard let value else { return false }
      if let trueValue, value.matches(trueValue) { return true }
      if let falseValue, value.matches(falseValue) { return false }
      return value.truth ?? false
    }
  }

  /// How a toggle is drawn (rule V13).
  public enum ToggleStyle: String, Hashable, Sendable, CaseIterable {
    /// A switch.
    case switchControl = "Switch"
    /// A check mark.
    case checkmark = "Checkmark"
  }

  /// The fields of a slider.
  public struct Slider: Hashable, Sendable {
    /// The least value; 0 when the property list has none (rule V8).
    public let minimum: Double
    /// The greatest value; 0 when the property list has none (rule V8).
    public let maximum: Double
    /// The name of the image at the left end.
    public let minimumImage: String?
    /// The name of the image at the right end.
    public let maximumImage: String?

    /// The position for a value: the number in it, within the range (rule E4).
    public func position(of value: SettingValue?) -> Double {
      let number = value?.leadingNumber ?? 0
      return number.isNaN ? minimum : Swift.max(minimum, Swift.min(maximum, number))
    }
  }

  /// The fields of a value that is shown only.
  public struct TitleValue: Sendable {
    /// The titles to show for values; nil when the value itself is shown.
    public let choices: Choices?
  }

  /// The fields of a line of text.
  public struct TextField: Hashable, Sendable {
    /// Whether the text must not be shown.
    public let isSecure: Bool
    /// The keyboard.
    public let keyboardType: Specifier.KeyboardType
    /// Which letters become capitals.
    public let autocapitalizationType: Specifier.AutocapitalizationType
    /// Whether what is typed is corrected; as written, although a secure field never does.
    public let autocorrectionType: Specifier.AutocorrectionType
    /// What the text is; nil when not said, or unknown.
    public let contentType: Specifier.TextContentType?
  }

  /// The fields of a text of several lines.
  public struct TextView: Hashable, Sendable {
    /// The keyboard.
    public let keyboardType: Specifier.KeyboardType
    /// Which letters become capitals.
    public let autocapitalizationType: Specifier.AutocapitalizationType
    /// Whether what is typed is corrected.
    public let autocorrectionType: Specifier.AutocorrectionType
    /// What the text is; nil when not said, or unknown.
    public let contentType: Specifier.TextContentType?
  }

  /// The fields of a multi-value list.
  public struct MultiValue: Sendable {
    /// The values; nil when they come from the app.
    public let choices: Choices?
    /// Whether the values are in the order of their titles.
    public let isSortedByTitle: Bool
    /// The localized text below the values, on the list's own page.
    public let footerText: String?
    /// Whether choosing a value closes the list's page.
    public let isQuickSelection: Bool
  }

  /// The fields of a link to another page.
  public struct ChildPane: Hashable, Sendable {
    /// The page's name: its file without `.plist`; nil for a link to a screen of the app.
    public let file: String?
    /// The localized title of the page, when it differs from the row's.
    public let childTitle: String?
    /// How the page is shown when it is a web page.
    public let webView: WebView
  }

  /// How a row's web page is shown.
  public struct WebView: Hashable, Sendable {
    /// Whether the progress of loading is shown.
    public let showsProgress: Bool
    /// Whether there are buttons to go back and forward.
    public let showsNavigationButtons: Bool
    /// Whether the bar at the bottom is hidden.
    public let hidesBottomBar: Bool
    /// Whether the page takes the whole screen.
    public let isFullscreen: Bool
  }

  /// The fields of a link to a URL.
  public struct OpenURL: Hashable, Sendable {
    /// The URL as written.
    public let url: String?
  }

  /// The fields of an e-mail to write; texts are localized.
  public struct MailCompose: Hashable, Sendable {
    /// The receivers.
    public let to: [String]
    /// The receivers of copies.
    public let cc: [String]
    /// The hidden receivers.
    public let bcc: [String]
    /// The subject.
    public let subject: String?
    /// The text.
    public let body: String?
    /// Whether the text is HTML.
    public let isBodyHTML: Bool
  }

  /// The fields of a date.
  public struct DatePicker: Hashable, Sendable {
    /// What is picked.
    public let mode: DatePickerMode
    /// How the picker is drawn.
    public let style: DatePickerStyle
    /// The steps of the minutes; at least 1.
    public let minuteInterval: Int

    /// Whether the picker is drawn in the row itself, without a row for editing below it.
    public var isEmbedded: Bool { style == .compact || (style == .inline && mode == .time) }
  }

  /// What a date picker picks (rule V12).
  public enum DatePickerMode: String, Hashable, Sendable, CaseIterable {
    /// A date and a time.
    case dateAndTime = "DateAndTime"
    /// A date.
    case date = "Date"
    /// A time.
    case time = "Time"
  }

  /// How a date picker is drawn (rule V12).
  public enum DatePickerStyle: String, Hashable, Sendable, CaseIterable {
    /// As wheels.
    case wheels = "Wheels"
    /// As a button that opens the picker.
    case compact = "Compact"
    /// As a calendar.
    case inline = "Inline"
  }
}
