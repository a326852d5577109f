import Foundation
import InAppSettings
import SettingsSchema

extension PageWalk {
  /// Keeps the cursor at its row when rows come and go around it.
  func followCursor(in sheet: Sheet) {
    let rows = sheet.rows
    if let current = level.current, level.cursor >= rows.count || rows[level.cursor].id != current,
      let index = rows.firstIndex(where: { $0.id == current })
    {
      level.cursor = index
    }
    if level.current == nil, let chosen = rows.firstIndex(where: \.isChosenValue), isAtValues {
      level.cursor = chosen
    }
    level.cursor = max(0, min(level.cursor, rows.count - 1))
    level.current = rows.isEmpty ? nil : rows[level.cursor].id
  }

  /// Whether the person chooses from values.
  var isAtValues: Bool {
    if case .values = level.place { true } else { false }
  }

  /// Whether the values that the person chooses from close once one is chosen.
  var closesOnChoice: Bool {
    guard case .values(_, let row) = level.place, case .choice(let choice) = row.control else {
      return false
    }
    return choice.closesOnChoice
  }

  func moveCursor(by distance: Int) {
    let rows = sheet.rows
    let wanted = level.cursor.addingReportingOverflow(distance)
    setCursor(
      wanted.overflow ? (distance < 0 ? 0 : rows.count - 1) : wanted.partialValue, rows)
  }

  /// Goes to a row, and says whether it is shown.
  func goTo(_ row: PageSnapshot.Row, in sheet: Sheet) -> Bool {
    let rows = sheet.rows
    guard let index = rows.firstIndex(where: { $0.id == row.id.description }) else { return false }
    setCursor(index, rows)
    return true
  }

  private func setCursor(_ index: Int, _ rows: [Sheet.Row]) {
    level.cursor = max(0, min(index, rows.count - 1))
    level.current = rows.isEmpty ? nil : rows[level.cursor].id
  }

  /// Goes to the next row whose label has a text in it, from a row on and around.
  func find(_ text: String, from start: Int) {
    let rows = sheet.rows
    guard !text.isEmpty, !rows.isEmpty else { return }
    for step in rows.indices {
      let index = (start + step) % rows.count
      if rows[index].label.range(of: text, options: [.caseInsensitive, .diacriticInsensitive])
        != nil
      {
        return setCursor(index, rows)
      }
    }
  }

  /// Whether a row leads to another page.
  func leadsOn(_ index: Int) -> Bool {
    switch row(index)?.control {
    case .page, .choice: true
    default: false
    }
  }
}

// MARK: - Sliders

extension PageWalk {
  /// Begins to move the slider in a row; nil when it has none.
  func beginSliding(_ index: Int) -> SliderGesture? {
    guard let row = row(index), case .slider = row.control, row.isEnabled else { return nil }
    return attempt { () throws(PageError) in try page.beginSliding(row.id) }
  }
}

extension SliderGesture {
  /// Moves by steps of about a twentieth of the range: 1, 2 or 5 times a power of ten.
  func move(by steps: Int) {
    let rough = (range.maximum - range.minimum) / 20
    guard rough > 0, rough.isFinite else { return }
    let power = pow(10, floor(log10(rough)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
    // Steps are counted from zero, so that positions are round numbers.
    let next = (position / step + Double(steps)).rounded() * step
    move(to: (next * 1e9).rounded() / 1e9)
  }
}

extension Sheet {
  /// Shows a slider where it is being moved to.
  mutating func show(_ gesture: SliderGesture, in id: String) {
    for section in sections.indices {
      for row in sections[section].rows.indices where sections[section].rows[row].id == id {
        sections[section].rows[row].control = .slider(
          position: gesture.position, minimum: gesture.range.minimum,
          maximum: gesture.range.maximum)
      }
    }
  }
}

extension Sheet.Row {
  fileprivate var isChosenValue: Bool { control == .choice(isChosen: true) }

  /// The keys that do what the row is for.
  var use: [String] {
    switch control {
    case .toggle: ["space toggle"]
    case .choice: ["enter choose"]
    case .slider: ["← → move", "enter type"]
    case .text: ["enter type"]
    case .picker, .page: ["enter open"]
    case .link, .button: ["enter press"]
    case .item: ["enter open", "d delete"]
    case .add: ["enter add"]
    case .label: []
    }
  }
}
