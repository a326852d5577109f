/// One row of a sheet as a line: the label at the left, what it shows at the right.
struct RowLine {
  let row: Sheet.Row
  let width: Int
  let isCurrent: Bool

  var line: ScreenLine {
    var line = ScreenLine(isCurrent ? "▸ " : "  ", .colored(.cyan))
    let label = row.label.screenText
    let look: Look = row.isEnabled ? .plain : .faint
    switch row.control {
    case .choice(let isChosen):
      line.append(isChosen ? "(•) " : "( ) ", isChosen ? .colored(.green) : look)
      line.append(label.fitted(to: width - 6), look)
    case .item(let text):
      line.append("- ", .faint)
      let detail = label.isEmpty || label == text ? "" : text.screenText
      add(label.isEmpty ? text.screenText : label, look, detail, look, to: &line)
    case .add:
      line.append("+ ", .colored(.green))
      line.append((label.isEmpty ? "Add" : label).fitted(to: width - 4), look)
    case .button:
      line.append("[ \(label.fitted(to: width - 6)) ]", look)
    default:
      let (detail, detailLook) = detail
      add(label, look, detail, row.isEnabled ? detailLook : .faint, to: &line)
    }
    if isCurrent { line.pad(to: width) }
    return line
  }

  /// Adds label and detail; where both do not fit, the detail gives way down to half of the line.
  private func add(
    _ label: String, _ labelLook: Look, _ detail: String, _ detailLook: Look,
    to line: inout ScreenLine
  ) {
    let room = width - line.cellWidth
    guard !detail.isEmpty else { return line.append(label.fitted(to: room), labelLook) }
    let least = min(detail.cellWidth, (room - 2) / 2)
    let shownLabel = label.fitted(to: max(0, room - least - 2))
    let shown = detail.fitted(to: room - (shownLabel.isEmpty ? 0 : shownLabel.cellWidth + 2))
    line.append(shownLabel, labelLook)
    line.pad(to: width - shown.cellWidth)
    line.append(shown, detailLook)
  }

  private var detail: (String, Look) {
    switch row.control {
    case .toggle(let isOn): (isOn ? "[x]" : "[ ]", isOn ? .colored(.green) : .plain)
    case .slider(let position, let minimum, let maximum):
      (slider(position, minimum, maximum), .plain)
    case .text(let text, let placeholder):
      text.isEmpty ? ("[\(placeholder.screenText)]", .faint) : ("[\(text.screenText)]", .plain)
    case .picker(let text): (text.isEmpty ? "›" : "\(text.screenText) ›", .plain)
    case .label(let text): (text.screenText, .faint)
    case .page(let text): (text.isEmpty ? "›" : "\(text.screenText) ›", .faint)
    case .link(let text): (text.isEmpty ? "↗" : "\(text.screenText) ↗", .faint)
    case .choice, .item, .add, .button: ("", .plain)
    }
  }

  /// `──●───── 14`; without the track where there is no room for it.
  private func slider(_ position: Double, _ minimum: Double, _ maximum: Double) -> String {
    let number = Sheet.text(of: position)
    let cells = min(20, width / 4)
    guard cells >= 8, maximum > minimum else { return "‹ \(number) ›" }
    let part = max(0, min(1, (position - minimum) / (maximum - minimum)))
    let before = Int((part * Double(cells - 1)).rounded())
    let track =
      String(repeating: "━", count: before) + "●"
      + String(repeating: "─", count: cells - 1 - before)
    return "\(track) \(number)"
  }
}
