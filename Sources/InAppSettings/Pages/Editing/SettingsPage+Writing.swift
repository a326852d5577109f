public import SettingsCore
import SettingsLedger
import SettingsSchema
import Synchronization

extension SettingsPage {
  /// Stores any value for a row, as rows that the app draws need it; nil takes the stored value away.
  ///
  /// A row without key stores nothing (rule T3). For an item of a list, a dictionary replaces it and
  /// another value becomes its entry; nil removes it as ``deleteItem(_:)`` does (rule E16). The row that
  /// adds an item appends one (rules T4 and T5).
  @discardableResult
  public func setValue(
    _ value: SettingValue?, of row: PageSnapshot.RowID
  ) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    if value == nil, case .item = place.row { return try deleteItem(row) }
    let reason = value == nil ? "Reset \(place.quoted)" : "Changed \(place.quoted)"
    return try write(value, at: place, reason: place.listReason ?? reason)
  }

  /// Takes the stored value of a row's setting away, so that it reads its default.
  @discardableResult
  public func reset(_ row: PageSnapshot.RowID) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    switch place.row {
    case .item, .add: throw .notEditable(row, "is a row of a list and has no default")
    default: return try write(nil, at: place, reason: "Reset \(place.quoted) to its default")
    }
  }

  /// Writes a value where a row stores it.
  ///
  /// - Parameter isNeedless: Whether nothing has to change, for the value that the row's setting holds.
  func write(
    _ value: SettingValue?, at place: RowPlace, reason: String, undo: UndoPolicy = .step,
    unless isNeedless: (SettingValue?) -> Bool = { _ in false }
  ) throws(PageError) -> EditOutcome {
    let specifier = place.specifier
    switch place.row {
    case .entry, .choice, .dateEditor:
      guard let key = specifier.key else { return .unchanged }
      let standard = try values.registered(key) ?? specifier.defaultValue
      return try edit(key, reason, undo) { stored in
        isNeedless(stored ?? standard) ? stored : value
      }
    case .item(_, let index):
      return try editItem(of: place, at: index, reason, undo) { items, index in
        guard let value, !isNeedless(items.value(at: index, key: specifier.key)) else { return }
        items.set(value, at: index, key: specifier.key)
      }
    case .add:
      guard let list = place.header?.key, let value else { return .unchanged }
      return try edit(list, reason) { stored throws(PageError) in
        guard var items = ListItems(stored) else { throw .notAList(list, stored) }
        items.append(value)
        return items.stored
      }
    }
  }

  /// Changes the item of a row, wherever in the list it stands by now.
  func editItem(
    of place: RowPlace, at index: Int, _ reason: String, _ undo: UndoPolicy = .step,
    _ change: (inout ListItems, Int) -> Void
  ) throws(PageError) -> EditOutcome {
    guard let list = place.header?.key else { return .unchanged }
    return try edit(list, reason, undo) { stored throws(PageError) in
      guard var items = ListItems(stored) else { throw .notAList(list, stored) }
      guard let index = items.index(of: index, in: place.items) else { throw .itemChanged(list) }
      change(&items, index)
      return items.stored
    }
  }

  /// The place of a row that was written: its item is another one by then.
  func place(after place: RowPlace) -> RowPlace {
    guard case .item = place.row else { return place }
    return state.withLock { $0.content.places[place.shown.id] } ?? place
  }

  /// Changes one setting: one commit, then the snapshot, then the delegate (rule E1).
  func edit(
    _ key: SettingName, _ reason: String, _ undo: UndoPolicy = .step, _ change: PageChanging
  ) throws(PageError) -> EditOutcome {
    let write = try values.update(key, facts(reason, undo), change)
    if case .unchanged = write.outcome { return .unchanged }
    // What was recorded stays recorded when it cannot be read back at the moment: that is no failure of
    // the edit, and the next refresh says it.
    do throws(PageError) { try refresh() } catch {}
    if case .recorded = write.outcome {
      tell(PageChange(key: key, old: write.old, new: write.new, revision: write.revision))
    }
    return write.outcome
  }

  func facts(_ reason: String, _ undo: UndoPolicy = .step) -> EditFacts {
    EditFacts(
      reason: EditReason.fitting(reason), source: EditReason.fitting(sourceName), undo: undo)
  }
}

extension ListItems {
  /// Where an item of an earlier list stands, when others may have moved it; nil when they removed or
  /// changed it.
  ///
  /// Equal items are told apart by their order, as long as there are as many of them as before; else
  /// nobody can say which of them is left.
  func index(of index: Int, in old: [SettingValue]) -> Int? {
    guard old.indices.contains(index) else { return nil }
    if values == old { return index }
    func equal(_ items: [SettingValue]) -> [Int] {
      items.indices.filter { items[$0] == old[index] }
    }
    let (before, now) = (equal(old), equal(values))
    guard before.count == now.count else { return nil }
    return before.firstIndex(of: index).map { now[$0] }
  }
}

extension PageError {
  static func notAList(_ name: SettingName, _ stored: SettingValue?) -> PageError {
    .notAList(name, stored?.kind ?? .array)
  }
}
