import Foundation
import Testing

/// `settingsctl edit` on a real terminal, by keys.
@Suite(.enabled(if: TestTerminal.isThere, TestTerminal.missing), .timeLimit(.minutes(10)))
struct TerminalTests {
  let tool: CommandLineTool
  let terminal: TestTerminal

  init() throws {
    tool = try CommandLineTool.withBundle()
    terminal = try TestTerminal(tool)
    // The shell keeps what the terminal was like, to compare it with what it is like afterwards.
    terminal.type("modes=$(stty -g)\n")
  }

  private func edit() throws {
    terminal.type("sh -c 'echo $$ >pid; exec settingsctl edit Settings.bundle'\n")
    try terminal.wait(for: "▸ Dark mode")
  }

  private func pid() throws -> pid_t {
    let text = String(decoding: try tool.contents(of: "pid"), as: UTF8.self)
    return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// The shell is back, on its own screen, and the terminal is as it was.
  private func expectTerminalPutBack() throws {
    try terminal.wait { $0.contains("ready>") && !$0.contains("▸") }
    terminal.type("[ \"$modes\" = \"$(stty -g)\" ] && echo as it w''as\n")
    try terminal.wait(for: "as it was")
  }

  @Test func `keys walk, change, undo and look back; quitting puts the terminal back`() throws {
    try edit()
    terminal.press("Space")
    try terminal.wait(for: "Turned on “Dark mode” · revision 2")
    terminal.press("Down", "Right", "Right", "Down")
    try terminal.wait(for: "Moved “Text size” to 16 · revision 3")
    terminal.press("Enter", "Down", "Enter")
    try terminal.wait(for: "Green ›")
    terminal.press("u")
    try terminal.wait(for: "Took back: Chose “Green” for “Theme”")
    terminal.press("h")
    try terminal.wait(for: "Notes › History")
    terminal.press("Escape")
    try terminal.wait(for: "▸ Theme")
    terminal.press("q")
    try expectTerminalPutBack()
    #expect(
      try tool.diary.last == "alice  (undo of 4)  Took back: Chose “Green” for “Theme”: reset theme"
    )
    try tool.verify()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV])
  func `a signal that ends the process puts the terminal back, a crash too`(
    signal: Int32
  ) throws {
    terminal.type("ulimit -c 0\n")
    try edit()
    kill(try pid(), signal)
    try expectTerminalPutBack()
    terminal.type("echo survived $?\n")
    try terminal.wait(for: "survived 0")
  }

  @Test func `Control-Z and a stop from outside give the terminal back until fg`() throws {
    try edit()
    terminal.press("C-z")
    try expectTerminalPutBack()
    terminal.type("clear; fg\n")
    try terminal.wait(for: "▸ Dark mode")
    for _ in 1...2 {
      kill(try pid(), SIGTSTP)
      try expectTerminalPutBack()
      terminal.type("clear; fg\n")
      try terminal.wait(for: "▸ Dark mode")
    }
    terminal.press("Space")
    try terminal.wait(for: "Turned on “Dark mode”")
    terminal.press("C-c")
    try expectTerminalPutBack()
  }

  @Test func `the page follows the size of the window`() throws {
    try edit()
    try terminal.resize(columns: 40, rows: 10)
    try terminal.wait { screen in
      let lines = screen.split(separator: "\n")
      return lines.contains { $0.hasPrefix("────") && $0.hasSuffix("↓ more ──") && $0.count == 40 }
    }
    terminal.press("End")
    try terminal.wait(for: "▸ 詳細 (Advanced)                      ›")
    try terminal.resize(columns: 100, rows: 30)
    try terminal.wait { $0.contains("  Dark mode") && $0.contains("▸ 詳細") }
    terminal.press("q")
    try expectTerminalPutBack()
  }

  @Test func `what another process changes is shown at once, and rows appear as something is on`()
    throws
  {
    try edit()
    #expect(try !terminal.screen().contains("Login"))
    try tool("--author", "bob", "--reason", "On holiday", "set", "auto", "true")
    try terminal.wait { $0.contains("bob: On holiday · revision 2") && $0.contains("Login") }
    try tool("--author", "bob", "hide", "theme")
    try terminal.wait { !$0.contains("Theme") && $0.contains("▸ Dark mode") }
    terminal.press("q")
    try expectTerminalPutBack()
  }

  @Test func `texts are typed in any script, a paste is no command, and a draft is done`() throws {
    try edit()
    terminal.type("/Add\n\n")
    try terminal.wait(for: "Notes › Add a server")
    terminal.press("Enter")
    terminal.type("世界 e\u{301}")
    try terminal.paste("quit\nq")
    try terminal.wait(for: "▸ Host  世界 e\u{301}quit q")
    terminal.press("Enter", "Down", "Down", "Enter")
    try terminal.wait(for: "Added an item to “Servers”")
    terminal.press("q")
    try expectTerminalPutBack()
    #expect(try tool.text("get", "servers").contains("世界 e\u{301}quit q"))
  }

  @Test func `a long page scrolls to whatever row the person is at`() throws {
    try edit()
    terminal.press("End", "Enter")
    try terminal.wait(for: "▸ Flag 1 ")
    terminal.press("End")
    try terminal.wait { $0.contains("▸ Flag 60") && $0.contains("↑ more") }
    terminal.press("PPage")
    try terminal.wait(for: "▸ Flag 42")
    terminal.press("q")
    try expectTerminalPutBack()
  }

  @Test func `with NO_COLOR there are no colors, and on a dumb terminal there is no screen`() throws
  {
    terminal.type("export NO_COLOR=1\n")
    try edit()
    let plain = try terminal.screen(withColors: true)
    #expect(plain.contains("7m▸") || plain.contains("49m▸"))  // the row is reversed all the same
    #expect(!plain.contains(/\[3[1-6]m/))
    terminal.press("q")
    try expectTerminalPutBack()
    terminal.type("unset NO_COLOR\n")
    try edit()
    #expect(try terminal.screen(withColors: true).contains("\u{1b}[36m"))
    terminal.press("q")
    try expectTerminalPutBack()
    terminal.type("clear; TERM=dumb settingsctl edit Settings.bundle\n")
    try terminal.wait(for: "\n>\n")
    terminal.type("1\n")
    try terminal.wait(for: "Turned on “Dark mode”")
    terminal.type("q\n")
    try expectTerminalPutBack()
  }
}
