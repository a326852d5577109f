import Testing

@testable import TerminalSettings

@Suite struct ScreenTests {
  private func frame(_ lines: String..., cursor: Frame.Place? = nil) -> Frame {
    Frame(lines: lines.map { ScreenLine($0) }, cursor: cursor)
  }

  @Test func `only the lines that differ are written`() {
    var screen = Screen(isColored: true)
    let first = screen.bytes(showing: frame("one", "two", "three"))
    #expect(first.contains("\u{1b}[2J") && first.contains("one") && first.contains("three"))
    let second = screen.bytes(showing: frame("one", "2", "three"))
    #expect(second.contains("\u{1b}[2;1H\u{1b}[K2"))
    #expect(!second.contains("one") && !second.contains("three") && !second.contains("\u{1b}[2J"))
    #expect(screen.bytes(showing: frame("one", "2", "three")) == "")
  }

  @Test func `lines that are gone are erased, and after forgetting all is written`() {
    var screen = Screen(isColored: true)
    _ = screen.bytes(showing: frame("one", "two"))
    let shorter = screen.bytes(showing: frame("one"))
    #expect(shorter.contains("\u{1b}[2;1H\u{1b}[K") && !shorter.contains("one"))
    screen.forget()
    #expect(screen.bytes(showing: frame("one")).contains("one"))
  }

  @Test func `the cursor is shown where something is typed, and nowhere else`() {
    var screen = Screen(isColored: true)
    let typing = screen.bytes(showing: frame("a", cursor: Frame.Place(row: 0, column: 1)))
    #expect(typing.contains("\u{1b}[1;2H\u{1b}[?25h"))
    #expect(!screen.bytes(showing: frame("a")).contains("\u{1b}[?25h"))
  }

  @Test func `without colors emphasis stays, colors go`() {
    var line = ScreenLine("x", .colored(.red))
    line.append("y", .strong)
    var plain = Screen(isColored: false)
    var colored = Screen(isColored: true)
    let (without, with) = (
      plain.bytes(showing: Frame(lines: [line])), colored.bytes(showing: Frame(lines: [line]))
    )
    #expect(!without.contains("\u{1b}[31m") && without.contains("\u{1b}[1my"))
    #expect(with.contains("\u{1b}[31mx\u{1b}[0m"))
  }

  @Test func `behind a character that terminals measure differently the column is set`() {
    var screen = Screen(isColored: true)
    #expect(screen.bytes(showing: frame("👨‍👩‍👧x")).contains("👨‍👩‍👧\u{1b}[3Gx"))
    screen.forget()
    #expect(!screen.bytes(showing: frame("世界x")).contains("G"))
  }
}
