import InAppSettings
import SettingsCore
import SettingsLedger

/// A person's way through settings pages: where the person is, and what can be done there.
///
/// The screen and the plain lines are two ways to steer it.
final class PageWalk {
  let store: SettingsStore
  private let root: SettingsPage
  /// The pages and lists that lead to where the person is, the innermost last; never empty.
  private(set) var levels: [Level]
  /// What is to be said about what was done last.
  var message: SheetView.Message?
  /// The newest commit that the person has seen the effect of.
  var seen: Revision

  init(_ page: SettingsPage, in store: SettingsStore) {
    (self.store, root) = (store, page)
    let name = page.snapshot.name
    let title = page.snapshot.title ?? (name == "Root" ? "Settings" : name)
    levels = [Level(.page(page), title: title)]
    seen = store.revision
    _ = isRefused()
  }

  /// One step of the way.
  struct Level {
    enum Place {
      case page(SettingsPage)
      /// The item of a list, and what it was when it was opened.
      case draft(ItemDraft, before: SettingValue)
      /// The values that a row is chosen from.
      case values(SettingsPage, PageSnapshot.Row)
      /// Something to read.
      case text([Sheet.Section])
    }

    let place: Place
    /// What the person came for.
    let title: String
    /// The row the person is at, by number and by identity.
    var cursor = 0
    var current: String?
    /// The first line that is shown.
    var top = 0

    init(_ place: Place, title: String) { (self.place, self.title) = (place, title) }
  }

  var level: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }

  /// The page that the person is on or came from.
  var page: SettingsPage {
    for level in levels.reversed() {
      switch level.place {
      case .page(let page), .values(let page, _): return page
      case .draft(let draft, _): return draft.page
      case .text: continue
      }
    }
    return root
  }

  /// The draft that the person is in, on whatever page of it.
  var draft: ItemDraft? {
    for case .draft(let draft, _) in levels.map(\.place).reversed() { return draft }
    return nil
  }

  func enter(_ place: Level.Place, title: String) { levels.append(Level(place, title: title)) }

  /// Goes one step back, and says whether there was one; a draft is not ended.
  @discardableResult
  func leave() -> Bool {
    guard levels.count > 1 else { return false }
    levels.removeLast()
    refresh()
    return true
  }
}

// MARK: - What is shown

extension PageWalk {
  /// The rows at the end of a draft.
  static let done = "done"
  static let cancel = "cancel"

  /// What the person sees.
  var sheet: Sheet {
    let trail = levels.map(\.title)
    switch level.place {
    case .page(let page): return Sheet(page.snapshot, trail: trail)
    case .draft(let draft, _):
      var sheet = Sheet(draft.page.snapshot, trail: trail)
      let isValid = draft.isValid
      sheet.sections.append(
        Sheet.Section(
          rows: [
            Sheet.Row(id: Self.done, label: "Done", control: .button, isEnabled: isValid),
            Sheet.Row(id: Self.cancel, label: "Cancel", control: .button),
          ], footer: isValid ? nil : "This is not complete or not valid yet."))
      return sheet
    case .values(let page, let row):
      return Sheet(trail: trail, sections: [Self.values(page.snapshot.row(row.id) ?? row)])
    case .text(let sections): return Sheet(trail: trail, sections: sections)
    }
  }

  private static func values(_ row: PageSnapshot.Row) -> Sheet.Section {
    guard case .choice(let choice) = row.control else { return Sheet.Section(rows: []) }
    let rows = choice.options.enumerated().map { index, option in
      Sheet.Row(
        id: String(index), label: option.title,
        control: .choice(isChosen: index == choice.selected))
    }
    return Sheet.Section(rows: rows, footer: choice.footer)
  }

  /// The settings page's row with a number on the sheet; nil for rows that are of no page.
  func row(_ index: Int) -> PageSnapshot.Row? {
    let rows: [PageSnapshot.Row]
    switch level.place {
    case .page(let page): rows = page.snapshot.rows
    case .draft(let draft, _): rows = draft.page.snapshot.rows
    case .values, .text: return nil
    }
    return rows.indices.contains(index) ? rows[index] : nil
  }

  /// The setting that a row on the sheet is, or is a value of; nil for other rows.
  func setting(_ index: Int) -> PageSnapshot.Row? {
    if case .values(let page, let row) = level.place { return page.snapshot.row(row.id) ?? row }
    return row(index)
  }

  /// Reads again what the pages show.
  func refresh() {
    attempt { () throws(PageError) in
      for level in levels {
        switch level.place {
        case .page(let page): try page.refresh()
        case .draft(let draft, _): try draft.page.refresh()
        case .values, .text: break
        }
      }
    }
  }
}
