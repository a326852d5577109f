/// How a person looks at a sheet: at which row, and what is said around it.
struct SheetView: Hashable, Sendable {
  /// The row the person is at.
  var cursor = 0
  /// What is typed into that row, and whether it is hidden.
  var editor: LineEditor?
  var isMasked = false
  /// What was last said to the person.
  var message: Message?
  /// Who makes the changes.
  var author = ""
  /// The keys that mean something here, the most useful first.
  var keys: [String] = []

  struct Message: Hashable, Sendable {
    var text: String
    var isFailure = false
  }
}

/// Lays a sheet out for a screen.
///
/// Lines are made for the whole sheet; of them as many are shown as fit, and among these the row the
/// person is at.
struct SheetRenderer {
  let sheet: Sheet
  let view: SheetView
  let size: ScreenSize

  /// Lines longer than this are hard to follow from the label to the value.
  private static let widest = 80

  private var width: Int { min(size.columns, Self.widest) }

  /// - Parameter top: The first line of the sheet that is shown; it is moved no further than is
  ///   needed for the row the person is at.
  func frame(top: inout Int) -> Frame {
    let body = SheetBody(sheet: sheet, view: view, width: width)
    let message = messageLines
    let around = size.rows >= 6 ? 4 : size.rows >= 3 ? 2 : 0
    let height = max(1, size.rows - around - message.count)
    top = body.top(top, showing: view.cursor, height: height)
    var lines: [ScreenLine] = []
    if around > 0 { lines.append(heading) }
    if around == 4 { lines.append(rule(top > 0 ? "↑ more" : "")) }
    let first = lines.count
    lines += body.lines[top..<min(body.lines.count, top + height)]
    lines += Array(repeating: ScreenLine(), count: max(0, height - (body.lines.count - top)))
    if around == 4 { lines.append(rule(top + height < body.lines.count ? "↓ more" : "")) }
    lines += message
    if around > 0 { lines.append(keyLine) }
    var cursor = body.cursor
    cursor?.row += first - top
    return Frame(
      lines: lines.prefix(size.rows).map { $0.clipped(to: size.columns) }, cursor: cursor)
  }

  private var heading: ScreenLine {
    let author = view.author.screenText.fitted(to: size.columns / 3)
    let trail = sheet.trail.map(\.screenText).joined(separator: " › ")
    let room = width - (author.isEmpty ? 0 : author.cellWidth + 2)
    var line = ScreenLine()
    line.append(trail.fittedAtEnd(to: room), .strong)
    line.pad(to: width - author.cellWidth)
    line.append(author, .faint)
    return line
  }

  private func rule(_ note: String) -> ScreenLine {
    let mark = note.isEmpty || note.cellWidth + 4 > width ? "" : " \(note) ──"
    return ScreenLine(String(repeating: "─", count: width - mark.cellWidth) + mark, .faint)
  }

  private var messageLines: [ScreenLine] {
    guard let message = view.message else { return [] }
    let look: Look = message.isFailure ? .colored(.red) : .colored(.yellow)
    let lines = message.text.screenText.wrapped(to: width)
    return lines.prefix(max(1, size.rows / 4)).map { ScreenLine($0, look) }
  }

  /// As many of the keys as fit.
  private var keyLine: ScreenLine {
    var text = ""
    for key in view.keys {
      let more = text.isEmpty ? key : "  \(key)"
      guard text.cellWidth + more.cellWidth <= width else { break }
      text += more
    }
    return ScreenLine(text, .faint)
  }
}
