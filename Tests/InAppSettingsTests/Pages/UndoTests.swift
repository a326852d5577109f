import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct UndoTests {
  private let list = entry(
    "IASKListGroupSpecifier", "list",
    [
      "Deletable": true,
      "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "name", "File": "Item"],
      "AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": "Item"],
    ])

  private func fixture() throws -> PageFixture {
    try PageFixture(
      toggle("toggle"),
      entry("PSSliderSpecifier", "slider", ["MinimumValue": 0, "MaximumValue": 9]),
      entry("PSMultiValueSpecifier", "choice", ["Values": [1, 2], "Titles": ["a", "b"]]),
      entry("PSTextFieldSpecifier", "text"), entry("IASKDatePickerSpecifier", "date"),
      entry("IASKCustomViewSpecifier", "custom"), list,
      entry("PSRadioGroupSpecifier", "radio", ["Values": [1, 2], "Titles": ["x", "y"]]),
      others: ["Item": [entry("PSTextFieldSpecifier", "name")]],
      values: ["list": [["name": "one"], ["name": "two"]], "text": "before"])
  }

  /// Every kind of edit, and the setting that it is about.
  private static let edits: [(name: String, run: @Sendable (SettingsPage) throws -> Void)] = [
    ("toggle", { try $0.setToggle(try id("toggle", on: $0), to: true) }),
    ("slider", { try $0.setSlider(try id("slider", on: $0), to: 4) }),
    ("choice", { try $0.choose(1, of: try id("choice", on: $0)) }),
    ("text", { try $0.setText(try id("text", on: $0), to: "after") }),
    ("date", { try $0.setDate(Date(timeIntervalSince1970: 0), of: try id("date", on: $0)) }),
    ("custom", { try $0.setValue([1, 2], of: try id("custom", on: $0)) }),
    ("reset", { try $0.reset(try id("text", on: $0)) }),
    ("radio", { try $0.choose(try id("radio", on: $0)) }),
    ("delete", { try $0.deleteItem(try item(0, on: $0)) }),
    ("move", { try $0.moveItem(try item(0, on: $0), to: 1) }),
    ("add", { try $0.addItem(["name": "three"], with: try item(nil, on: $0)) }),
    ("draft", { try edit(item: 0, on: $0) }), ("new draft", { try edit(item: nil, on: $0) }),
    ("hide", { try $0.setHiddenKeys(["toggle", "list"]) }),
  ]

  private static func id(_ key: SettingName, on page: SettingsPage) throws -> PageSnapshot.RowID {
    try #require(page.snapshot.row(forKey: key)).id
  }

  /// The row of an item of the list; that which adds one for nil.
  private static func item(_ index: Int?, on page: SettingsPage) throws -> PageSnapshot.RowID {
    let rows = try #require(page.snapshot.section(forKey: "list")).rows
    return try #require(index.map { rows[$0] } ?? rows.last).id
  }

  private static func edit(item index: Int?, on page: SettingsPage) throws {
    guard case .draft(let draft) = try page.select(try item(index, on: page)) else {
      Issue.record("no draft")
      return
    }
    try draft.page.setText(try id("name", on: draft.page), to: "edited")
    try draft.done()
  }

  @Test(arguments: Self.edits.indices) func `each edit is one step that undo takes back`(
    index: Int
  ) throws {
    let fixture = try fixture()
    let before = fixture.page.snapshot
    try Self.edits[index].run(fixture.page)
    let after = fixture.page.snapshot
    #expect(after != before, "\(Self.edits[index].name)")
    #expect(fixture.store.revision == 2)
    try fixture.store.undo()
    try fixture.page.refresh()
    #expect(fixture.page.snapshot.sections.map(\.rows.count) == before.sections.map(\.rows.count))
    #expect(fixture.page.snapshot.rows.map(\.value) == before.rows.map(\.value))
    try fixture.store.redo()
    try fixture.page.refresh()
    #expect(fixture.page.snapshot.rows.map(\.value) == after.rows.map(\.value))
  }

  @Test func `all edits are taken back one after another`() throws {
    let fixture = try fixture()
    let before = fixture.page.snapshot.rows.map(\.value)
    for edit in Self.edits { try edit.run(fixture.page) }
    try fixture.store.undo(steps: Int(fixture.store.revision.rawValue) - 1)
    try fixture.page.refresh()
    #expect(fixture.page.snapshot.rows.map(\.value) == before)
    #expect(fixture.page.hiddenKeys == [])
  }

  @Test func `dates picked while the editor stays open are one step`() throws {
    let fixture = try fixture()
    let (page, id) = (fixture.page, try fixture.id("date"))
    for first in [10.0, 20] {
      _ = try page.select(id)
      for second in 1...3 {
        try page.setDate(Date(timeIntervalSince1970: first + Double(second)), of: id)
      }
      _ = try page.select(id)
    }
    #expect(fixture.store.revision == 7)
    try fixture.store.undo()
    #expect(fixture.store["date"] == .date(Date(timeIntervalSince1970: 13)))
    try fixture.store.undo()
    #expect(!fixture.store.isSet("date"))
  }

  @Test func `an undo elsewhere reaches the page that is followed`() async throws {
    let fixture = try fixture()
    var updates = fixture.page.updates.makeAsyncIterator()
    _ = try await updates.next()
    try fixture.page.setToggle(try fixture.id("toggle"), to: true)
    #expect(try await updates.next()?.snapshot.row(forKey: "toggle")?.isOn == true)
    try await fixture.store.undo()
    #expect(try await updates.next()?.snapshot.row(forKey: "toggle")?.isOn == false)
    // A page tells its delegate of its own edits only.
    #expect(fixture.delegate.changes.count == 1)
  }
}
