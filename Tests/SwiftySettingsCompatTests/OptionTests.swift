import SwiftySettingsCompat
import Testing

@Suite struct OptionTests {
  private func button(_ options: Option..., stored: Int? = nil) -> (OptionsButton, SwiftySettings) {
    let button = OptionsButton(key: "choice", title: "Choice") { options }
    var storage = StubStorage()
    storage["choice"] = stored
    let section = Section(title: "Section") { button }
    return (button, SwiftySettings(storage: storage, title: "Title", sections: [section]))
  }

  @Test func `options have the key of what is around them`() {
    let section = OptionsSection(key: "section-key", title: "Section title") {
      [
        Option(title: "Option 1", optionId: 1), Option(title: "Option 2", optionId: 2),
        Option(title: "Option 3", optionId: 3),
      ]
    }
    #expect(section.options.map(\.key) == ["section-key", "section-key", "section-key"])
    #expect(section.items.count == 3)
    #expect(Option(title: "Alone", optionId: 1).key == "")
    #expect(!Option(title: "Alone", optionId: 0).selected)
  }

  @Test func `choosing tells once, with the key around and the identifier`() {
    let told = Told()
    let (button, settings) = button(
      Option(title: "One", optionId: 1, valueChangedClosure: told.closure("one")),
      Option(title: "Two", optionId: 2, valueChangedClosure: told.closure("two")))
    button.options[1].selected = true
    #expect(told.changes == ["two: choice=2"])
    #expect(settings.storage["choice"] == 2)
    #expect(button.options.map(\.selected) == [false, true])
  }

  @Test func `setting selected to false chooses nothing and tells nobody`() {
    let told = Told()
    let (button, settings) = button(
      Option(title: "One", optionId: 1, valueChangedClosure: told.closure("one")),
      Option(title: "Two", optionId: 2, valueChangedClosure: told.closure("two")), stored: 2)
    button.options[0].selected = false
    button.options[1].selected = false
    #expect(button.selectedOptionTitle == "Two")
    #expect(settings.storage["choice"] == 2)
    #expect(told.changes == [])
  }

  @Test func `as long as nothing is stored, at most one option is chosen`() {
    let none = button(Option(title: "One", optionId: 1), Option(title: "Two", optionId: 2))
    #expect(none.0.selectedOptionTitle == "")
    let several = button(
      Option(title: "One", optionId: 1), Option(title: "Two", optionId: 2, defaultValue: 2),
      Option(title: "Three", optionId: 3, defaultValue: 3))
    #expect(several.0.options.map(\.selected) == [false, true, false])
    #expect(several.0.selectedOptionTitle == "Two")
    let zero = button(Option(title: "Zero", optionId: 0), Option(title: "One", optionId: 1))
    #expect(zero.0.selectedOptionTitle == "Zero")
  }

  @Test func `a stored identifier that no option has chooses none; of equal ones the first`() {
    let unknown = button(Option(title: "One", optionId: 1, defaultValue: 1), stored: 7)
    #expect(unknown.0.selectedOptionTitle == "")
    let equal = button(Option(title: "A", optionId: 1), Option(title: "B", optionId: 1), stored: 1)
    #expect(equal.0.options.map(\.selected) == [true, false])
  }
}
