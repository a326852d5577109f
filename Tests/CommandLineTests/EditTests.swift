import Foundation
import Testing

@Suite struct EditTests {
  @Test func `a script steers the pages, a command a line, and the log is a diary of it`() throws {
    let tool = try CommandLineTool.withBundle()
    let run = try tool(
      "edit", "Settings.bundle",
      input: """
        # blank lines and comments do nothing

        1
        2 21
        3 Green
        4 on
        5 Zoë 世界
        u
        h 3
        q
        1

        """)
    #expect(run.exit == 0)
    #expect(
      run.text.steady.replacing("TIME", with: "").contains(
        "Notes\n\nAppearance\n  1  [ ] Dark mode\n  2  Text size: 14 (10…30)\n  3  Theme: Blue ›\n")
    )
    #expect(run.text.contains("Turned on “Dark mode” · revision 2\n  1  [x] Dark mode\n"))
    #expect(run.text.contains("Moved “Text size” to 21 · revision 3\n  2  Text size: 21 (10…30)\n"))
    #expect(run.text.contains("Chose “Green” for “Theme” · revision 4\n"))
    #expect(run.text.contains("  5  Login: []\n"))  // the row appears as it is turned on
    #expect(run.text.contains("Took back: Changed “Login” · revision 7"))
    #expect(
      run.text.contains("alice: Green\n      Chose “Green” for “Theme” (Settings.bundle/Root)"))
    #expect(
      try tool.diary == [
        "alice  (from Settings.bundle)  Declared secret: markSecret token",
        "alice  (from Settings.bundle/Root)  Turned on “Dark mode”: set dark",
        "alice  (from Settings.bundle/Root)  Moved “Text size” to 21: set size",
        "alice  (from Settings.bundle/Root)  Chose “Green” for “Theme”: set theme",
        "alice  (from Settings.bundle/Root)  Turned on “Sign in by itself”: set auto",
        "alice  (from Settings.bundle/Root)  Changed “Login”: set login",
        "alice  (undo of 6)  Took back: Changed “Login”: reset login",
      ])
    try tool.verify()
  }

  @Test func `items of a list are edited as drafts, which are done or not saved`() throws {
    let tool = try CommandLineTool.withBundle()
    let run = try tool(
      "edit", "Settings.bundle",
      input: "6\n1 a.example\n2 off\ndone\n7\n1 b.example\ncancel\n6\n1 c.example\ndone\nd 6\n")
    #expect(run.exit == 0)
    #expect(run.text.contains("Notes › Add a server\n"))
    #expect(run.text.contains("Added an item to “Servers”"))
    #expect(run.text.contains("Changed an item of “Servers”"))
    #expect(run.text.contains("Removed an item of “Servers”"))
    #expect(try tool.text("get", "servers") == "[]\n")
    let unsaved = try tool("edit", "Settings.bundle", input: "6\n1 d.example\n")
    #expect(unsaved.exit == 1)
    #expect(unsaved.text.contains("The item was not done; it is not saved."))
    #expect(try tool.text("get", "servers") == "[]\n")
  }

  @Test(arguments: [
    ("99", "There is no row 99; this page has 7."), ("2", "Row 2 takes a value: 2 VALUE."),
    ("2 wide", "“wide” is not a number."), ("1 maybe", "A toggle is on or off, not “maybe”."),
    ("3 Pink", "“Pink” is none of the values: Blue, Green."), ("jump", "no command `jump`"),
    ("b", "This is the first page; q quits."), ("done", "No item is open."),
    ("x", "`x` takes the number of a row."), ("u 3", "`u` stands alone."),
  ])
  func `what cannot be done is said, and the exit code tells it`(
    command: String, answer: String
  ) throws {
    let tool = try CommandLineTool.withBundle()
    let run = try tool("edit", "Settings.bundle", input: command + "\n")
    #expect(run.text.contains(answer))
    #expect(run.exit == 1)
    #expect(try tool.diary.count == 1)
  }

  @Test func `pages, languages and stores are named as for the other verbs`() throws {
    let tool = try CommandLineTool.withBundle()
    #expect(
      try tool("edit", "Settings.bundle", "--page", "Advanced", input: "60\n").text
        .contains("60  [x] Flag 60"))
    #expect(try tool("edit", "Settings.bundle", "--page", "None").exit == 1)
    #expect(try tool("edit", "Settings.bundle", "--store", "absent").exit == 3)
    #expect(try tool("edit", "absent").exit == 2)
  }

  @Test func `a secret is typed, and printed nowhere`() throws {
    let tool = try CommandLineTool.withBundle()
    let run = try tool("edit", "Settings.bundle", input: "5 s3cret\nh 5\np\n")
    #expect(run.exit == 0 && !run.text.contains("s3cret") && run.text.contains("••••"))
    #expect(try tool.text("get", "token") == "s3cret\n")
  }
}
