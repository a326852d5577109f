import Foundation
import SettingsLedger
import Testing

@testable import TerminalSettings

@Suite struct BrowserTests {
  let fixture: TerminalFixture

  init() throws { fixture = try TerminalFixture() }

  @Test func `space toggles, and one commit says so`() throws {
    #expect(fixture.current.hasPrefix("▸ Dark mode"))
    let screen = fixture.press(" ")
    #expect(fixture.current.hasSuffix("[x]"))
    #expect(screen.contains("Turned on “Dark mode” · revision 1"))
    #expect(try fixture.store.value(of: "dark") == true)
    #expect(try fixture.store.commit(at: 1).source?.hasSuffix("Root") == true)
  }

  @Test(arguments: [30, 40, 80]) func `the help is read in full on any screen`(columns: Int) throws
  {
    fixture.size = ScreenSize(columns: columns, rows: 80)
    #expect(fixture.screen.contains("? keys  q quit"))
    let help = fixture.press("?")
    #expect(!help.contains("…"), "\(help)")
    let words = help.split { $0.isWhitespace }.joined(separator: " ")
    for text in ["move a slider; it is saved when it rests", "who changed the row, when and why"] {
      #expect(words.contains(text), "\(help)")
    }
  }

  @Test func `a value is chosen on a page of its own, whose cursor begins at the chosen one`()
    throws
  {
    try fixture.goTo("Theme")
    fixture.press(.enter)
    #expect(fixture.current == "▸ (•) Blue")
    fixture.press(.down, " ")
    #expect(fixture.current == "▸ (•) Green")  // a blank stays, to try others
    fixture.press(.down, .enter)
    #expect(fixture.current.hasPrefix("▸ Theme") && fixture.current.hasSuffix("Red ›"))
    #expect(
      try fixture.diary == ["Chose “Green” for “Theme”", "Chose “Red” for “Theme”"])
  }

  @Test func `a text is typed, taken with Enter and left with Escape`() throws {
    try fixture.goTo("Your name")
    #expect(fixture.current.hasSuffix("[nobody]"))
    fixture.press(.enter)
    #expect(fixture.type("Zoë 世界") == fixture.screen)
    #expect(fixture.current == "▸ Your name  Zoë 世界")
    fixture.press(.enter)
    #expect(fixture.current.hasSuffix("[Zoë 世界]"))
    fixture.press(.enter, .paste("\u{1b}[2Jx\ny"), .escape)
    #expect(fixture.current.hasSuffix("[Zoë 世界]"))
    #expect(try fixture.diary.count == 1)
  }

  @Test func `a text that is refused can be corrected, and a correction is told`() throws {
    try fixture.goTo("Your name")
    fixture.press(.enter)
    fixture.type("no!")
    #expect(fixture.press(.enter).contains("“no!” is not accepted; nothing was changed."))
    #expect(fixture.current == "▸ Your name  no!")
    fixture.press(.backspace)
    fixture.type("?")
    #expect(fixture.press(.enter).contains("A question mark cannot be part of it."))
    fixture.press(.backspace)
    fixture.type("_one")
    #expect(fixture.press(.enter).contains("corrected to “no-one”"))
    #expect(try fixture.store.value(of: "name") == "no-one")
  }

  @Test func `a secret is never shown, neither typed nor stored nor in its history`() throws {
    try fixture.goTo("Token")
    fixture.press(.enter)
    #expect(!fixture.type("s3cret").contains("s3cret"))
    #expect(!fixture.press(.enter).contains("s3cret"))
    #expect(fixture.current.hasSuffix("[••••••]"))
    let history = fixture.press("h")
    #expect(history.contains("alice") && !history.contains("s3cret"))
    #expect(try fixture.store.value(of: "token") == "s3cret")
    fixture.press(.escape)
    try fixture.goTo("Token")
    fixture.press(.enter)
    fixture.type("s3_cret")
    let corrected = fixture.press(.enter)
    #expect(corrected.contains("It was corrected.") && !corrected.contains("s3-cret"))
    #expect(try fixture.store.value(of: "token") == "s3-cret")
  }

  @Test func `a text of several lines takes line breaks`() throws {
    try fixture.goTo("Motto")
    fixture.press(.enter, "a", .newline, "b", .enter)
    #expect(try fixture.store.value(of: "motto") == "a\nb")
    #expect(fixture.current.hasSuffix("[a⏎b]"))
  }

  @Test func `E4: moving a slider is one commit, written when it rests or another key comes`()
    throws
  {
    try fixture.goTo("Text size")
    fixture.press(.right, .right, .right)
    #expect(fixture.current.hasSuffix(" 17"))
    #expect(fixture.isResting && fixture.store.revision == .zero)
    fixture.rest()
    #expect(try fixture.diary == ["Moved “Text size” to 17"])
    fixture.press(.left, .end, .down)
    #expect(try fixture.store.value(of: "size") == 30.0)
    #expect(!fixture.isResting)
    try fixture.goTo("Text size")
    fixture.press(.left, .escape)
    #expect(fixture.store.revision == 2)
    fixture.press(.enter, .control("u"))
    #expect(fixture.type("x").contains("▸ Text size  x"))
    #expect(fixture.press(.enter).contains("“x” is not a number."))
    fixture.press(.control("u"))
    fixture.type("99")
    #expect(fixture.press(.enter).contains("It goes from 10 to 30."))
  }

  @Test func `a date is typed, and one that does not exist is refused`() throws {
    // With seconds, which are not typed, and stay when nothing is.
    try fixture.store.set("alarm", to: .date(Date(timeIntervalSince1970: 1_800_000_030)))
    fixture.newsComes()
    try fixture.goTo("Alarm")
    #expect(fixture.press(.enter, .enter).contains("Nothing was changed."))
    #expect(fixture.store.revision == 1)
    fixture.press(.enter)
    #expect(fixture.current == "▸ Alarm  08:00")
    fixture.press(.control("u"))
    fixture.type("25:00")
    #expect(fixture.press(.enter).contains("is not a date; type it as 08:15."))
    fixture.press(.control("u"))
    fixture.type("06:30")
    fixture.press(.enter)
    #expect(fixture.current.hasSuffix("06:30 ›"))
  }

  @Test func `undo and redo, whatever page the change was made on`() throws {
    try fixture.goTo("Advanced")
    #expect(fixture.press(.enter, " ").hasPrefix("Notes › For experts"))
    fixture.press(.escape)
    #expect(fixture.press("u").contains("Took back: Turned on “Beta”"))
    #expect(!fixture.store.isSet("beta"))
    #expect(fixture.press("r").contains("Did again: Turned on “Beta”"))
    #expect(try fixture.store.value(of: "beta") == "yes")
    #expect(fixture.press("U").lowercased().contains("redo"))
    fixture.press("u")
    #expect(fixture.store.revision == 4)
  }

  @Test func `a change whose reason is as long as one can be is taken back and done again`() throws
  {
    try fixture.store.set("dark", to: true, reason: String(repeating: "é", count: 2048))
    fixture.press("u", "r")
    let diary = try fixture.diary
    #expect(diary.map { $0.prefix(12) }.dropFirst() == ["Took back: é", "Did again: é"])
  }

  @Test func `an undo that would overwrite another author's change says whose, and writes nothing`()
    throws
  {
    fixture.press(" ")
    try fixture.store.withAuthor("bob").set("dark", to: "auto")
    fixture.newsComes()
    #expect(fixture.press("u").contains("bob"))
    #expect(try fixture.store.value(of: "dark") == "auto")
  }

  @Test func `h tells who changed a row last, when and why, as the page shows it`() throws {
    try fixture.goTo("Theme")
    fixture.press(.enter, .down, .enter)
    try fixture.store.withAuthor("bob").set("theme", to: "r", reason: "Too cold")
    let screen = fixture.press("h")
    #expect(screen.contains("Notes › History"))
    #expect(screen.contains("Theme (theme)"))
    let lines = screen.split(separator: "\n").map(String.init)
    let bob = try #require(lines.firstIndex { $0.contains("bob") })
    #expect(lines[bob].hasSuffix("Green → Red") && lines[bob + 1] == "    Too cold")
    #expect(lines[bob + 2].contains("alice") && lines[bob + 2].hasSuffix("Green"))
    fixture.press("q")
    #expect(fixture.current.hasPrefix("▸ Theme"))
  }

  @Test func `what another process changes is shown, with its author, and the cursor stays`() throws
  {
    try fixture.goTo("Login")
    let other = fixture.store.withAuthor("bob")
    try other.commit(reason: "Quiet please") { draft in
      draft["dark"] = true
      draft.hide("theme")
    }
    fixture.newsComes()
    #expect(fixture.current.hasPrefix("▸ Login"))
    #expect(fixture.screen.contains("bob: Quiet please · revision 1"))
    #expect(fixture.screen.contains("[x]") && !fixture.screen.contains("Theme"))
  }

  @Test func `rows appear and go as something is toggled`() throws {
    #expect(fixture.screen.contains("Login"))
    try fixture.goTo("Sign in by itself")
    #expect(!fixture.press(" ").contains("Login"))
    #expect(fixture.current.hasPrefix("▸ Sign in by itself"))
    #expect(fixture.press(" ").contains("Login"))
  }

  @Test func `what is typed stays with its row when others hide that, and never gets into another`()
    throws
  {
    try fixture.goTo("Login")
    fixture.press(.enter)
    fixture.type("kate")
    try fixture.store.withAuthor("carol").hide("login")
    fixture.newsComes()
    #expect(!fixture.current.contains("kate"))
    #expect(fixture.type("u").contains("“Login” is not shown any more: kateu"))
    try fixture.store.withAuthor("carol").unhide("login")
    fixture.newsComes()
    #expect(fixture.current == "▸ Login  kateu")
    try fixture.store.withAuthor("carol").hide("login")
    fixture.newsComes()
    #expect(fixture.press(.enter).contains("Changed “Login”"))
    #expect(fixture.store["login"] == "kateu")
  }

  @Test func `x resets, and what cannot be done is said`() throws {
    fixture.press(" ")
    #expect(fixture.press("x").contains("Reset “Dark mode” to its default"))
    #expect(!fixture.store.isSet("dark"))
    #expect(fixture.press("d").contains("Only the items of a list can be deleted"))
    try fixture.goTo("Alarm")
    fixture.press(.enter)
    try fixture.store.hide("alarm")
    fixture.newsComes()
    #expect(fixture.press(.enter).contains("The row is not shown any more; nothing was changed."))
    try fixture.goTo("Start over")
    #expect(fixture.press(.enter).contains("“Start over” was pressed"))
    try fixture.goTo("Help")
    #expect(fixture.press(.enter).contains("Open https://example.org/help in a browser."))
    try fixture.goTo("Version")
    #expect(fixture.press(.enter).contains("“Version” is shown only."))
    try fixture.goTo("By date")
    fixture.press(" ")
    #expect(fixture.current == "▸ (•) By date")
  }

  @Test func `a stored value that a row cannot show is said, beside the row and in plain lines`()
    throws
  {
    fixture.size.columns = 200
    try fixture.store.set("size", to: ["a"])
    try fixture.store.set("servers", to: "none")
    fixture.newsComes()
    for text in [fixture.screen, fixture.script("p").text] {
      #expect(text.contains("What is stored is of kind array, which cannot be shown here."))
      #expect(text.contains("What is stored is of kind string, which cannot be shown here."))
    }
    try fixture.goTo("Add a server")
    fixture.press(.enter, .enter, "a", .enter)
    #expect(fixture.press(.control("s")).contains("not a list; it was left as it is."))
  }

  @Test func `keys end, stop and redraw; the first page is not left by Escape`() throws {
    #expect(fixture.take("q") == .end)
    #expect(fixture.take(.control("c")) == .end)
    #expect(fixture.take(.control("z")) == .stop)
    #expect(fixture.take(.control("l")) == .redraw)
    #expect(fixture.take(.escape) == .goOn)
    #expect(fixture.press("?").contains("take back what you changed last"))
    #expect(fixture.take("q") == .goOn)
    #expect(fixture.current.hasPrefix("▸ Dark mode"))
  }

  @Test func `a row is found by its label`() throws {
    fixture.press("/")
    fixture.type("login")
    #expect(fixture.current.hasPrefix("▸ Login"))
    #expect(fixture.screen.contains("Find: login"))
    fixture.press(.enter)
    #expect(fixture.store.revision == .zero)
  }

  @Test func `a narrow and low terminal shows the row that the person is at`() throws {
    fixture.size = ScreenSize(columns: 24, rows: 6)
    for name in ["Dark", "Version", "Login"] {
      try fixture.goTo(name)
      #expect(fixture.screen.split(separator: "\n").count <= 6)
    }
  }
}

@Suite struct DraftTests {
  let fixture: TerminalFixture

  init() throws {
    fixture = try TerminalFixture()
    try fixture.goTo("Add a server")
    fixture.press(.enter)
  }

  @Test func `E18: an item that is not valid is not taken over`() throws {
    #expect(fixture.screen.contains("This is not complete or not valid yet."))
    #expect(fixture.press(.control("s")).contains("not complete or not valid, and so"))
    #expect(fixture.store.revision == .zero)
  }

  @Test func `E17: Done adds the item in one commit, and another edits it`() throws {
    fixture.press(.enter)
    fixture.type("a.example.org")
    fixture.press(.enter)
    #expect(!fixture.screen.contains("not valid yet"))
    fixture.press(.down, " ", .down)
    #expect(fixture.current == "▸ [ Done ]")
    #expect(fixture.press(.enter).contains("Added an item to “Servers” · revision 1"))
    #expect(
      try fixture.store.value(of: "servers") == [["host": "a.example.org", "tls": false]])
    try fixture.goTo("a.example.org")
    fixture.press(.enter, .down, " ", .control("s"))
    #expect(
      try fixture.store.value(of: "servers") == [["host": "a.example.org", "tls": true]])
    #expect(try fixture.diary.count == 2)
  }

  @Test func `a draft that was changed is not discarded without a question`() throws {
    fixture.press(.down, " ", .escape)
    #expect(fixture.screen.contains("Discard what was changed? y/n"))
    fixture.press("n")
    #expect(fixture.current.hasPrefix("▸ Encrypted"))
    #expect(fixture.take("q") == .goOn)
    #expect(fixture.take("y") == .end)
    #expect(fixture.store.revision == .zero)
  }

  @Test func `a draft that was not changed is left at once; undo and history wait for the end`()
    throws
  {
    #expect(fixture.press("u").contains("not saved yet"))
    #expect(fixture.press("h").contains("not saved yet"))
    fixture.press(.escape)
    #expect(fixture.current == "▸ + Add a server")
  }

  @Test func `items are moved and deleted, and undo brings them back`() throws {
    fixture.press(.escape)
    try fixture.store.set("servers", to: [["host": "a"], ["host": "b"]])
    fixture.newsComes()
    try fixture.goTo("▸ a")
    fixture.press("J")
    #expect(try fixture.store.value(of: "servers") == [["host": "b"], ["host": "a"]])
    #expect(fixture.current.hasPrefix("▸ a"))
    fixture.press("J")
    #expect(fixture.store.revision == 2)
    fixture.press("d")
    #expect(try fixture.store.value(of: "servers") == [["host": "b"]])
    fixture.press("u")
    #expect(try fixture.store.value(of: "servers") == [["host": "b"], ["host": "a"]])
  }
}
