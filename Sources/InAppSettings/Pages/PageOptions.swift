public import Foundation
public import SettingsSchema

/// What a settings page and the pages it leads to are shown for.
public struct PageOptions: Sendable {
  /// The device.
  public var idiom: Idiom
  /// Gives values to lists whose property list has none.
  public var choices: (any ChoicesProvider)?
  /// What dates that are not stored begin with (rule E11).
  public var now: @Sendable () -> Date
  /// The zone that dates are written in.
  public var timeZone: TimeZone

  /// Makes options; what is left out is a phone, without choices from the app, in the system's zone.
  public init(
    idiom: Idiom = .phone, choices: (any ChoicesProvider)? = nil,
    now: @escaping @Sendable () -> Date = { Date() }, timeZone: TimeZone = .current
  ) {
    self.idiom = idiom
    self.choices = choices
    self.now = now
    self.timeZone = timeZone
  }
}
