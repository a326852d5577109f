import SettingsCore
import SettingsLedger
import SettingsSchema

/// The changes that delegates are being told of, on this thread or by a task that it began.
private enum Telling {
  @TaskLocal static var changes: [(store: String, change: PageChange)] = []
}

extension SettingsPage {
  /// Tells the delegate of a change, unless that has just taken back what it is being told of.
  ///
  /// Told of its own writing back, an observer that always writes the old value back would go on for ever.
  func tell(_ change: PageChange) {
    let store = values.storePath
    guard let delegate,
      !Telling.changes.contains(where: { $0.store == store && takesBack(change, $0.change) })
    else { return }
    Telling.$changes.withValue(Telling.changes + [(store, change)]) {
      delegate.settingsPage(self, didChange: change)
    }
  }

  /// Whether a change makes a setting show what it showed before another change.
  private func takesBack(_ change: PageChange, _ told: PageChange) -> Bool {
    guard change.key == told.key else { return false }
    if change.new == told.old { return true }
    guard let specifier = source.specifier(forKey: change.key) else { return false }
    return specifier.meaning(of: change.new) == specifier.meaning(of: told.old)
  }
}

extension Specifier {
  /// What a stored value, or none, comes to on a page.
  fileprivate func meaning(of stored: SettingValue?) -> SettingValue? {
    let value = stored ?? defaultValue
    return switch element {
    case .toggle(let toggle): .bool(toggle.isOn(value))
    case .slider(let slider): .double(slider.position(of: value))
    case .textField, .textView: .string(value.flatMap(RowMaker.editable) ?? "")
    default: value
    }
  }
}
