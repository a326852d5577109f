import Foundation
public import InAppSettings
public import SettingsLedger

/// Shows a settings page on the terminal, for a person to look at and change.
///
/// ```swift
/// let page = try SettingsPage(bundle.root, of: bundle, in: store)
/// TerminalPage.run(page, in: store)
/// ```
///
/// On a terminal it takes the whole screen and is steered by keys; `?` lists them. Elsewhere it prints
/// the page with numbered rows and reads a command a line, so that it can be used in scripts and through
/// pipes. Either way each change is a commit of the store's author with a reason, and can be undone.
///
/// The terminal is put back on every end: also when the process is ended by a signal, or crashes.
public enum TerminalPage {
  /// Shows a page until the person quits, or nothing more can be read.
  ///
  /// Blocks the calling thread. Only one page can be shown at a time, since there is one terminal.
  ///
  /// - Parameters:
  ///   - page: The page to begin with.
  ///   - store: The page's store: for undo, and for who changed what.
  /// - Returns: Whether everything that was asked for could be done; on a screen always true, since the
  ///   person was told.
  @discardableResult
  public static func run(_ page: SettingsPage, in store: SettingsStore) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    let events = EventQueue()
    guard environment["TERM"] ?? "dumb" != "dumb", let session = TerminalSession(events: events)
    else {
      return runLines(page, in: store)
    }
    let isColored = (environment["NO_COLOR"] ?? "").isEmpty
    let walk = PageWalk(page, in: store)
    let news = Task { [start = walk.seen] in await follow(store, after: start, events) }
    defer { news.cancel() }
    var browser = PageBrowser(walk)
    TerminalLoop(session: session, events: events, isColored: isColored).run(&browser)
    return true
  }

  /// Reports whatever is recorded, by whatever process.
  private static func follow(
    _ store: SettingsStore, after start: Revision, _ events: EventQueue
  ) async {
    var (start, failed) = (start, Revision?.none)
    while true {
      do {
        for try await _ in store.commits(after: start) { events.push(.changed) }
        return
      } catch {
        // The log may have been cut short or replaced; that can be followed from its head on. Not when
        // it fails there again: the page is then read anew after each change that is made on it.
        guard error.code != .closed, failed != start else { return }
        start = store.revision
        failed = start
        events.push(.changed)
      }
    }
  }

  private static func runLines(_ page: SettingsPage, in store: SettingsStore) -> Bool {
    // A person at a terminal that cannot be drawn on is asked; a script is not.
    var lines = PageLines(PageWalk(page, in: store), isPrompting: isatty(0) == 1 && isatty(1) == 1)
    var isRead = true
    return lines.run(
      reading: { isRead ? readLine() : nil },
      printing: { text in
        // Nothing is held back: whoever steers the page through pipes waits for the answer.
        do {
          try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
          isRead = false
        }
      })
  }
}
