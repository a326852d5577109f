import Foundation
import InAppSettings

/// What a person types into a row, from the first key to the last.
struct Typing {
  /// What becomes of the text.
  enum Purpose {
    /// It is the row's text.
    case text(TextEdit)
    /// It is where a slider goes.
    case number(SliderGesture)
    /// It is a date of the row, which has this one so far.
    case date(PageSnapshot.RowID, TypedDate, stored: Date?)
  }

  let purpose: Purpose
  /// The row, as it was when typing began.
  let row: PageSnapshot.Row
  /// The text to begin with.
  let initial: String
  var isMasked = false
  var takesLines = false
}
