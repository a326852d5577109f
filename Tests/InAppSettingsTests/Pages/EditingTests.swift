import Dispatch
import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Synchronization
import Testing

/// What could go wrong between the beginning and the end of an edit.
@Suite struct EditingTests {
  private let names = entry(
    "IASKListGroupSpecifier", "names",
    [
      "Title": "Names", "Deletable": true, "ItemSpecifier": ["Type": "PSTextFieldSpecifier"],
      "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
    ])

  // MARK: - Gestures

  @Test func `E8 a field that tells its end twice adds one item`() throws {
    let fixture = try PageFixture(names)
    fixture.delegate.answerTexts { .okWithReplacement($0.uppercased()) }
    let edit = try fixture.page.beginText(try #require(fixture.list("names").last).id)
    for text in ["a", "a", "A"] { try edit.end(with: text) }
    #expect(fixture.store["names"] == ["A"])
    fixture.delegate.answerTexts { _ in .failed }
    #expect(try edit.end(with: "b") == .refused(shakes: false, shown: ""))
    fixture.delegate.answerTexts { _ in .ok }
    try edit.end(with: "b")
    #expect(fixture.store["names"] == ["A", "b"])
  }

  @Test func `E4 a slider that is let go twice writes once`() throws {
    let fixture = try PageFixture(entry("PSSliderSpecifier", "n", ["MaximumValue": 9]))
    let gesture = try fixture.page.beginSliding(try fixture.id("n"))
    gesture.move(to: 3)
    try gesture.end()
    try fixture.store.set("n", to: 5.0)
    #expect(try gesture.end() == .unchanged)
    #expect(fixture.store["n"] == 5.0)
  }

  @Test func `E4 what is written while a slider moves is one step of undo`() throws {
    let fixture = try PageFixture(
      toggle("t"), entry("PSSliderSpecifier", "n", ["MaximumValue": 9]), values: ["n": 2.0])
    let page = fixture.page
    for first in [3.0, 6.0] {
      let gesture = try page.beginSliding(try fixture.id("n"))
      for position in [first, first, first + 1] {
        gesture.move(to: position)
        try gesture.write()
        #expect(fixture.store["n"] == .double(position))
        #expect(try fixture.row("n").position == position)
      }
      gesture.move(to: first + 2)
      #expect(try gesture.end().commit != nil)
      #expect(try gesture.end() == .unchanged)
    }
    #expect(fixture.delegate.changes.map(\.new) == [3.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    try fixture.store.undo()
    #expect(fixture.store["n"] == 5.0)
    try fixture.store.undo()
    #expect(fixture.store["n"] == 2.0)
    try fixture.store.redo()
    #expect(fixture.store["n"] == 5.0)
  }

  @Test
  func `E4 a slider rests where it was let go, although another thread still writes on the way`()
    throws
  {
    let fixture = try PageFixture(entry("PSSliderSpecifier", "n", ["MaximumValue": 99]))
    for round in 0..<200 {
      let gesture = try fixture.page.beginSliding(try fixture.id("n"))
      gesture.move(to: 30)
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { _ = try? gesture.write() }
      for _ in 0..<(round * 10) { _ = gesture.position }
      gesture.move(to: 40)
      try gesture.end()
      group.wait()
      #expect(fixture.store["n"] == 40.0)
    }
  }

  @Test func `E4 a slider that is an item is written as it moves, one that adds when it rests`()
    throws
  {
    let slider: SettingValue = ["Type": "PSSliderSpecifier", "MaximumValue": 9]
    let fixture = try PageFixture(
      entry("IASKListGroupSpecifier", "l", ["ItemSpecifier": slider, "AddSpecifier": slider]),
      values: ["l": [1.0, 2.0]])
    let rows = try fixture.list("l")
    let item = try fixture.page.beginSliding(rows[1].id)
    for position in [3.0, 4.0] {
      item.move(to: position)
      try item.write()
    }
    item.move(to: 5)
    try item.end()
    #expect(fixture.store["l"] == [1.0, 5.0])
    try fixture.store.undo()
    #expect(fixture.store["l"] == [1.0, 2.0])
    try fixture.page.refresh()
    let add = try fixture.page.beginSliding(rows[2].id)
    for position in [6.0, 7.0] {
      add.move(to: position)
      #expect(try add.write() == .unchanged)
    }
    try add.end()
    #expect(fixture.store["l"] == [1.0, 2.0, 7.0])
  }

  @Test func `E8 a text that is ended again begins with what was written`() throws {
    let fixture = try PageFixture(
      entry("PSTextFieldSpecifier", "x"), names, values: ["x": "a", "names": ["one"]])
    fixture.delegate.answerTexts { $0.contains("!") ? .failed : .ok }
    let edit = try fixture.page.beginText(try fixture.id("x"))
    try edit.end(with: "b")
    #expect(try edit.end(with: "b!") == .refused(shakes: false, shown: "b"))
    let item = try fixture.page.beginText(try fixture.list("names")[0].id)
    try item.end(with: "two")
    try item.end(with: "three")
    #expect(fixture.store["names"] == ["three"])
    try fixture.store.set("names", to: ["theirs"])
    #expect(throws: PageError.self) { try item.end(with: "four") }
  }

  // MARK: - Secrets

  @Test func `a secret's value is in no reason and in no state`() throws {
    let fixture = try PageFixture(
      toggle("t"), entry("PSSliderSpecifier", "s", ["MaximumValue": 9]),
      entry("PSMultiValueSpecifier", "m", ["Values": [1, 2], "Titles": ["one", "two"]]),
      entry("PSTextFieldSpecifier", "x"),
      entry("PSRadioGroupSpecifier", "r", ["Values": [1, 2], "Titles": ["one", "two"]]),
      values: ["s": 4.0])
    try fixture.store.registerSecrets(["t", "s", "m", "x", "r"])
    try fixture.page.refresh()
    let page = fixture.page
    try page.setToggle(try fixture.id("t"), to: true)
    #expect(try fixture.commit.reason == "Changed “t”")
    try page.choose(1, of: try fixture.id("m"))
    #expect(try fixture.commit.reason == "Changed “m”")
    try page.setText(try fixture.id("x"), to: "hunter2")
    #expect(try fixture.commit.reason == "Changed “x”")
    try page.choose(try #require(page.snapshot.section(forKey: "r")).rows[1].id)
    #expect(try fixture.commit.reason == "Changed “r”")
    // Its position is not told, so that the one a gesture begins with says nothing.
    try page.setSlider(try fixture.id("s"), to: 0)
    #expect(fixture.store["s"] == 0.0)
    #expect(try fixture.commit.reason == "Moved “s”")
    #expect(page.snapshot.rows.allSatisfy { $0.value == nil && $0.isChosen != true })
  }

  // MARK: - Texts

  @Test func `E13 a default is no button's title`() throws {
    let fixture = try PageFixture(
      entry("IASKButtonSpecifier", "b", ["Title": "Go", "DefaultValue": "Default"]))
    #expect(try fixture.row("b").title == "Go")
  }

  @Test func `titles of any kind make reasons that can be recorded`() throws {
    let titles = ["", "a\nb\u{0}", String(repeating: "👩‍👩‍👧", count: 2000)]
    for title in titles {
      let fixture = try PageFixture(toggle("t", ["Title": .string(title)]))
      #expect(try fixture.page.setToggle(try fixture.id("t"), to: true).commit != nil)
    }
  }

  // MARK: - Choices

  private final class Turning: ChoicesProvider {
    private let values = Mutex<[SettingValue]>([1, 2])

    func turn() { values.withLock { $0.reverse() } }

    func choices(for specifier: Specifier) -> Choices? {
      let values = values.withLock { $0 }
      return Choices(values: values, titles: values.map { "no. \($0 == 1 ? 1 : 2)" })
    }
  }

  @Test func `E6 a pick is of the values that are shown, whatever the provider says by now`() throws
  {
    let provider = Turning()
    let fixture = try PageFixture(
      entry("PSMultiValueSpecifier", "m"), options: PageOptions(choices: provider))
    let row = try fixture.row("m")
    provider.turn()
    try fixture.page.choose(0, of: row.id)
    #expect(fixture.store["m"] == 1)
    #expect(try fixture.commit.reason == "Chose “no. 1” for “m”")
  }

  // MARK: - Lists

  @Test func `E16 of equal items, the one that somebody else removed is not removed twice`() throws
  {
    let fixture = try PageFixture(names, values: ["names": ["a", "b", "a"]])
    let rows = try fixture.list("names")
    try fixture.store.set("names", to: ["b", "a"])
    #expect(throws: PageError.self) { try fixture.page.deleteItem(rows[0].id) }
    #expect(fixture.store["names"] == ["b", "a"])
    try fixture.store.set("names", to: ["a", "a", "b", "c"])
    try fixture.page.refresh()
    let more = try fixture.list("names")
    try fixture.store.set("names", to: ["new", "a", "a", "b", "c"])
    try fixture.page.setText(more[1].id, to: "second")
    #expect(fixture.store["names"] == ["new", "a", "second", "b", "c"])
  }

  @Test func `E16 an item that is set to nothing is told as removed`() throws {
    let fixture = try PageFixture(names, values: ["names": ["a", "b"]])
    try fixture.page.setValue(nil, of: try fixture.list("names")[0].id)
    #expect(fixture.store["names"] == ["b"])
    #expect(try fixture.commit.reason == "Removed an item of “Names”")
  }

  // MARK: - Drafts

  private func list(_ key: String, _ file: String) -> SettingValue {
    entry(
      "IASKListGroupSpecifier", key,
      [
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Item", "File": .string(file)],
        "AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": .string(file)],
      ])
  }

  private func add(to key: SettingName, on page: SettingsPage) throws -> ItemDraft {
    let row = try #require(page.snapshot.section(forKey: key)?.rows.last)
    guard case .draft(let draft) = try page.select(row.id) else { throw PageError.draftEnded }
    return draft
  }

  private func isCode(_ expected: String, _ body: () throws -> Void) -> Bool {
    do { try body() } catch { return "\(error)".contains(expected) }
    return false
  }

  @Test func `E18 a draft that ended says so, valid or not`() throws {
    let fixture = try PageFixture(list("l", "Item"), others: ["Item": [toggle("a")]])
    fixture.delegate.answerItems { _ in false }
    let draft = try add(to: "l", on: fixture.page)
    #expect(isCode("not complete") { try draft.done() })
    draft.cancel()
    #expect(isCode("cancelled") { try draft.done() })
    #expect(fixture.store.revision == 0)
  }

  @Test func `E17 Done adds to the list as it is by then`() throws {
    let fixture = try PageFixture(list("l", "Item"), others: ["Item": [toggle("a")]])
    let draft = try add(to: "l", on: fixture.page)
    try draft.page.setToggle(try #require(draft.page.snapshot.row(forKey: "a")).id, to: true)
    try fixture.store.set("l", to: [["a": false]])
    try draft.done()
    #expect(fixture.store["l"] == [["a": false], ["a": true]])
  }

  @Test func `in a nested draft conditions read the outer draft, then the store`() throws {
    let fixture = try PageFixture(
      list("l", "Outer"), toggle("expert"),
      others: [
        "Outer": [toggle("tls"), list("inner", "Inner")],
        "Inner": [
          toggle("a", ["SLVisibleIf": "tls"]), toggle("b", ["SLVisibleIf": "expert"]), toggle("c"),
        ],
      ], values: ["expert": true])
    let outer = try add(to: "l", on: fixture.page)
    try outer.page.setToggle(try #require(outer.page.snapshot.row(forKey: "tls")).id, to: true)
    let inner = try add(to: "inner", on: outer.page)
    #expect(inner.page.snapshot.shape == ["-: a b c"])
    try inner.page.setToggle(try #require(inner.page.snapshot.row(forKey: "c")).id, to: true)
    try inner.done()
    try outer.done()
    #expect(fixture.store["l"] == [["tls": true, "inner": [["c": true]]]])
    #expect(fixture.store.revision == 2)
  }

  @Test func `a condition in a draft takes the default of its own page`() throws {
    let fixture = try PageFixture(
      toggle("tls", ["DefaultValue": true]), list("l", "Item"),
      others: ["Item": [toggle("tls"), toggle("a", ["SLVisibleIf": "tls"])]])
    // Entries behind a list group are on no row, but their defaults count.
    let draft = try add(to: "l", on: fixture.page)
    #expect(draft.page.snapshot.row(forKey: "tls")?.isOn == false)
    #expect(draft.page.snapshot.shape == ["-: tls"])
  }
}
