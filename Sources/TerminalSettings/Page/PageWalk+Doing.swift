import Foundation
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
        enter(.page(child), title: child.snapshot.title ?? row.name)
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

  private func explainNothing(_ row: PageSnapshot.Row) {
    let name = "“\(row.name)”"
    switch row.control {
    case .label: say("\(name) is shown only.")
    case .page(let file?): say("The page \(file) that \(name) leads to is not here.")
    case .choice: say("\(name) has no values to choose from.")
    default: say("\(name) cannot be changed.")
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

// MARK: - Typing

extension PageWalk {
  private func typing(
    _ row: PageSnapshot.Row, _ page: SettingsPage
  ) throws(PageError) -> RowOutcome {
    switch row.control {
    case .text(let input):
      let edit = try page.beginText(row.id)
      return .typing(
        Typing(
          purpose: .text(edit), initial: edit.initial, isMasked: row.isSecret || input.isSecure,
          takesLines: input.isMultiline))
    case .slider:
      let gesture = try page.beginSliding(row.id)
      return .typing(
        Typing(purpose: .number(gesture), initial: Sheet.text(of: gesture.position)))
    case .date(let date): return typing(date, row, page)
    default: return .done
    }
  }

  private func typing(
    _ date: PageSnapshot.DateInput, _ row: PageSnapshot.Row, _ page: SettingsPage
  ) -> RowOutcome {
    let typed = TypedDate(mode: date.picker.mode, timeZone: page.options.timeZone)
    let before = date.date ?? Date()
    return .typing(
      Typing(purpose: .date(row.id, typed, before: before), initial: typed.text(of: before)))
  }

  /// Takes a text that was typed, and says whether the person has done with it: a text that was
  /// refused can be corrected.
  func finish(_ typing: Typing, with text: String) -> Bool {
    message = nil
    return attempt { () throws(PageError) in
      switch typing.purpose {
      case .text(let edit):
        switch try edit.end(with: text) {
        case .edited(let outcome, let written):
          report(outcome)
          if outcome != .unchanged, written != text { say("It was corrected to “\(written)”.") }
        case .refused:
          say(
            "“\(typing.isMasked ? "••••" : text)” is not accepted; nothing was changed.",
            isFailure: true)
          return false
        }
      case .number(let gesture):
        guard let number = Double(text.trimmingCharacters(in: .whitespaces)), number.isFinite else {
          say("“\(text)” is not a number.", isFailure: true)
          return false
        }
        gesture.move(to: number)
        report(try gesture.end())
        if gesture.position != number {
          say(
            "It goes from \(Sheet.text(of: gesture.range.minimum)) to "
              + "\(Sheet.text(of: gesture.range.maximum)).")
        }
      case .date(let row, let typed, let before):
        guard let date = typed.date(from: text, before: before) else {
          say("“\(text)” is not a date; type it as \(typed.example).", isFailure: true)
          return false
        }
        report(
          date == before && text == typing.initial ? .unchanged : try page.setDate(date, of: row))
      }
      return true
    } ?? true
  }
}

// MARK: - Lists and drafts

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
        return self.say("Only the items of a list can be deleted; x resets a setting.")
      }
      guard row.isDeletable else { return self.say("The items of this list cannot be deleted.") }
      self.report(try page.deleteItem(row.id))
    }
  }

  /// Moves the item of a list up or down.
  func move(_ index: Int, by distance: Int) {
    onRow(index) { page, row throws(PageError) in
      guard case .item(let number) = row.role else {
        return self.say("Only the items of a list can be moved.")
      }
      let isThere = page.snapshot.rows.contains { other in
        other.id != row.id && other.key == row.key && other.role == .item(number + distance)
      }
      guard isThere else { return }
      self.report(try page.moveItem(row.id, to: number + distance))
    }
  }

  /// Takes the stored value of a row away.
  func reset(_ index: Int) {
    onRow(index) { page, row throws(PageError) in self.report(try page.reset(row.id)) }
  }

  private func onRow(
    _ index: Int, _ body: (SettingsPage, PageSnapshot.Row) throws(PageError) -> Void
  ) {
    message = nil
    guard let row = row(index) else { return }
    let page = page
    attempt { () throws(PageError) in try body(page, row) }
  }
}

// MARK: - Telling

extension PageWalk {
  func say(_ text: String, isFailure: Bool = false) {
    message = SheetView.Message(text: text, isFailure: isFailure)
  }

  /// Says what became of an edit.
  func report(_ outcome: EditOutcome) {
    switch outcome {
    case .recorded(let commit):
      seen = commit.revision
      say("\(commit.reason ?? "Changed") · revision \(commit.revision)")
    case .unchanged: say("Nothing was changed.")
    case .drafted: break
    }
  }

  func fail(_ error: any Error) { say("\(error)", isFailure: true) }

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
