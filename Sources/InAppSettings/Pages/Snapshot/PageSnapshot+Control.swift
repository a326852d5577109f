public import Foundation
public import SettingsCore
public import SettingsSchema

extension PageSnapshot {
  /// What a row lets its user do, with the current state.
  @nonexhaustive
  public enum Control: Hashable, Sendable {
    /// On or off: ``SettingsPage/setToggle(_:to:)``.
    case toggle(Toggle)
    /// A number within a range: ``SettingsPage/beginSliding(_:)``.
    case slider(Slider)
    /// A text: ``SettingsPage/beginText(_:)``.
    case text(TextInput)
    /// One of several values, on a page of their own: ``SettingsPage/choose(_:of:)``.
    case choice(Choice)
    /// A value of a radio group: ``SettingsPage/choose(_:)``.
    case radio(isChosen: Bool)
    /// A date: ``SettingsPage/setDate(_:of:)``.
    case date(DateInput)
    /// A link to the page of this name, or to a screen of the app: ``SettingsPage/select(_:)``.
    case page(String?)
    /// A link to a URL: ``SettingsPage/select(_:)``.
    case url(String?)
    /// An e-mail to write: ``SettingsPage/select(_:)``.
    case mail(Specifier.Element.MailCompose)
    /// A button: ``SettingsPage/select(_:)``.
    case button
    /// Nothing: a text that is shown only.
    case label
    /// Something the app draws, or a type that is unknown; ``SettingsPage/setValue(_:of:)`` changes it.
    case custom
  }

  /// The state of a toggle.
  public struct Toggle: Hashable, Sendable {
    /// Whether it is on.
    public let isOn: Bool
    /// How it is drawn.
    public let style: Specifier.Element.ToggleStyle
  }

  /// The state of a slider.
  public struct Slider: Hashable, Sendable {
    /// The stored value or else the default, within the range.
    public let position: Double
    /// The range, and the images at its ends.
    public let range: Specifier.Element.Slider
  }

  /// The state of a text.
  public struct TextInput: Hashable, Sendable {
    /// The stored text or else the default; empty when there is none.
    ///
    /// A secret is dots.
    public let text: String
    /// Whether what is typed must not be shown.
    public let isSecure: Bool
    /// Whether the text has several lines.
    public let isMultiline: Bool
    /// The keyboard.
    public let keyboardType: Specifier.KeyboardType
    /// Which letters become capitals.
    public let autocapitalizationType: Specifier.AutocapitalizationType
    /// Whether what is typed is corrected; never in a secure field (rule E9).
    public let autocorrectionType: Specifier.AutocorrectionType
    /// What the text is; nil when not said.
    public let contentType: Specifier.TextContentType?
  }

  /// The values to choose from.
  public struct Choice: Hashable, Sendable {
    /// The values, in the order they are shown.
    public let options: [Option]
    /// The chosen one; nil when the value is none of them (rule E6), and for secrets.
    public let selected: Int?
    /// The localized text below the values (rule E22).
    public let footer: String?
    /// Whether choosing closes the values' page.
    public let closesOnChoice: Bool
  }

  /// A value to choose.
  public struct Option: Hashable, Sendable {
    /// The value.
    public let value: SettingValue
    /// The localized title.
    public let title: String
    /// The name of its image.
    public let iconName: String?
  }

  /// The state of a date.
  public struct DateInput: Hashable, Sendable {
    /// The stored date; nil when none is stored, and an editor begins with now (rule E11).
    public let date: Date?
    /// What is picked, how it is drawn, and the steps of the minutes.
    public let picker: Specifier.Element.DatePicker
    /// Whether the row that edits it is open.
    public let isEditing: Bool
  }
}
