public import SettingsCore
public import SettingsLedger

/// Says why a settings page could not be read or changed; nothing was changed then, unless the store's
/// own error says otherwise.
@nonexhaustive
public enum PageError: Error, Sendable {
  /// The page does not show this row any more, or never did.
  case noSuchRow(PageSnapshot.RowID)
  /// The row cannot do what was asked of it; the text says what it is.
  case notEditable(PageSnapshot.RowID, String)
  /// The list of values has no value with this index.
  case noSuchChoice(Int, of: PageSnapshot.RowID)
  /// What is stored for a list group is no list, and is not overwritten (rule T8).
  case notAList(SettingName, SettingValue.Kind)
  /// Somebody else changed or removed the item that was to be changed.
  case itemChanged(SettingName)
  /// The draft cannot be taken over as long as it is not valid (rule E18).
  case invalidDraft
  /// The draft was taken over or cancelled before.
  case draftEnded
  /// The store could not be read or written.
  case store(SettingsError)
  /// Something failed that is no error of a store.
  case failed(any Error)
}

extension PageError: CustomStringConvertible {
  /// A sentence that names the row or the setting.
  public var description: String {
    switch self {
    case .noSuchRow(let id):
      "The page does not show the row \(id); it may have been hidden or removed. Take a row of the "
        + "page's snapshot."
    case .notEditable(let id, let what): "The row \(id) \(what)."
    case .noSuchChoice(let index, let id):
      "The row \(id) has no value with the index \(index); take one of its control's options."
    case .notAList(let name, let kind):
      "What is stored for \(name) is of kind \(kind), not a list; it was left as it is. Reset it to "
        + "begin a list."
    case .itemChanged(let name):
      "The item of \(name) was changed or removed meanwhile; look at the list again."
    case .invalidDraft:
      "The item is not complete or not valid, and so cannot be taken over; correct it or cancel."
    case .draftEnded: "The draft was taken over or cancelled; open the item again."
    case .store(let error): error.description
    case .failed(let error): "The settings page failed: \(error)."
    }
  }

  /// An error of a store's call, or of a page's closure in it.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as PageError: error
      case let error as SettingsError: .store(error)
      default: .failed(error)
      }
  }
}
