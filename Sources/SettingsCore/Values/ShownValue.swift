/// A value as it may be shown to a person or written to an export.
public enum ShownValue: Hashable, Sendable {
  /// The value itself.
  case value(SettingValue)
  /// The setting is secret: there is a value, and it is not told.
  case secret
  /// The value was erased from the log.
  case redacted
}

extension ShownValue {
  /// The one place that decides what of a value is told.
  ///
  /// Every printer of values calls it: list, log, history, diff, blame, export, error messages.
  ///
  /// - Parameters:
  ///   - value: the value, nil when there is none.
  ///   - isRedacted: whether there was a value that has been erased from the log.
  ///   - isSecret: whether the setting is secret now; what it was when the value was stored does not
  ///     count.
  ///   - reveal: whether the caller asked for secrets in the clear.
  /// - Returns: what to show; nil when there is no value.
  public static func showing(
    _ value: SettingValue?, isRedacted: Bool = false, isSecret: Bool, reveal: Bool = false
  ) -> ShownValue? {
    if isRedacted { return .redacted }
    guard let value else { return nil }
    return isSecret && !reveal ? .secret : .value(value)
  }
}
