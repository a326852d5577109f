public import Foundation
import SettingsCore
import SettingsLedger
import SettingsSchema
import Synchronization

extension SettingsPage {
  /// Turns a toggle on or off.
  ///
  /// On stores the entry's `TrueValue`, off its `FalseValue`; true and false when it has none (rule E2).
  ///
  /// - Parameters:
  ///   - row: A row whose entry is a toggle.
  ///   - isOn: The new state. It is stored also when it is the default's.
  @discardableResult
  public func setToggle(
    _ row: PageSnapshot.RowID, to isOn: Bool
  ) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    guard case .toggle(let toggle) = place.specifier.element else {
      throw .notEditable(row, "is no toggle")
    }
    let value = isOn ? toggle.trueValue ?? true : toggle.falseValue ?? false
    let done = place.shown.isSecret ? "Changed" : isOn ? "Turned on" : "Turned off"
    let reason = "\(done) \(place.quoted)"
    return try write(value, at: place, reason: place.listReason ?? reason)
  }

  /// Chooses a value of a multi-value list.
  ///
  /// Choosing the current value again changes nothing and tells nobody (rule E5).
  ///
  /// - Parameters:
  ///   - index: The index of one of the control's options.
  ///   - row: A row whose entry is a multi-value list.
  @discardableResult
  public func choose(
    _ index: Int, of row: PageSnapshot.RowID
  ) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    // The values that the row shows: a provider may give others by now.
    guard case .choice(let choice) = place.shown.control else {
      throw .notEditable(row, "has no values to choose from")
    }
    guard choice.options.indices.contains(index) else { throw .noSuchChoice(index, of: row) }
    return try choose(
      index, of: choice.options.map(\.value), title: choice.options[index].title, at: place)
  }

  /// Chooses the value of a radio group that a row stands for.
  ///
  /// Choosing the current value again changes nothing and tells nobody (rule E5).
  @discardableResult
  public func choose(_ row: PageSnapshot.RowID) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    guard case .choice(_, let index, let choices) = place.row else {
      throw .notEditable(row, "is no value of a radio group")
    }
    let title = choices.titles.indices.contains(index) ? choices.titles[index] : nil
    return try choose(index, of: choices.values, title: title, at: place)
  }

  private func choose(
    _ index: Int, of values: [SettingValue], title: String?, at place: RowPlace
  ) throws(PageError) -> EditOutcome {
    let group = EditReason.name(place.header?.title, place.specifier.key) ?? ""
    let name: String =
      if case .choice = place.row { EditReason.quoted(group) } else { place.quoted }
    let chosen = title.map { "Chose \(EditReason.quoted($0)) for \(name)" }
    let reason = place.shown.isSecret ? "Changed \(name)" : chosen ?? "Changed \(name)"
    return try write(values[index], at: place, reason: place.listReason ?? reason) { current in
      current.flatMap { current in values.firstIndex { $0.matches(current) } } == index
    }
  }

  /// Stores a date.
  ///
  /// As long as the row that edits it stays open, all dates that are picked are one step of undo.
  ///
  /// - Parameters:
  ///   - date: The date, as it was picked.
  ///   - row: A row whose entry is a date, or the row that edits it.
  @discardableResult
  public func setDate(
    _ date: Date, of row: PageSnapshot.RowID
  ) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    guard case .datePicker = place.specifier.element else { throw .notEditable(row, "is no date") }
    let edited = state.withLock { $0.edited }
    let undo: UndoPolicy =
      if let edited, edited.entry == place.specifier.index { .group(edited.token) } else { .step }
    return try write(.date(date), at: place, reason: "Changed \(place.quoted)", undo: undo)
  }

  /// Opens the row that edits a date, below the date's own, and closes any other; nil closes it (rule
  /// D12).
  ///
  /// Nothing is stored. ``select(_:)`` does it for dates whose picker is not drawn in the row itself.
  public func editDate(of row: PageSnapshot.RowID?) throws(PageError) {
    var index: Int?
    if let row {
      let place = try place(of: row)
      guard case .datePicker = place.specifier.element else {
        throw .notEditable(row, "is no date")
      }
      index = place.specifier.index
    }
    state.withLock { state in
      state.edited = index.map { EditedDate(entry: $0) }
      state.version += 1
    }
    try refresh()
  }
}

// MARK: - Sliders

extension SettingsPage {
  /// Begins to move a slider.
  ///
  /// ```swift
  /// let slide = try page.beginSliding(volume.id)
  /// slide.move(to: 30)                    // as often as it moves; nothing is written, unless slide.write()
  /// slide.move(to: 42)
  /// try slide.end()                       // one commit, one step of undo (rule E4)
  /// ```
  public func beginSliding(_ row: PageSnapshot.RowID) throws(PageError) -> SliderGesture {
    let place = try place(of: row)
    guard case .slider(let slider) = place.specifier.element else {
      throw .notEditable(row, "is no slider")
    }
    let shown: Double =
      if case .slider(let state) = place.shown.control { state.position } else { slider.minimum }
    return SliderGesture(page: self, place: place, range: slider, start: shown)
  }

  /// Moves a slider and lets it go.
  @discardableResult
  public func setSlider(
    _ row: PageSnapshot.RowID, to position: Double
  ) throws(PageError) -> EditOutcome {
    let gesture = try beginSliding(row)
    gesture.move(to: position)
    return try gesture.end()
  }
}
