import SettingsCore
import SettingsLedger
import SettingsSchema
import Synchronization

/// A text while it is edited: see ``SettingsPage/beginText(_:)``.
///
/// Dropping it without ending writes nothing.
public final class TextEdit: Sendable {
  private let page: SettingsPage
  /// The text to begin with; empty for a secret, which is typed anew.
  public let initial: String
  private let state: Mutex<State>

  private struct State {
    var place: RowPlace
    /// The texts that need not be written: what was there first, then what was accepted last, as typed and
    /// as written.
    ///
    /// A field may tell its end twice, and an add row appends one item then.
    var old: [SettingValue]
    /// The texts that are being ended with: of two threads that tell the same end, one writes.
    var ending: Set<SettingValue> = []
    /// What the field shows when a text is refused.
    var shown: String
  }

  init(page: SettingsPage, place: RowPlace, initial: String) {
    self.page = page
    self.initial = initial
    state = Mutex(State(place: place, old: [.string(initial)], shown: initial))
  }

  /// Ends the stretch of editing, and writes the text when the delegate accepts it: one commit; none when
  /// the text is as it began (rules E7 and E8).
  ///
  /// - Returns: What was written; or that the text was refused, what the field shows again, and why.
  @discardableResult
  public func end(with text: String) throws(PageError) -> TextOutcome {
    let begun = state.withLock { state -> (place: RowPlace, shown: String)? in
      guard !state.old.contains(.string(text)), state.ending.insert(.string(text)).inserted else {
        return nil
      }
      return (state.place, state.shown)
    }
    guard let (place, shown) = begun else { return .edited(.unchanged, text) }
    defer { state.withLock { _ = $0.ending.remove(.string(text)) } }
    let verdict = page.delegate?.settingsPage(page, validate: text, for: place.shown) ?? .ok
    switch verdict {
    case .ok: return .edited(try write(text, for: text, at: place), text)
    case .okWithReplacement(let new): return .edited(try write(new, for: text, at: place), new)
    case .failed: return .refused(shakes: false, shown: shown)
    case .failedWithShake: return .refused(shakes: true, shown: shown)
    case .failedWithMessage(let message, let shakes):
      return .refused(shakes: shakes, shown: shown, message: message.isEmpty ? nil : message)
    }
  }

  private func write(
    _ text: String, for typed: String, at place: RowPlace
  ) throws(PageError) -> EditOutcome {
    let outcome = try page.write(
      .string(text), at: place, reason: place.listReason ?? "Changed \(place.quoted)")
    let next = page.place(after: place)
    state.withLock { state in
      (state.place, state.old) = (next, [.string(typed), .string(text)])
      if !place.shown.isSecret, !place.isAdding { state.shown = text }
    }
    return outcome
  }
}

/// What became of a text that was edited.
@nonexhaustive
public enum TextOutcome: Hashable, Sendable {
  /// The text, which may be the delegate's replacement, was accepted.
  case edited(EditOutcome, String)
  /// The delegate refused the text: nothing was written, and the field shows this again; with what the
  /// delegate has to say about it.
  case refused(shakes: Bool, shown: String, message: String? = nil)
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
