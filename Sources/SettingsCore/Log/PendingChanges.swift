/// The changes of a draft, on top of the state that it began with.
///
/// However often a name is written, it gives at most one event for its value, one for its visibility
/// and one for its secrecy, in the order of first writing. A side that ends as it began gives none.
package struct PendingChanges: Sendable {
  private struct Touched: Sendable {
    let name: SettingName
    let before: SettingsState.Entry
    var after: SettingsState.Entry
    var sides: [SettingsEvent.Side]
    var restores: [SettingsEvent.Side: Revision] = [:]
  }

  private let base: PendingState
  private var touched: [Touched] = []
  private var slots: [SettingName: Int] = [:]
  private var order: [(slot: Int, side: SettingsEvent.Side)] = []

  package init(on base: PendingState) { self.base = base }

  /// What is known of a name as the draft sees it.
  ///
  /// Of what the draft itself wrote, only restored positions are known; others are 0.
  package func entry(of name: SettingName) -> SettingsState.Entry {
    if let slot = slots[name] { return touched[slot].after }
    return base.entry(of: name) ?? SettingsState.Entry(name)
  }

  /// The value of a name as the draft sees it, its own writes included.
  package func value(of name: SettingName) -> SettingValue? {
    if let slot = slots[name] { touched[slot].after.value } else { base.entry(of: name)?.value }
  }

  package func isHidden(_ name: SettingName) -> Bool {
    if let slot = slots[name] {
      touched[slot].after.isHidden
    } else {
      base.entry(of: name)?.isHidden ?? false
    }
  }

  package func isSecret(_ name: SettingName) -> Bool {
    if let slot = slots[name] {
      touched[slot].after.isSecret
    } else {
      base.entry(of: name)?.isSecret ?? false
    }
  }

  /// The names with a value that start with a prefix, in the order of their bytes, as the draft sees
  /// them.
  package func names(prefix: String) -> [SettingName] {
    let untouched = base.names(prefix: prefix).filter { slots[$0] == nil }
    let own = touched.filter { $0.after.value != nil && $0.name.hasPrefix(prefix) }.map(\.name)
    return (untouched + own).sorted()
  }

  /// Adds one change.
  ///
  /// - Parameter revision: the commit that the name counts as changed by, for whoever asks the draft.
  package mutating func write(_ event: SettingsEvent, as revision: Revision = .zero) {
    let slot = slots[event.name] ?? touch(event.name)
    let side = event.side
    if !touched[slot].sides.contains(side) {
      touched[slot].sides.append(side)
      order.append((slot, side))
    }
    touched[slot].after.apply(event, at: revision)
    touched[slot].restores[side] = event.restores
  }

  private mutating func touch(_ name: SettingName) -> Int {
    let before = base.entry(of: name) ?? SettingsState.Entry(name)
    touched.append(Touched(name: name, before: before, after: before, sides: []))
    slots[name] = touched.count - 1
    return touched.count - 1
  }

  /// The events that the changes come to.
  package var events: [SettingsEvent] {
    order.compactMap { slot, side in
      let change = touched[slot]
      let restores = change.restores[side]
      // What brings back an earlier position is an event although the value stays: only so does what was
      // done before know that nobody else's change stands in between any more.
      let moves = restores.map { $0 != change.before[side].effective } ?? false
      guard moves || change.before.differs(from: change.after, side) else { return nil }
      return SettingsEvent(change.name, change.after.kind(of: side), restores: restores)
    }
  }
}

extension SettingsState.Entry {
  /// Whether one side of the name reads otherwise in another entry.
  package func differs(from other: SettingsState.Entry, _ side: SettingsEvent.Side) -> Bool {
    switch side {
    case .value: value != other.value || isRedacted != other.isRedacted
    case .visibility: isHidden != other.isHidden
    case .secrecy: isSecret != other.isSecret
    }
  }

  /// The event that makes one side of the name as it is here.
  package func kind(of side: SettingsEvent.Side) -> SettingsEvent.Kind {
    switch side {
    case .value: value.map { .set($0) } ?? (isRedacted ? .setRedacted : .reset)
    case .visibility: isHidden ? .hide : .unhide
    case .secrecy: isSecret ? .markSecret : .unmarkSecret
    }
  }
}
