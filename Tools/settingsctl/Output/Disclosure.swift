import SettingsLedger

/// Decides what is told of values: which settings are secret now, and whether that was overruled.
struct Disclosure {
  private let state: SettingsState
  let reveals: Bool

  /// - Parameters:
  ///   - state: the newest state: what is secret now is secret in all of history.
  ///   - reveals: whether the user asked for secrets in the clear.
  init(_ state: SettingsState, reveals: Bool = false) {
    self.state = state
    self.reveals = reveals
  }

  func showing(
    _ value: SettingValue?, of name: SettingName, isRedacted: Bool = false
  ) -> ShownValue? {
    ShownValue.showing(
      value, isRedacted: isRedacted, isSecret: state.isSecret(name), reveal: reveals)
  }

  func new(of change: SettingChange) -> ShownValue? {
    showing(change.new, of: change.name, isRedacted: change.event.kind == .setRedacted)
  }

  func old(of change: SettingChange) -> ShownValue? {
    showing(change.old, of: change.name, isRedacted: change.oldIsRedacted)
  }

  /// The value of a name in some state.
  func value(of name: SettingName, in state: SettingsState) -> ShownValue? {
    let entry = state.entry(of: name)
    return showing(entry?.value, of: name, isRedacted: entry?.isRedacted ?? false)
  }
}
