import SettingsCore
import SettingsLedger
import SettingsSchema

/// What selecting a row came to.
@nonexhaustive
public enum PageSelection: Sendable {
  /// The row does nothing when it is selected.
  case nothing
  /// The row's control takes what is typed or moved.
  case focus(PageSnapshot.Row)
  /// The values to choose from are to be shown: those of the row's control.
  case choices(PageSnapshot.Row)
  /// A setting was changed.
  case edited(EditOutcome)
  /// The row that edits a date was opened or closed.
  case dateEditor(isOpen: Bool)
  /// Another page is to be shown.
  case page(SettingsPage)
  /// An item of a list is to be edited, or a new one.
  case draft(ItemDraft)
  /// The delegate was asked to do something.
  case requested(PageRequest)
}

extension SettingsPage {
  /// Does what a row does when somebody selects it.
  ///
  /// A toggle is turned, a value of a radio group is chosen, a date's editor opens or closes; links give
  /// the page or draft to show; what only the app can do is asked of the delegate.
  ///
  /// - Returns: What came of it, so that it can be shown.
  public func select(_ row: PageSnapshot.RowID) throws(PageError) -> PageSelection {
    let place = try place(of: row)
    let shown = place.shown
    guard shown.isEnabled else { return .nothing }
    switch shown.control {
    case .toggle(let toggle): return .edited(try setToggle(row, to: !toggle.isOn))
    case .radio: return .edited(try choose(row))
    case .choice: return .choices(shown)
    case .slider, .text: return .focus(shown)
    case .date(let date):
      if case .dateEditor = place.row { return .focus(shown) }
      if date.picker.isEmbedded { return .focus(shown) }
      // An entry without key has no row that edits it (rule D12), and would store nothing.
      guard place.specifier.key != nil else { return .nothing }
      try editDate(of: date.isEditing ? nil : row)
      return .dateEditor(isOpen: !date.isEditing)
    case .page(let name): return try follow(place, to: name)
    case .url(let url): return url.map { request(.openURL($0, row: shown)) } ?? .nothing
    case .mail(let mail): return request(.composeMail(mail, row: shown))
    case .button: return request(.pressButton(row: shown))
    case .custom: return request(.selectCustom(row: shown))
    case .label: return .nothing
    }
  }

  private func request(_ request: PageRequest) -> PageSelection {
    delegate?.settingsPage(self, requests: request)
    return .requested(request)
  }

  private func follow(_ place: RowPlace, to name: String?) throws(PageError) -> PageSelection {
    let destination = place.specifier.destination
    guard destination.isEmpty else {
      return request(.showScreen(destination, row: place.shown))
    }
    guard let schema = name.flatMap({ source.page(named: $0) }) else { return .nothing }
    switch place.row {
    case .item, .add: return .draft(try ItemDraft(place, pane: schema, on: self))
    default: return .page(try child(schema))
    }
  }

  /// A page that this one leads to, with the same values, hidden names and delegate.
  func child(_ schema: PageSchema) throws(PageError) -> SettingsPage {
    try SettingsPage(schema, of: source, values: values, options: options, delegate: delegate)
  }
}
