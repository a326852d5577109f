import InAppSettings
import SettingsLedger

/// A person's way through settings pages on a screen, steered by keys.
struct PageBrowser: ScreenContent {
  let walk: PageWalk
  private var activity = Activity.looking
  /// How many rows Page Up and Page Down go.
  private var stride = 10

  private enum Activity {
    case looking
    case typing(Typing, LineEditor)
    case sliding(SliderGesture, row: String)
    case finding(LineEditor)
    /// A question was asked that `y` agrees to.
    case asking(Question)
  }

  private enum Question {
    case discardDraft
    case discardDraftAndEnd
  }

  init(_ walk: PageWalk) { self.walk = walk }

  mutating func refresh() { walk.refreshFromElsewhere() }

  // MARK: - Showing

  mutating func frame(_ size: ScreenSize) -> Frame {
    stride = max(1, size.rows - 6)
    var sheet = walk.sheet
    if case .sliding(let gesture, let row) = activity { sheet.show(gesture, in: row) }
    walk.followCursor(in: sheet)
    var isTypedRowShown = true
    if case .typing(let typing, _) = activity {
      isTypedRowShown = walk.goTo(typing.row, in: sheet)
    }
    let author = walk.store.isReadOnly ? "read-only" : walk.store.author
    var view = SheetView(cursor: walk.level.cursor, author: author, keys: keys(sheet))
    view.message = walk.message
    switch activity {
    case .typing(let typing, let editor) where isTypedRowShown:
      view.editor = editor
      view.isMasked = typing.isMasked
    case .typing(let typing, let editor):
      // Others may hide the row meanwhile; what is typed belongs to no other row.
      let text = typing.isMasked ? String(editor.text.map { _ in "•" }) : editor.text
      view.message = SheetView.Message(text: "“\(typing.row.name)” is not shown any more: \(text)")
    case .finding(let editor): view.message = SheetView.Message(text: "Find: \(editor.text)")
    case .asking: view.message = SheetView.Message(text: "Discard what was changed? y/n")
    case .looking, .sliding: break
    }
    return SheetRenderer(sheet: sheet, view: view, size: size).frame(top: &walk.level.top)
  }

  private func keys(_ sheet: Sheet) -> [String] {
    switch activity {
    case .typing(let typing, _):
      return ["enter takes it", "esc leaves it"] + (typing.takesLines ? ["^J new line"] : [])
    case .finding: return ["enter stays here", "esc goes back"]
    case .asking: return ["y yes", "n no"]
    case .sliding: return ["← → move", "enter lets go", "esc leaves it"]
    case .looking: break
    }
    if case .text = walk.level.place { return ["esc back", "↑ ↓ scroll"] }
    let rows = sheet.rows
    let use = rows.indices.contains(walk.level.cursor) ? rows[walk.level.cursor].use : []
    var back = walk.levels.count > 1 ? ["esc back"] : []
    if case .draft = walk.level.place { back = ["^S done", "esc cancel"] }
    // Where there is room for few, those come first that lead on from everywhere.
    return use + back + ["? keys", "q quit", "u undo", "r redo", "h history"]
  }

  // MARK: - Keys

  mutating func take(_ key: Key) -> AfterKey {
    if key == .control("z") { return .stop }
    if key == .control("l") { return .redraw }
    // Keys may come faster than frames are shown.
    walk.followCursor(in: walk.sheet)
    switch activity {
    case .typing(let typing, let editor): return type(key, typing, editor)
    case .sliding(let gesture, let row): return slide(key, gesture, row)
    case .finding(let editor): return find(key, editor)
    case .asking(let question): return answer(key, question)
    case .looking: return look(key)
    }
  }

  /// A slider that rests for a moment is let go.
  var isResting: Bool { if case .sliding = activity { true } else { false } }

  mutating func rest() {
    if case .sliding(let gesture, _) = activity { letGo(gesture) }
  }

  private mutating func look(_ key: Key) -> AfterKey {
    let cursor = walk.level.cursor
    switch key {
    case .up, .control("p"), "k": moveCursor(by: -1)
    case .down, .control("n"), .tab, "j": moveCursor(by: 1)
    case .backTab: moveCursor(by: -1)
    case .pageUp: moveCursor(by: -stride)
    case .pageDown: moveCursor(by: stride)
    case .home, "g": moveCursor(by: -.max)
    case .end, "G": moveCursor(by: .max)
    case .enter, .newline: activate(staying: false)
    case " ": activate(staying: true)
    case .right, "+", "=": if !slide(by: 1) { leadOn(key) }
    case .left, "-": if !slide(by: -1), key == .left { return back() }
    case .escape, .backspace, "b": return back()
    case "u": walk.undo()
    case "U", "r": walk.redo()
    case "h": walk.showHistory(cursor)
    case "x": walk.reset(cursor)
    case "d", .delete: walk.delete(cursor)
    case "K": walk.move(cursor, by: -1)
    case "J": walk.move(cursor, by: 1)
    case "/": activity = .finding(LineEditor())
    case .control("s"): if let draft = walk.draft { _ = walk.finish(draft) }
    case "?": walk.showKeys()
    case "q": return quit()
    case .control("c"), .control("d"): return .end
    default: walk.message = nil
    }
    return .goOn
  }

  private mutating func moveCursor(by distance: Int) {
    walk.message = nil
    walk.moveCursor(by: distance)
  }

  /// The right arrow does what leads somewhere else, and nothing that changes a setting.
  private mutating func leadOn(_ key: Key) {
    guard key == .right, walk.leadsOn(walk.level.cursor) else { return }
    activate(staying: false)
  }

  /// Does what the row is for; choosing a value goes back, unless the person stays to try others.
  private mutating func activate(staying: Bool) {
    let cursor = walk.level.cursor
    guard walk.sheet.rows.indices.contains(cursor) else { return }
    let isChoosing = walk.isAtValues
    if case .typing(let typing) = walk.activate(cursor) {
      activity = .typing(typing, LineEditor(typing.initial, takesLines: typing.takesLines))
    } else if isChoosing, !staying || walk.closesOnChoice {
      walk.leave()
    }
  }

  private mutating func back() -> AfterKey {
    if case .draft = walk.level.place {
      if walk.isDraftChanged { activity = .asking(.discardDraft) } else { walk.cancelDraft() }
      return .goOn
    }
    walk.message = nil
    if !walk.leave() { walk.say("This is the first page; q quits.") }
    return .goOn
  }

  private mutating func quit() -> AfterKey {
    switch walk.level.place {
    case .text, .values: return back()
    case .page, .draft:
      guard walk.isDraftChanged else { return .end }
      activity = .asking(.discardDraftAndEnd)
      return .goOn
    }
  }

  private mutating func answer(_ key: Key, _ question: Question) -> AfterKey {
    activity = .looking
    guard key == "y" || key == "Y" else { return .goOn }
    walk.cancelDraft()
    return question == .discardDraftAndEnd ? .end : .goOn
  }
}

// MARK: - Typing, sliding, finding

extension PageBrowser {
  private mutating func type(_ key: Key, _ typing: Typing, _ editor: LineEditor) -> AfterKey {
    var editor = editor
    switch key {
    case .enter: activity = walk.finish(typing, with: editor.text) ? .looking : activity
    case .escape, .control("c"):
      walk.say("Nothing was changed.")
      activity = .looking
    default:
      walk.message = nil
      if editor.take(key) { activity = .typing(typing, editor) }
    }
    return .goOn
  }

  /// Moves the slider that the person is at; false when it is none.
  private mutating func slide(by steps: Int) -> Bool {
    guard let gesture = walk.beginSliding(walk.level.cursor) else { return false }
    walk.message = nil
    gesture.move(by: steps)
    activity = .sliding(gesture, row: walk.sheet.rows[walk.level.cursor].id)
    return true
  }

  private mutating func slide(_ key: Key, _ gesture: SliderGesture, _ row: String) -> AfterKey {
    switch key {
    case .right, "+", "=": gesture.move(by: 1)
    case .left, "-": gesture.move(by: -1)
    case .home: gesture.move(to: -.infinity)
    case .end: gesture.move(to: .infinity)
    case .escape:
      activity = .looking
      walk.say("Nothing was changed.")
    case .enter, .newline, " ": letGo(gesture)
    default:
      letGo(gesture)
      let message = walk.message
      defer { walk.message = walk.message ?? message }
      return look(key)
    }
    return .goOn
  }

  private mutating func letGo(_ gesture: SliderGesture) {
    activity = .looking
    walk.attempt { () throws(PageError) in walk.report(try gesture.end()) }
  }

  private mutating func find(_ key: Key, _ editor: LineEditor) -> AfterKey {
    var editor = editor
    switch key {
    case .enter: activity = .looking
    case .escape, .control("c"): activity = .looking
    case .down, .control("n"): walk.find(editor.text, from: walk.level.cursor + 1)
    default:
      guard editor.take(key) else { break }
      activity = .finding(editor)
      walk.find(editor.text, from: walk.level.cursor)
    }
    return .goOn
  }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  init(unicodeScalarLiteral value: Unicode.Scalar) { self = .character(value) }
}
