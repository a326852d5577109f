public import SettingsCore
import SettingsLedger
import SettingsSchema

extension SettingsPage {
  /// Removes an item of a list, when the list group is `Deletable` (rule E16).
  ///
  /// - Throws: ``PageError/itemChanged(_:)`` when somebody else has changed or removed it.
  @discardableResult
  public func deleteItem(_ row: PageSnapshot.RowID) throws(PageError) -> EditOutcome {
    let (place, index) = try item(row)
    guard case .listGroup(let group) = place.header?.element, group.isDeletable else {
      throw .notEditable(row, "is an item of a list that is not Deletable")
    }
    return try editItem(of: place, at: index, "Removed an item of \(place.quotedList)") {
      $0.remove(at: $1)
    }
  }

  /// Moves an item of a list to another place.
  ///
  /// - Parameters:
  ///   - row: The item's row.
  ///   - destination: The index that the item has afterwards, from 0.
  @discardableResult
  public func moveItem(
    _ row: PageSnapshot.RowID, to destination: Int
  ) throws(PageError) -> EditOutcome {
    let (place, index) = try item(row)
    return try editItem(of: place, at: index, "Moved an item of \(place.quotedList)") {
      $0.move(from: $1, to: destination)
    }
  }

  /// Appends an item to a list.
  ///
  /// - Parameters:
  ///   - value: The item.
  ///   - row: The row that adds items to the list.
  @discardableResult
  public func addItem(
    _ value: SettingValue, with row: PageSnapshot.RowID
  ) throws(PageError) -> EditOutcome {
    let place = try place(of: row)
    guard case .add = place.row else { throw .notEditable(row, "adds no items") }
    return try write(value, at: place, reason: place.listReason ?? "")
  }

  private func item(
    _ row: PageSnapshot.RowID
  ) throws(PageError) -> (place: RowPlace, index: Int) {
    let place = try place(of: row)
    guard case .item(_, let index) = place.row else {
      throw .notEditable(row, "is no item of a list")
    }
    return (place, index)
  }
}
