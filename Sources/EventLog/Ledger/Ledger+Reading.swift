package import SettingsCore

extension Ledger {
  /// The stored value of a name; nil when it is unset.
  ///
  /// - Parameter hint: where a key remembers the slot; brought up to date.
  package func value(of name: SettingName, hint: SlotHint?) throws -> SettingValue? {
    try withState { state in
      if let slot = hint?.slot(inStore: number), slot < state.entries.count {
        return state.entries[slot].value
      }
      guard let slot = state.slot(of: name) else { return nil }
      hint?.remember(slot, inStore: number)
      return state.entries[slot].value
    }
  }
}
