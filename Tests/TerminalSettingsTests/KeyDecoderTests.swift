import Testing

@testable import TerminalSettings

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8) + decoder.flush()
  }

  @Test func `letters, marks and letters of several bytes are keys`() {
    #expect(
      keys("a é世👍e\u{301}")
        == ["a", " ", "é", "世", "👍", "e", "\u{301}"].map(Key.character))
  }

  @Test(arguments: [
    ("\u{1b}[A", Key.up), ("\u{1b}OA", .up), ("\u{1b}[B", .down), ("\u{1b}[1;5C", .right),
    ("\u{1b}[H", .home), ("\u{1b}[4~", .end), ("\u{1b}[3~", .delete), ("\u{1b}[5~", .pageUp),
    ("\u{1b}[6~", .pageDown), ("\u{1b}[Z", .backTab), ("\r", .enter), ("\n", .newline),
    ("\u{1b}\r", .newline), ("\t", .tab), ("\u{7f}", .backspace), ("\u{3}", .control("c")),
    ("\u{1b}", .escape), ("\u{1b}[38;5", .unknown), ("\u{1b}[99~", .unknown),
  ])
  func `a sequence is one key, however it is cut`(text: String, key: Key) {
    #expect(keys(text) == [key])
    var decoder = KeyDecoder()
    var found: [Key] = []
    for byte in text.utf8 { found += decoder.feed([byte]) }
    #expect(found + decoder.flush() == [key])
    #expect(!decoder.isPending)
  }

  @Test func `a lone Escape is held back until nothing follows`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1b]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.feed([0x1b]) == [])
    #expect(decoder.feed("[D".utf8) == [.left])
    #expect(keys("\u{1b}u") == [.escape, .character("u")])
  }

  @Test func `a paste comes as one text, and nothing in it is a command`() {
    let pasted = "\u{1b}[200~q\u{1b}[A\nmore\u{1b}[201~x"
    #expect(keys(pasted) == [.paste("q\u{1b}[A\nmore"), .character("x")])
    var decoder = KeyDecoder()
    var found: [Key] = []
    for byte in pasted.utf8 { found += decoder.feed([byte]) }
    #expect(found == [.paste("q\u{1b}[A\nmore"), .character("x")])
  }

  @Test func `what is not UTF-8 is dropped, and what follows is read`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xff, 0xc3, 0x28, 0x61]) == [.character("("), .character("a")])
  }
}
