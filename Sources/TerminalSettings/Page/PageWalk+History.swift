import InAppSettings
import SettingsCore
import SettingsLedger

extension PageWalk {
  /// Shows who changed a row's setting, the last change first.
  func showHistory(_ index: Int) {
    message = nil
    guard let row = setting(index) else { return refuse("This row is no setting.") }
    guard let name = row.key else { return refuse("“\(row.name)” stores nothing.") }
    if draft != nil { return refuse("The item is not saved yet; its list has the history.") }
    do throws(SettingsError) {
      let history = RowHistory(
        row, isSecret: row.isSecret || store.isSecret(name), of: page)
      let section = history.section(
        try store.history(of: name), title: "\(row.name) (\(name.text))")
      enter(.text([section]), title: "History")
    } catch {
      fail(error)
    }
  }

  /// Reads again what another page or process may have changed, and says whose change it is.
  func refreshFromElsewhere() {
    refresh()
    do throws(SettingsError) {
      guard store.revision > seen, let commit = try store.log(limit: 1, after: seen).first else {
        return
      }
      seen = commit.revision
      say("\(commit.author): \(commit.reason ?? "changed settings") · revision \(commit.revision)")
    } catch {
      fail(error)
    }
  }
}

// MARK: - Undo and redo

extension PageWalk {
  /// Takes back what the author did last, on whatever page that was.
  func undo() {
    restore { () throws(SettingsError) in
      let step = try store.undoableSteps(limit: 1).first
      return try store.undo(reason: step?.reason.map { EditReason.fitting("Took back: \($0)") })
    }
  }

  /// Does again what the author took back last.
  func redo() {
    restore { () throws(SettingsError) in
      let step = try store.redoableSteps(limit: 1).first
      return try store.redo(reason: step?.reason.map { EditReason.fitting("Did again: \($0)") })
    }
  }

  private func restore(_ body: () throws(SettingsError) -> CommitOutcome) {
    message = nil
    guard !isRefused() else { return }
    guard draft == nil else {
      return refuse("The item is not saved yet; Cancel takes back what was changed.")
    }
    do throws(SettingsError) {
      let outcome = try body()
      refresh()
      guard let commit = outcome.commit else { return say("Nothing had to change.") }
      seen = commit.revision
      say("\(commit.reason ?? commit.cause.kind) · revision \(commit.revision)")
    } catch {
      // Nothing to take back is an answer, not a failure.
      say(error.message, isFailure: ![.nothingToUndo, .nothingToRedo].contains(error.code))
    }
  }
}

// MARK: - The keys

extension PageWalk {
  /// Shows what the keys do.
  func showKeys() {
    message = nil
    let groups: [(String, [(String, String)])] = [
      (
        "Going around",
        [
          ("↑ ↓, k j, Tab", "the row before, the next row"),
          ("Page Up, Page Down", "a screen up, a screen down"),
          ("Home End, g G", "the first row, the last row"),
          ("/", "find a row by its label"), ("Esc, ←, Backspace, b", "back to the page before"),
          ("q", "quit"),
        ]
      ),
      (
        "Changing",
        [
          ("Enter, Space", "toggle, choose, type, open, press"),
          ("← →, - +", "move a slider; it is saved when it rests"),
          ("x", "back to the default"), ("d, Delete", "delete the item of a list"),
          ("K J", "move the item of a list up, down"), ("^S", "save the item that is open"),
        ]
      ),
      (
        "Looking back",
        [
          ("u", "take back what you changed last"), ("r, U", "do again what you took back"),
          ("h", "who changed the row, when and why"),
        ]
      ),
      (
        "While typing",
        [
          ("Enter", "take the text"), ("Esc", "leave it as it was"),
          ("^J, Alt-Enter", "a new line, where there can be some"),
          ("^A ^E ^U ^K ^W", "begin, end, delete before, after, a word"),
        ]
      ),
      ("Always", [("^Z", "stop, until fg"), ("^L", "draw the screen again"), ("^C", "quit")]),
    ]
    let sections = groups.map { title, keys in
      Sheet.Section(
        title: title,
        rows: keys.map { Sheet.Row(id: $0.0, label: $0.0, control: .label($0.1)) })
    }
    enter(.text(sections), title: "Keys")
  }
}
