import InAppSettings
import SettingsLedger

/// A person's or a script's way through settings pages, a line of text at a time.
struct PageLines {
  private let walk: PageWalk
  private let isPrompting: Bool
  private var hasFailed = false
  private var shown: Sheet?

  init(_ walk: PageWalk, isPrompting: Bool = false) {
    self.walk = walk
    self.isPrompting = isPrompting
  }

  /// Reads commands until there are no more, and says whether all of them could be done.
  mutating func run(reading: () -> String?, printing: (String) -> Void) -> Bool {
    show(printing)
    if let message = walk.message { printing(message.text.screenText + "\n") }
    while true {
      if isPrompting { printing("> ") }
      guard let line = reading() else { break }
      let command = LineCommand(line)
      if command == .quit { break }
      walk.message = nil
      walk.refresh()
      let depth = walk.levels.count
      perform(command, printing)
      if let message = walk.message {
        printing(message.text.screenText + "\n")
        if message.isFailure { hasFailed = true }
      }
      if walk.levels.count != depth { show(printing) } else { showChanges(printing) }
    }
    if walk.isDraftChanged {
      walk.cancelDraft()
      printing("The item was not done; it is not saved.\n")
      hasFailed = true
    }
    return !hasFailed
  }

  private mutating func show(_ printing: (String) -> Void) {
    let sheet = walk.sheet
    printing(sheet.lines)
    shown = sheet
  }

  /// Prints the rows that show something else than before; the page when others moved in between.
  private mutating func showChanges(_ printing: (String) -> Void) {
    let sheet = walk.sheet
    let (old, new) = (shown?.rows ?? [], sheet.rows)
    guard sheet != shown else { return }
    guard old.map(\.id) == new.map(\.id) else { return show(printing) }
    for (index, row) in new.enumerated() where row != old[index] {
      printing("  \(index + 1)  \(row.line)\n")
    }
    shown = sheet
  }

  private mutating func perform(_ command: LineCommand, _ printing: (String) -> Void) {
    switch command {
    case .nothing, .quit: break
    case .wrong(let problem): fail(problem)
    case .help: printing(LineCommand.summary)
    case .show: show(printing)
    case .undo: walk.undo()
    case .redo: walk.redo()
    case .back: back()
    case .done:
      if let draft = walk.draft { _ = walk.finish(draft) } else { fail("No item is open.") }
    case .cancel:
      if walk.draft != nil { walk.cancelDraft() } else { fail("No item is open.") }
    case .activate(let number): onRow(number) { activate($0) }
    case .set(let number, let text): onRow(number) { set($0, text) }
    case .reset(let number): onRow(number) { walk.reset($0) }
    case .delete(let number): onRow(number) { walk.delete($0) }
    case .moveUp(let number): onRow(number) { walk.move($0, by: -1) }
    case .moveDown(let number): onRow(number) { walk.move($0, by: 1) }
    case .history(let number): onRow(number) { printHistory($0, printing) }
    }
  }

  private func fail(_ problem: String) { walk.refuse(problem) }

  private func onRow(_ number: Int, _ body: (Int) -> Void) {
    let count = walk.sheet.rows.count
    guard number <= count else {
      return fail("There is no row \(number); this page has \(count).")
    }
    body(number - 1)
  }

  private func back() {
    if case .draft = walk.level.place { return walk.cancelDraft() }
    if !walk.leave() { fail("This is the first page; q quits.") }
  }

  private func activate(_ index: Int) {
    let isChoosing = walk.isAtValues
    switch walk.activate(index) {
    case .done: if isChoosing { walk.leave() }
    case .moved: break
    case .typing: fail("Row \(index + 1) takes a value: \(index + 1) VALUE.")
    }
  }

  private func printHistory(_ index: Int, _ printing: (String) -> Void) {
    let depth = walk.levels.count
    walk.showHistory(index)
    guard walk.levels.count > depth, case .text(let sections) = walk.level.place else { return }
    for section in sections {
      for row in section.rows {
        printing("  \(row.line)\n")
        if let subtitle = row.subtitle, !subtitle.isEmpty {
          printing("      \(subtitle.screenText)\n")
        }
      }
      if let footer = section.footer { printing("  \(footer)\n") }
    }
    walk.leave()
  }
}

// MARK: - Values

extension PageLines {
  /// Gives a row a value that is written as text.
  private func set(_ index: Int, _ text: String) {
    guard let row = walk.row(index) else { return fail("Row \(index + 1) takes no value.") }
    switch row.control {
    case .toggle(let toggle): setToggle(index, toggle.isOn, text)
    case .choice(let choice): choose(text, choice, index)
    case .text, .slider, .date:
      guard case .typing(let typing) = walk.activate(index) else { return }
      _ = walk.finish(typing, with: typing.takesLines ? Self.withLines(text) : text)
    default:
      // Not tried: choosing such a row may press a button, or lead to another page.
      fail("Row \(index + 1) takes no value.")
    }
  }

  private func setToggle(_ index: Int, _ isOn: Bool, _ text: String) {
    switch text.lowercased() {
    case "on", "yes", "true", "1": if !isOn { _ = walk.activate(index) }
    case "off", "no", "false", "0": if isOn { _ = walk.activate(index) }
    default: return fail("A toggle is on or off, not “\(text)”.")
    }
    if walk.message == nil { walk.say("Nothing was changed.") }
  }

  private func choose(_ text: String, _ choice: PageSnapshot.Choice, _ index: Int) {
    guard let option = choice.options.firstIndex(where: { $0.title == text }) else {
      let titles = choice.options.prefix(20).map(\.title).joined(separator: ", ")
      return fail("“\(text)” is none of the values: \(titles).")
    }
    guard case .moved = walk.activate(index) else { return }
    _ = walk.activate(option)
    let message = walk.message
    walk.leave()
    walk.message = message
  }

  /// `\n` is a line break in a text that has lines, `\\` a backslash.
  private static func withLines(_ text: String) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (true, "n"): (result, isEscaped) = (result + "\n", false)
      default:
        if isEscaped, character != "\\" { result.append("\\") }
        result.append(character)
        isEscaped = false
      }
    }
    return isEscaped ? result + "\\" : result
  }
}
