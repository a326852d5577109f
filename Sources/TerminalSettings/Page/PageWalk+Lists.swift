import InAppSettings
import SettingsCore

extension PageWalk {
  /// Takes the draft's item over, and says whether that went well.
  func finish(_ draft: ItemDraft) -> Bool {
    attempt { () throws(PageError) in
      let outcome = try draft.done()
      leaveDraft()
      report(outcome)
      return true
    } ?? false
  }

  /// Whether leaving the draft would lose something.
  var isDraftChanged: Bool {
    for case .draft(let draft, let before) in levels.map(\.place) where draft.value != before {
      return true
    }
    return false
  }

  /// Ends the draft without taking its item over.
  func cancelDraft() {
    draft?.cancel()
    leaveDraft()
    say("Nothing was changed.")
  }

  private func leaveDraft() {
    while levels.count > 1 {
      let isDraft = if case .draft = level.place { true } else { false }
      leave()
      if isDraft { return }
    }
  }

  /// Removes the item of a list.
  func delete(_ index: Int) {
    onRow(index) { page, row throws(PageError) in
      guard case .item = row.role else {
        return self.refuse("Only the items of a list can be deleted; x resets a setting.")
      }
      guard row.isDeletable else {
        return self.refuse("The items of this list cannot be deleted.")
      }
      self.report(try page.deleteItem(row.id))
    }
  }

  /// Moves the item of a list up or down.
  func move(_ index: Int, by distance: Int) {
    onRow(index) { page, row throws(PageError) in
      guard case .item(let number) = row.role else {
        return self.refuse("Only the items of a list can be moved.")
      }
      let isThere = page.snapshot.rows.contains { other in
        other.id != row.id && other.key == row.key && other.role == .item(number + distance)
      }
      guard isThere else { return self.say("Nothing was changed.") }
      self.report(try page.moveItem(row.id, to: number + distance))
    }
  }

  /// Takes the stored value of a row away.
  func reset(_ index: Int) {
    onRow(index) { page, row throws(PageError) in
      switch row.role {
      case .item, .add: self.refuse("The rows of a list have no default; d deletes an item.")
      default: self.report(try page.reset(row.id))
      }
    }
  }

  private func onRow(
    _ index: Int, _ body: (SettingsPage, PageSnapshot.Row) throws(PageError) -> Void
  ) {
    message = nil
    guard let row = setting(index) else { return refuse("This row is no setting.") }
    guard !isRefused() else { return }
    let page = page
    attempt { () throws(PageError) in try body(page, row) }
  }
}
