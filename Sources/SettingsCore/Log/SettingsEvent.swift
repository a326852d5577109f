/// One fact of the log: what happened to one setting.
public struct SettingsEvent: Hashable, Sendable {
  /// What can happen to a setting.
  @nonexhaustive
  public enum Kind: Hashable, Sendable {
    /// The setting got this value.
    case set(SettingValue)
    /// The setting lost its value; it reads as its default again.
    case reset
    /// The setting was hidden.
    case hide
    /// The setting was shown again.
    case unhide
    /// From now on every value of the setting, older ones too, is masked where values are printed.
    case markSecret
    /// The values of the setting are printed again.
    case unmarkSecret
    /// The setting got a value that was erased from the log later.
    case setRedacted
  }

  /// The setting.
  public var name: SettingName
  /// What happened to it.
  public var kind: Kind
  /// For an event that brings back an earlier state (in an undo, redo, revert or rollback): the
  /// revision whose state it brings back.
  public var restores: Revision?

  /// Makes an event.
  public init(_ name: SettingName, _ kind: Kind, restores: Revision? = nil) {
    self.name = name
    self.kind = kind
    self.restores = restores
  }
}

extension SettingsEvent {
  /// The sides of a setting that change independently of one another.
  package enum Side: UInt8, CaseIterable, Sendable {
    case value = 0
    case visibility = 1
    case secrecy = 2
  }

  /// The side of the setting that this event belongs to.
  package var side: Side {
    switch kind {
    case .set, .reset, .setRedacted: .value
    case .hide, .unhide: .visibility
    case .markSecret, .unmarkSecret: .secrecy
    }
  }

  /// The value this event gave the setting; nil when it gave none.
  public var value: SettingValue? {
    if case .set(let value) = kind { value } else { nil }
  }
}
