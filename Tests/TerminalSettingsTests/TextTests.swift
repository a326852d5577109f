import Testing

@testable import TerminalSettings

@Suite struct TextTests {
  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("世界", 4), ("한글", 4), ("ﾊﾝ", 2), ("ｆ", 2),
    ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("a\u{200b}b", 2), ("", 0),
    ("नि", 2), ("नमस्ते", 4), ("คำ", 2), ("1️⃣", 2), ("🏽", 2), ("…", 1), ("•", 1),
  ])
  func `a text takes as many cells as a terminal gives it`(text: String, width: Int) {
    #expect(text.cellWidth == width)
  }

  @Test func `a text that is too long is cut between characters`() {
    #expect("abcdef".fitted(to: 6) == "abcdef")
    #expect("abcdef".fitted(to: 4) == "abc…")
    #expect("世界地図".fitted(to: 6) == "世界…")
    #expect("e\u{301}e\u{301}e\u{301}".fitted(to: 2) == "e\u{301}…")
    #expect("abcdef".fittedAtEnd(to: 4) == "…def")
    #expect("abc".fitted(to: 0) == "")
  }

  @Test func `a text is broken at blanks, and scripts without blanks anywhere`() {
    #expect("one two three".wrapped(to: 8) == ["one two", "three"])
    #expect("abcdefghij kl".wrapped(to: 4) == ["abcd", "efgh", "ij", "kl"])
    #expect("世界地図帳".wrapped(to: 5) == ["世界", "地図", "帳"])
    #expect("ab  cd".wrapped(to: 3) == ["ab ", "cd"])
    #expect("".wrapped(to: 5) == [""])
  }

  @Test func `nothing in a text drives the terminal`() {
    #expect("a\u{1b}[2Jb\nc\td".screenText == "a\u{fffd}[2Jb⏎c d")
    #expect("abc\u{202e}def\u{2066}".screenText == "abcdef")
    #expect("\u{9b}31m".screenText == "\u{fffd}31m")
    #expect("plain".screenText == "plain")
  }
}

@Suite struct LineEditorTests {
  private func typed(_ keys: [Key], into text: String = "", takesLines: Bool = false) -> LineEditor
  {
    var editor = LineEditor(text, takesLines: takesLines)
    for key in keys { _ = editor.take(key) }
    return editor
  }

  private func letters(_ text: String) -> [Key] { text.unicodeScalars.map(Key.character) }

  @Test func `text is typed, corrected and deleted where the cursor is`() {
    #expect(typed(letters("abc")).text == "abc")
    #expect(typed([.left, .left] + letters("x"), into: "abc").text == "axbc")
    #expect(typed([.backspace], into: "ae\u{301}").text == "a")
    #expect(typed([.home, .delete], into: "世界").text == "界")
    #expect(typed([.control("w")], into: "one two ").text == "one ")
    #expect(typed([.control("u")] + letters("n"), into: "old").text == "n")
    #expect(typed([.left, .control("k")], into: "abc").text == "ab")
    #expect(typed([.home, .backspace], into: "a").text == "a")
  }

  @Test func `a mark joins the character before it`() {
    let editor = typed(letters("e\u{301}x"))
    #expect(editor.characters == ["é", "x"])
    #expect(editor.cursor == 2)
  }

  @Test func `a field has one line, a text view as many as are typed`() {
    #expect(typed([.paste("a\r\nb")]).text == "a b")
    #expect(typed([.paste("a\r\nb"), .newline] + letters("c"), takesLines: true).text == "a\nb\nc")
    var field = LineEditor("a")
    let isTaken = field.take(.newline)
    #expect(!isTaken)
  }

  @Test func `a long text moves so that the cursor is seen`() {
    var editor = LineEditor("0123456789")
    #expect(editor.window(width: 5) == ("6789", 4))
    _ = editor.take(.home)
    #expect(editor.window(width: 5) == ("01234", 0))
    #expect(LineEditor("世界地図").window(width: 5) == ("地図", 4))
    #expect(LineEditor("abc").window(width: 9, mask: "•") == ("•••", 3))
  }
}
