/// All lines of a sheet for a width, however many the screen has.
struct SheetBody {
  private(set) var lines: [ScreenLine] = []
  /// Where the cursor blinks, counted from the sheet's first line.
  private(set) var cursor: Frame.Place?
  /// For each row the lines that it needs, and those that explain it: its section's title, and what
  /// follows the last row.
  private var places: [(own: ClosedRange<Int>, around: ClosedRange<Int>)] = []

  private let view: SheetView
  private let width: Int

  init(sheet: Sheet, view: SheetView, width: Int) {
    (self.view, self.width) = (view, width)
    for (number, section) in sheet.sections.enumerated() {
      if number > 0 { lines.append(ScreenLine()) }
      add(section, isLast: number == sheet.sections.count - 1)
    }
    if lines.isEmpty { lines.append(ScreenLine("  Nothing to show.", .faint)) }
  }

  /// The first line to show so that a row is seen, with as little movement as possible.
  ///
  /// - Parameters:
  ///   - top: The first line that was shown before.
  ///   - height: How many lines can be shown.
  func top(_ top: Int, showing row: Int, height: Int) -> Int {
    var top = max(0, min(top, lines.count - height))
    guard places.indices.contains(row) else { return top }
    for wanted in [places[row].around, places[row].own] {
      top = max(top, wanted.upperBound - height + 1)
      top = min(top, wanted.lowerBound)
    }
    return top
  }

  private mutating func add(_ section: Sheet.Section, isLast: Bool) {
    let start = lines.count
    if let title = section.title, !title.isEmpty {
      lines.append(ScreenLine(title.screenText.fitted(to: width), .strong))
    }
    addExplanation(section.problem, .colored(.red), indent: 2)
    for (index, row) in section.rows.enumerated() {
      let first = lines.count
      let isEdited = add(row, isCurrent: places.count == view.cursor)
      let last = lines.count - 1
      places.append((first...(isEdited ?? first), (index == 0 ? start : first)...last))
    }
    if let footer = section.footer, !footer.isEmpty {
      for line in footer.split(separator: "\n", omittingEmptySubsequences: false) {
        for part in String(line).screenText.wrapped(to: width - 2) {
          lines.append(ScreenLine("  " + part, .faint))
        }
      }
    }
    if isLast, let last = places.indices.last, !section.rows.isEmpty {
      let around = places[last].around
      places[last].around = around.lowerBound...max(around.upperBound, lines.count - 1)
    }
  }

  /// Adds a row, and says on which line its text is being typed, if it is.
  private mutating func add(_ row: Sheet.Row, isCurrent: Bool) -> Int? {
    var edited: Int?
    if isCurrent, let editor = view.editor {
      addEdited(row, editor)
      edited = lines.count - 1
    } else {
      let (row, rest) = parted(row)
      let line = RowLine(row: row, width: width, isCurrent: isCurrent).line
      lines.append(isCurrent ? line.reversed : line)
      addExplanation(rest, .faint, indent: 4)
    }
    addExplanation(row.subtitle, .faint, indent: 4)
    addExplanation(row.problem, .colored(.red), indent: 4)
    return edited
  }

  /// What is there to be read only, and does not fit beside its label, stands below it.
  private func parted(_ row: Sheet.Row) -> (Sheet.Row, rest: String?) {
    guard case .label(let text) = row.control, !row.label.isEmpty,
      row.label.screenText.cellWidth + text.screenText.cellWidth + 4 > width
    else { return (row, nil) }
    var row = row
    row.control = .label("")
    return (row, text)
  }

  private mutating func addExplanation(_ text: String?, _ look: Look, indent: Int) {
    guard let text, !text.isEmpty else { return }
    let margin = String(repeating: " ", count: indent)
    let parts = text.screenText.wrapped(to: width - indent)
    for part in parts.prefix(2) + [parts.dropFirst(2).joined(separator: " ")] where !part.isEmpty {
      lines.append(ScreenLine(margin + part.fitted(to: width - indent), look))
    }
  }

  /// A row whose text is being typed: beside its label where there is room, else below it.
  private mutating func addEdited(_ row: Sheet.Row, _ editor: LineEditor) {
    var line = ScreenLine("▸ ", .colored(.cyan))
    let label = row.label.screenText
    if label.cellWidth > width / 2 - 4 {
      line.append(label.fitted(to: width - 2), .strong)
      lines.append(line)
      line = ScreenLine("    ")
    } else if !label.isEmpty {
      line.append(label + "  ", .strong)
    }
    let start = line.cellWidth
    let (text, column) = editor.window(
      width: width - start - 1, mask: view.isMasked ? "•" : nil)
    cursor = Frame.Place(row: lines.count, column: start + column)
    line.append(text)
    lines.append(line)
  }
}
