import SettingsCore
import Testing

@Suite struct SettingNameTests {
  @Test func `a name may hold dots, at signs, spaces and any script`() throws {
    for text in ["editor.fontSize", "@x", "a b", "日本語", "🙂", String(repeating: "a", count: 511)] {
      #expect(try SettingName(text).text == text)
    }
  }

  @Test(arguments: [
    ("", InvalidNameError.Problem.empty),
    (String(repeating: "a", count: 512), .tooLong(512)),
    (String(repeating: "é", count: 256), .tooLong(512)),
    (String(repeating: "x", count: 70_000), .tooLong(70_000)),
    ("a\u{0}b", .containsNUL),
  ])
  func `a text that is no name is refused with the reason`(
    text: String, problem: InvalidNameError.Problem
  ) {
    let error = #expect(throws: InvalidNameError.self) { try SettingName(text) }
    #expect(error?.problem == problem)
    #expect(error?.text == text)
  }

  @Test func `composed and decomposed letters are two names`() {
    let composed: SettingName = "caf\u{e9}"
    let decomposed: SettingName = "cafe\u{301}"
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(composed.hasPrefix("caf\u{e9}"))
    #expect(!composed.hasPrefix("cafe"))
  }

  @Test func `names are ordered by their bytes`() {
    let names: [SettingName] = ["b", "a", "é", "Z", "a.b", "a-b"]
    #expect(names.sorted().map(\.text) == ["Z", "a", "a-b", "a.b", "b", "é"])
  }
}
