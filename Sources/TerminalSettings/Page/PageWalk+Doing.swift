import InAppSettings
import SettingsCore
import SettingsLedger
import SettingsSchema

/// What choosing a row led to.
enum RowOutcome {
  /// Nothing more.
  case done
  /// The person is somewhere else.
  case moved
  /// The row takes a text.
  case typing(Typing)
}

extension PageWalk {
  /// Does what the row with a number is for.
  func activate(_ index: Int) -> RowOutcome {
    message = nil
    switch level.place {
    case .text: return .done
    case .values(let page, let row):
      attempt { () throws(PageError) in report(try page.choose(index, of: row.id)) }
      return .done
    case .page(let page):
      guard let row = row(index) else { return .done }
      return activate(row, on: page)
    case .draft(let draft, _):
      if let row = row(index) { return activate(row, on: draft.page) }
      switch sheet.rows[index].id {
      case Self.done: return finish(draft) ? .moved : .done
      default:
        cancelDraft()
        return .moved
      }
    }
  }

  private func activate(_ row: PageSnapshot.Row, on page: SettingsPage) -> RowOutcome {
    do throws(PageError) {
      if case .date(let date) = row.control, row.isEnabled { return typing(date, row, page) }
      switch try page.select(row.id) {
      case .nothing: explainNothing(row)
      case .focus(let row): return try typing(row, page)
      case .choices(let row):
        enter(.values(page, row), title: row.name)
        return .moved
      case .edited(let outcome): report(outcome)
      case .dateEditor: break
      case .page(let child):
        enter(.page(child), title: Self.title(of: child, from: row, on: page))
        return .moved
      case .draft(let draft):
        enter(.draft(draft, before: draft.value), title: row.name)
        return .moved
      case .requested(let request): message = Self.message(request)
      }
    } catch {
      fail(error)
    }
    return .done
  }

  /// What a page is called: as the entry says that leads to it, as it says itself, or as the entry is
  /// called.
  private static func title(
    of child: SettingsPage, from row: PageSnapshot.Row, on page: SettingsPage
  ) -> String {
    for specifier in page.schema.specifiers where specifier.title == row.title {
      guard case .childPane(let pane) = specifier.element, pane.file == child.schema.name,
        let title = pane.childTitle
      else { continue }
      return title
    }
    return child.snapshot.title ?? row.name
  }

  private func explainNothing(_ row: PageSnapshot.Row) {
    if !row.isEnabled, isRefused() { return }
    let name = "“\(row.name)”"
    switch row.control {
    case .label: refuse("\(name) is shown only.")
    case .page(let file?): refuse("The page \(file) that \(name) leads to is not here.")
    case .choice: refuse("\(name) has no values to choose from.")
    default: refuse("\(name) cannot be changed.")
    }
  }

  private static func message(_ request: PageRequest) -> SheetView.Message {
    let text =
      switch request {
      case .openURL(let url, _): "Open \(url) in a browser."
      case .composeMail(let mail, _): "Write to \(mail.to.joined(separator: ", "))."
      case .pressButton(let row): "“\(row.name)” was pressed; what it does is the app's matter."
      case .showScreen(_, let row):
        "“\(row.name)” is a screen of the app, and cannot be shown here."
      case .selectCustom(let row): "“\(row.name)” is drawn by the app, and cannot be shown here."
      }
    return SheetView.Message(text: text)
  }
}

// MARK: - Telling

extension PageWalk {
  func say(_ text: String, isFailure: Bool = false) {
    message = SheetView.Message(text: text, isFailure: isFailure)
  }

  /// Says why something cannot be done.
  func refuse(_ text: String) { say(text, isFailure: true) }

  /// Says what became of an edit.
  func report(_ outcome: EditOutcome) {
    switch outcome {
    case .recorded(let commit):
      // What a delegate recorded in answer is no news from elsewhere.
      seen = max(commit.revision, store.revision)
      say("\(commit.reason ?? "Changed") · revision \(commit.revision)")
    case .unchanged: say("Nothing was changed.")
    case .drafted: break
    }
  }

  /// Whether nothing can be changed here at all, which is said then.
  func isRefused() -> Bool {
    guard store.isReadOnly else { return false }
    say("The store \(store.path) can only be read: nothing can be changed here.", isFailure: true)
    return true
  }

  func fail(_ error: any Error) {
    // The page's own words have the row's identity, which a person does not know.
    if case PageError.noSuchRow = error {
      return refuse("The row is not shown any more; nothing was changed.")
    }
    refuse("\(error)")
  }

  /// Does something that may fail, and says so.
  @discardableResult
  func attempt<R>(_ body: () throws(PageError) -> R) -> R? {
    do throws(PageError) {
      return try body()
    } catch {
      fail(error)
      return nil
    }
  }
}
