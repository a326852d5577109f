import SettingsCore
import SettingsLedger
import SettingsSchema
import Synchronization

/// A text while it is edited: see ``SettingsPage/beginText(_:)``.
///
/// Dropping it without ending writes nothing.
public final class TextEdit: Sendable {
  private let page: SettingsPage
  private let place: RowPlace
  /// The text to begin with; empty for a secret, which is typed anew.
  public let initial: String
  /// The text that was accepted last, as typed and as written.
  ///
  /// A field may tell its end twice, and an add row appends one item then.
  private let ended = Mutex<[SettingValue]>([])

  init(page: SettingsPage, place: RowPlace, initial: String) {
    self.page = page
    self.place = place
    self.initial = initial
  }

  /// Ends the stretch of editing, and writes the text when the delegate accepts it: one commit; none when
  /// the text is as it began (rules E7 and E8).
  ///
  /// - Returns: What was written; or that the text was refused, and what the field shows again.
  @discardableResult
  public func end(with text: String) throws(PageError) -> TextOutcome {
    let isOld = ended.withLock { ($0.isEmpty ? [.string(initial)] : $0).contains(.string(text)) }
    guard !isOld else { return .edited(.unchanged, text) }
    let verdict = page.delegate?.settingsPage(page, validate: text, for: place.shown) ?? .ok
    switch verdict {
    case .ok: return .edited(try write(text, for: text), text)
    case .okWithReplacement(let new): return .edited(try write(new, for: text), new)
    case .failed: return .refused(shakes: false, shown: initial)
    case .failedWithShake: return .refused(shakes: true, shown: initial)
    }
  }

  private func write(_ text: String, for typed: String) throws(PageError) -> EditOutcome {
    let outcome = try page.write(
      .string(text), at: place, reason: place.listReason ?? "Changed \(place.quoted)")
    ended.withLock { $0 = [.string(typed), .string(text)] }
    return outcome
  }
}

/// What became of a text that was edited.
@nonexhaustive
public enum TextOutcome: Hashable, Sendable {
  /// The text, which may be the delegate's replacement, was accepted.
  case edited(EditOutcome, String)
  /// The delegate refused the text: nothing was written, and the field shows this again.
  case refused(shakes: Bool, shown: String)
}

extension SettingsPage {
  /// Begins to edit the text of a row.
  ///
  /// ```swift
  /// let edit = try page.beginText(name.id)
  /// field.text = edit.initial
  /// …                                     // typing writes nothing
  /// try edit.end(with: field.text)        // one commit, one step of undo
  /// ```
  ///
  /// - Parameter row: A row whose entry is a text field or a text view; one that adds an item appends
  ///   exactly one.
  public func beginText(_ row: PageSnapshot.RowID) throws(PageError) -> TextEdit {
    let place = try place(of: row)
    guard case .text(let input) = place.shown.control else {
      throw .notEditable(row, "is no text")
    }
    return TextEdit(page: self, place: place, initial: place.shown.isSecret ? "" : input.text)
  }

  /// Edits the text of a row in one go.
  @discardableResult
  public func setText(
    _ row: PageSnapshot.RowID, to text: String
  ) throws(PageError) -> TextOutcome {
    try beginText(row).end(with: text)
  }
}
