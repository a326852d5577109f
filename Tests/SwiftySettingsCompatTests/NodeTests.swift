import SettingsCore
import SettingsSchema
import SwiftySettingsCompat
import Testing

@Suite struct NodeTests {
  @Test func `a changed value is stored and told once`() throws {
    let told = Told()
    let settings = sampleSettings(StubStorage(), told: told)
    try #require(settings.node(0, 0, as: Switch.self)).value = true
    try #require(settings.node(0, 1, as: Slider.self)).value = 98.5
    try #require(settings.node(1, 1, as: Option.self)).selected = true
    let button = try #require(settings.node(2, 0, as: OptionsButton.self))
    button.options[1].selected = true
    try #require(settings.node(2, 1, as: TextField.self)).value = "word"
    #expect(settings.storage["key1"] == true)
    #expect(settings.storage["key2"] == Float(98.5))
    #expect(settings.storage["key3"] == 2)
    #expect(settings.storage["key4"] == 2)
    #expect(settings.storage["key5"] == "word")
    #expect(button.selectedOptionTitle == "Option 2")
    #expect(
      told.changes == [
        "switch: key1=true", "slider: key2=98.5", "two: key3=2", "text: key5=word",
      ])
  }

  @Test func `a node without storage reads its default and tells what it is set to`() {
    let told = Told()
    let items = (
      Switch(key: "a", title: "A", valueChangedClosure: told.closure("switch")),
      Slider(key: "b", title: "B", valueChangedClosure: told.closure("slider")),
      TextField(key: "c", title: "C", valueChangedClosure: told.closure("text"))
    )
    items.0.value = true
    items.1.value = 89
    items.2.value = "password"
    #expect(told.changes == ["switch: a=true", "slider: b=89.0", "text: c=password"])
    #expect(!items.0.value && items.1.value == 0 && items.2.value == "")
  }

  @Test func `a node reads what is stored, else its default`() throws {
    let settings = SwiftySettings(
      storage: StubStorage(values: ["stored": false]), title: "Title",
      sections: [
        Section(title: "Section") {
          Switch(key: "stored", title: "Stored", defaultValue: true)
          Switch(key: "absent", title: "Absent", defaultValue: true)
          Slider(key: "slider", title: "Slider", defaultValue: 250)
          TextField(key: "text", title: "Text", secureTextEntry: true, defaultValue: "nobody")
        }
      ])
    #expect(try #require(settings.node(0, 0, as: Switch.self)).value == false)
    #expect(try #require(settings.node(0, 1, as: Switch.self)).value)
    #expect(try #require(settings.node(0, 2, as: Slider.self)).value == 100)
    #expect(try #require(settings.node(0, 3, as: TextField.self)).value == "nobody")
  }

  @Test(arguments: [(-5, 10), (10, 10), (15, 15), (99, 20), (.nan, 10)] as [(Float, Float)])
  func `a slider stays within its range`(value: Float, expected: Float) throws {
    let told = Told()
    let slider = Slider(
      key: "a", title: "A", minimumValue: 10, maximumValue: 20,
      valueChangedClosure: told.closure("slider"))
    let settings = SwiftySettings(
      storage: StubStorage(), title: "Title", sections: [Section(title: "S").with(slider)])
    slider.value = value
    #expect(slider.value == expected)
    #expect(settings.storage["a"] == expected)
    #expect(told.changes == ["slider: a=\(expected)"])
  }

  @Test func `all nodes share one storage, those added later too`() throws {
    let settings = sampleSettings(StubStorage())
    let late = Switch(key: "late", title: "Late")
    settings.main.sections[0].with(late)
    let screen = Screen(title: "Screen").include(
      section: Section(title: "Inner").with(Switch(key: "inner", title: "Inner")))
    settings.main.sections[0].items.append(screen)
    let inner = try #require(screen.sections[0].items[0] as? Switch)
    let button = try #require(settings.node(2, 0, as: OptionsButton.self))
    button.with(option: Option(title: "Option 3", optionId: 3))
    (settings.main.sections[1] as? OptionsSection)?.with(Option(title: "Third", optionId: 3))
    late.value = true
    inner.value = true
    button.options[2].selected = true
    try #require(settings.node(1, 2, as: Option.self)).selected = true
    let stored = try #require(settings.storage as? StubStorage).values
    #expect(stored == ["late": true, "inner": true, "key4": 3, "key3": 3])

    settings.storage = StubStorage(values: ["late": false])
    #expect(!late.value && !inner.value && button.selectedOptionTitle == "")
    settings.main = Screen(title: "Other") { Section(title: "S") { Switch(key: "x", title: "X") } }
    try #require(settings.node(0, 0, as: Switch.self)).value = true
    #expect(settings.storage["x"] == true)
  }

  @Test func `a row that moves to other settings is stored there`() throws {
    let (one, other) = (sampleSettings(StubStorage()), sampleSettings(StubStorage()))
    let row = try #require(one.node(0, 0, as: Switch.self))
    one.main.sections[0].items.removeFirst()
    other.main.sections[2].with(row)
    row.value = true
    #expect(one.storage["key1"] == nil as Bool?)
    #expect(other.storage["key1"] == true)
  }

  @Test func `a screen within itself neither hangs nor loses its storage`() throws {
    let settings = sampleSettings(StubStorage())
    let section = settings.main.sections[0]
    let screen = Screen(title: "Loop")
    section.with(screen)
    screen.include(section: section)
    screen.include(section: Section(title: "Own").with(screen))
    let item = try #require(settings.node(0, 0, as: Switch.self))
    item.value = true
    #expect(item.value)
    settings.settingChanged("key1")
    #expect(settings.bundle.pages.count == 2)
  }
}
