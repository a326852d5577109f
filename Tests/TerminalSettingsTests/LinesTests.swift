import Foundation
import SettingsLedger
import Testing

@testable import TerminalSettings

@Suite struct LinesTests {
  let fixture: TerminalFixture

  init() throws { fixture = try TerminalFixture() }

  @Test(arguments: [
    ("3", LineCommand.activate(3)), (" 3  a b ", .set(3, "a b")), ("3 = ", .set(3, "")),
    ("3 =  =x", .set(3, "=x")), ("", .nothing), ("# 3", .nothing), ("u", .undo), ("redo", .redo),
    ("d 12", .delete(12)), ("K 2", .moveUp(2)), ("h 1", .history(1)),
    ("0", .wrong("There is no command `0`; ? lists them.")),
    ("h", .wrong("`h` takes the number of a row.")), ("q now", .wrong("`q` stands alone.")),
  ])
  func `a line is a command`(line: String, command: LineCommand) {
    #expect(LineCommand(line) == command)
  }

  @Test func `texts of several lines, dates and empty texts have a form`() throws {
    let (motto, alarm, name) = (
      try fixture.number("Motto"), try fixture.number("Alarm"), try fixture.number("Your name")
    )
    let run = fixture.script(
      #"\#(motto) one\ntwo \\n"#, "\(alarm) 06:30", "\(name) \\n", "\(name) =")
    #expect(run.isDone)
    #expect(try fixture.store.value(of: "motto") == .string("one\ntwo \\n"))
    #expect(run.text.contains("Alarm: 06:30 ›"))
    #expect(run.text.contains("[\\n]"))  // a field of one line takes it as it is
    #expect(try fixture.store.value(of: "name") == "")
  }

  @Test func `only what looks different is printed, the page when rows come or go`() throws {
    let auto = try fixture.number("Sign in by itself")
    let run = fixture.script("1", "\(auto) off")
    #expect(run.text.contains("Turned on “Dark mode” · revision 1\n  1  [x] Dark mode\n"))
    let pages = run.text.components(separatedBy: "Notes\n")
    #expect(pages.count == 3)
    #expect(pages[1].contains("Login") && !pages[2].contains("Login"))
  }

  @Test func `E18: an item that is not valid is refused, corrected and done`() throws {
    let add = try fixture.number("Add a server")
    let run = fixture.script("\(add)", "done", "1 a.example", "done")
    #expect(!run.isDone)
    #expect(run.text.contains("not complete or not valid, and so cannot be taken over"))
    #expect(
      run.text.contains("[ Done ] (locked)") && run.text.contains("Added an item to “Servers”"))
    #expect(try fixture.store.value(of: "servers") == [["host": "a.example", "tls": true]])
  }

  @Test func `a value for a row that takes none does nothing, and neither does what is refused`()
    throws
  {
    for row in ["By date", "Add a server", "Advanced", "Help", "Start over", "Version"] {
      let number = try fixture.number(row)
      let run = fixture.script("\(number) a value")
      #expect(run.text.hasSuffix("Row \(number) takes no value.\n"), "\(row)")
      #expect(!run.isDone)
    }
    for (command, row) in [
      ("", "Version"), ("d ", "Help"), ("J ", "Help"), ("h ", "Help"), ("x ", "Add a server"),
    ] {
      let number = try fixture.number(row)
      #expect(!fixture.script("\(command)\(number)").isDone, "\(command)\(row)")
    }
    #expect(fixture.store.revision == .zero)
  }

  @Test func `values can be looked at before one is chosen`() throws {
    let theme = try fixture.number("Theme")
    let run = fixture.script("\(theme)", "3", "\(theme)", "b")
    #expect(run.text.contains("Notes › Theme\n\n  1  (•) Blue\n  2  ( ) Green\n  3  ( ) Red\n"))
    #expect(run.text.contains("Chose “Red” for “Theme”"))
    #expect(run.isDone && fixture.store.revision == 1)
  }
}
