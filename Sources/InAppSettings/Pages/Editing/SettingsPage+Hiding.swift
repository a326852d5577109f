public import SettingsCore
import SettingsLedger
import Synchronization

extension SettingsPage {
  /// The names that are hidden: a header's hides its section.
  public var hiddenKeys: Set<SettingName> { state.withLock { $0.content.hidden } }

  /// Makes these the hidden names, of this page and of all others of the store, in one commit (rules E19
  /// and E20).
  ///
  /// The values of hidden settings stay. A name need not be on any page. On a page of a draft, the names
  /// are hidden in the draft only.
  @discardableResult
  public func setHiddenKeys(_ names: Set<SettingName>) throws(PageError) -> EditOutcome {
    let outcome = try values.setHidden(names) { hidden, shown in
      let parts = [("hid", hidden), ("showed", shown)].filter { !$0.1.isEmpty }
        .map { "\($0.0) \($0.1.map(\.text).joined(separator: ", "))" }
      let sentence = parts.joined(separator: "; ")
      return facts(sentence.prefix(1).uppercased() + sentence.dropFirst())
    }
    // As in an edit, what was recorded stays recorded.
    if outcome != .unchanged { do throws(PageError) { try refresh() } catch {} }
    return outcome
  }
}
