/// What a person pressed, or pasted.
enum Key: Hashable, Sendable {
  /// A character; one that combines with the one before it comes as a key of its own.
  case character(Unicode.Scalar)
  /// A text that was pasted as a whole.
  case paste(String)
  /// A letter with Control.
  case control(Character)
  case enter
  /// Control-J or Alt-Enter: a line break within a text.
  case newline
  case escape, tab, backTab, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// A sequence that nothing here means anything by.
  case unknown
}
