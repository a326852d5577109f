import Foundation
import InAppSettings
import SettingsCore
import SettingsLedger
import SettingsSchema

extension PageWalk {
  /// Begins to type into a row; nothing begins when it takes no text.
  func typing(
    _ row: PageSnapshot.Row, _ page: SettingsPage
  ) throws(PageError) -> RowOutcome {
    switch row.control {
    case .text(let input):
      let edit = try page.beginText(row.id)
      return .typing(
        Typing(
          purpose: .text(edit), row: row, initial: edit.initial,
          isMasked: row.isSecret || input.isSecure,
          takesLines: input.isMultiline))
    case .slider:
      let gesture = try page.beginSliding(row.id)
      return .typing(
        Typing(
          purpose: .number(gesture), row: row, initial: Sheet.text(of: gesture.position)))
    case .date(let date): return typing(date, row, page)
    default: return .done
    }
  }

  /// Begins to type a date: the stored one, else now (rule E11).
  func typing(
    _ date: PageSnapshot.DateInput, _ row: PageSnapshot.Row, _ page: SettingsPage
  ) -> RowOutcome {
    let typed = TypedDate(mode: date.picker.mode, timeZone: page.options.timeZone)
    return .typing(
      Typing(
        purpose: .date(row.id, typed, stored: date.date), row: row,
        initial: typed.text(of: date.date ?? Date())))
  }

  /// Takes a text that was typed, and says whether the person has done with it: a text that was
  /// refused can be corrected.
  func finish(_ typing: Typing, with text: String) -> Bool {
    message = nil
    return attempt { () throws(PageError) in
      switch typing.purpose {
      case .text(let edit):
        switch try edit.end(with: text) {
        case .edited(let outcome, let written):
          report(outcome)
          if outcome != .unchanged, written != text {
            say(typing.isMasked ? "It was corrected." : "It was corrected to “\(written)”.")
          }
        case .refused(_, _, let message):
          let shown = typing.isMasked ? "••••" : text
          say(message ?? "“\(shown)” is not accepted; nothing was changed.", isFailure: true)
          return false
        }
      case .number(let gesture):
        guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite else {
          say("“\(text)” is not a number.", isFailure: true)
          return false
        }
        gesture.move(to: number)
        report(try gesture.end())
        if gesture.position != number {
          say(
            "It goes from \(Sheet.text(of: gesture.range.minimum)) to "
              + "\(Sheet.text(of: gesture.range.maximum)).")
        }
      case .date(let row, let typed, let stored):
        guard let date = typed.date(from: text, before: stored ?? Date()) else {
          say("“\(text)” is not a date; type it as \(typed.example).", isFailure: true)
          return false
        }
        // A stored date may have seconds, which are not typed.
        let isSame = stored != nil && text == typing.initial
        report(isSame ? .unchanged : try page.setDate(date, of: row))
      }
      return true
    } ?? true
  }
}
