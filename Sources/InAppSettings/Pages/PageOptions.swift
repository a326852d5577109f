public import Foundation
public import SettingsSchema

/// What a settings page and the pages it leads to are shown for.
public struct PageOptions: Sendable {
  /// The device; nil for that which the source was read for.
  public var idiom: Idiom?
  /// Gives values to lists whose property list has none.
  public var choices: (any ChoicesProvider)?
  /// Hides settings by the values of others, on this page and those it leads to.
  public var rules: [VisibilityRule]
  /// The zone that dates are written in.
  public var timeZone: TimeZone

  /// Makes options; what is left out is the source's device, without choices and rules from the app, in
  /// the system's zone.
  public init(
    idiom: Idiom? = nil, choices: (any ChoicesProvider)? = nil,
    rules: [VisibilityRule] = [], timeZone: TimeZone = .current
  ) {
    self.idiom = idiom
    self.choices = choices
    self.rules = rules
    self.timeZone = timeZone
  }
}
