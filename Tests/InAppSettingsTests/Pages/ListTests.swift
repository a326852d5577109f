import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Synchronization
import Testing

@Suite struct ListTests {
  private let names = entry(
    "IASKListGroupSpecifier", "names",
    [
      "Title": "Names", "Deletable": true,
      "ItemSpecifier": ["Type": "PSTextFieldSpecifier", "Key": "name"],
      "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
    ])

  @Test func `D8 E16 items are shown, added, changed, moved and removed, each in one commit`()
    throws
  {
    let fixture = try PageFixture(names, values: ["names": ["a", ["name": "b", "n": 2]]])
    #expect(fixture.page.snapshot.shape == ["names: <0> <1> +"])
    #expect(try fixture.list("names").map(\.text) == ["a", "b", ""])
    var rows = try fixture.list("names")
    try fixture.page.setText(rows[2].id, to: "c")
    #expect(try fixture.commit.reason == "Added an item to “Names”")
    try fixture.page.setText(rows[1].id, to: "B")
    #expect(fixture.store["names"] == ["a", ["name": "B", "n": 2], "c"])
    rows = try fixture.list("names")
    try fixture.page.moveItem(rows[2].id, to: 0)
    #expect(try fixture.list("names").map(\.text) == ["c", "a", "B", ""])
    #expect(try fixture.list("names").map(\.id) == [rows[2], rows[0], rows[1], rows[3]].map(\.id))
    try fixture.page.deleteItem(rows[0].id)
    #expect(fixture.store["names"] == ["c", ["name": "B", "n": 2]])
    #expect(fixture.store.revision == 5)
    #expect(fixture.delegate.changes.count == 4)
    #expect(fixture.delegate.changes.allSatisfy { $0.key == "names" })
    #expect(fixture.delegate.changes.last?.new == fixture.store["names"])
    #expect(throws: PageError.self) { try fixture.page.deleteItem(rows[0].id) }
  }

  @Test func `E8 a text that another thread ends, too, while it is judged is added once`() throws {
    let fixture = try PageFixture(names)
    let edit = try fixture.page.beginText(try #require(try fixture.list("names").last).id)
    let isFirst = Mutex(true)
    fixture.delegate.answerTexts { text in
      guard
        isFirst.withLock({ first in
          defer { first = false }
          return first
        })
      else { return .ok }
      let other = DispatchQueue.global().sync { try? edit.end(with: text) }
      #expect(other == .edited(.unchanged, "a"))
      return .ok
    }
    try edit.end(with: "a")
    #expect(fixture.store["names"] == ["a"])
    #expect(fixture.delegate.changes.count == 1)
  }

  @Test func `E4 of several threads that let a slider of an add row go, one appends`() throws {
    let fixture = try PageFixture(
      entry(
        "IASKListGroupSpecifier", "list",
        ["AddSpecifier": ["Type": "PSSliderSpecifier", "MaximumValue": 10]]))
    let gesture = try fixture.page.beginSliding(try #require(try fixture.list("list").last).id)
    gesture.move(to: 1)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do { try gesture.end() } catch { Issue.record(error) }
    }
    #expect(fixture.store["list"] == [1.0])
    #expect(fixture.delegate.changes.count == 1)
  }

  @Test func `E16 items of a list that is not Deletable stay`() throws {
    let fixture = try PageFixture(
      entry(
        "IASKListGroupSpecifier", "l", ["ItemSpecifier": ["Type": "PSTextFieldSpecifier"]]),
      values: ["l": ["a"]])
    let row = try fixture.list("l")[0]
    #expect(!row.isDeletable)
    #expect(throws: PageError.self) { try fixture.page.deleteItem(row.id) }
    #expect(throws: PageError.self) { try fixture.page.setValue(nil, of: row.id) }
    #expect(fixture.store["l"] == ["a"])
  }

  @Test func `T8 what is no list is not overwritten by adding`() throws {
    let fixture = try PageFixture(names, values: ["names": "text"])
    #expect(fixture.page.snapshot.shape == ["names: +"])
    #expect(fixture.page.snapshot.sections[0].problem?.contains("of kind string") == true)
    let add = try fixture.list("names")[0]
    #expect(throws: PageError.self) { try fixture.page.setText(add.id, to: "c") }
    #expect(fixture.store["names"] == "text")
  }

  @Test func `an item is found when others have moved it, and refused when they have changed it`()
    throws
  {
    let fixture = try PageFixture(names, values: ["names": ["a", "b", "c"]])
    let rows = try fixture.list("names")
    try fixture.store.set("names", to: ["x", "c", "b"])
    try fixture.page.deleteItem(rows[2].id)
    #expect(fixture.store["names"] == ["x", "b"])
    try fixture.store.set("names", to: ["x", "changed"])
    #expect(throws: PageError.self) { try fixture.page.setText(rows[1].id, to: "B") }
    #expect(fixture.store["names"] == ["x", "changed"])
  }

  @Test func `P9 each item keeps its own choice`() throws {
    let fixture = try PageFixture(
      entry(
        "IASKListGroupSpecifier", "l",
        [
          "ItemSpecifier": [
            "Type": "PSMultiValueSpecifier", "Key": "r", "Title": "t", "Values": [1, 2, 3],
            "Titles": ["one", "two", "three"],
          ]
        ]), values: ["l": [["r": 1], ["r": 2]]])
    var rows = try fixture.list("l")
    #expect(rows.map(\.detail) == ["one", "two"])
    try fixture.page.choose(2, of: rows[0].id)
    rows = try fixture.list("l")
    #expect(rows.map(\.detail) == ["three", "two"])
    #expect(try fixture.page.choose(1, of: rows[1].id) == .unchanged)
    #expect(fixture.store["l"] == [["r": 3], ["r": 2]])
  }

  // MARK: - Drafts

  private let servers = entry(
    "IASKListGroupSpecifier", "servers",
    [
      "Title": "Servers", "Deletable": true,
      "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "host", "File": "Server"],
      "AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add…", "File": "Server"],
    ])

  private func fixture(_ items: SettingValue = [["host": "a"], "plain"]) throws -> PageFixture {
    try PageFixture(
      servers,
      others: [
        "Server": [
          entry("PSTextFieldSpecifier", "host"), toggle("tls", ["DefaultValue": true]),
          entry("PSChildPaneSpecifier", "more", ["File": "More"]),
        ],
        "More": [entry("PSTextFieldSpecifier", "port", ["DefaultValue": "443"]), toggle("extra")],
      ], values: ["servers": items, "extra": true])
  }

  private func draft(_ fixture: PageFixture, _ index: Int) throws -> ItemDraft {
    let row = try fixture.list("servers")[index]
    guard case .draft(let draft) = try fixture.page.select(row.id) else { throw NoDraft() }
    return draft
  }

  private struct NoDraft: Error {}

  private func type(_ text: String, into key: SettingName, of page: SettingsPage) throws {
    try page.setText(try #require(page.snapshot.row(forKey: key)).id, to: text)
  }

  @Test func `E14 E17 a new item begins with its pane's defaults and is one commit`() throws {
    let fixture = try fixture()
    #expect(try fixture.list("servers").map(\.title) == ["a", "plain", "Add…"])
    let draft = try draft(fixture, 2)
    #expect(draft.value == ["tls": true, "port": "443"])
    #expect(draft.page.snapshot.shape == ["-: host tls more"])
    try type("new", into: "host", of: draft.page)
    let more = try #require(draft.page.snapshot.row(forKey: "more"))
    guard case .page(let child) = try draft.page.select(more.id) else { throw NoDraft() }
    // A key of the draft is not that of the store.
    #expect(child.snapshot.row(forKey: "extra")?.isOn == false)
    try type("80", into: "port", of: child)
    #expect(fixture.store.revision == 1)
    #expect(fixture.delegate.changes.isEmpty)
    let commit = try #require(try draft.done().commit)
    #expect(commit.reason == "Added an item to “Servers”")
    #expect(commit.revision == 2)
    #expect(
      fixture.store["servers"]
        == [["host": "a"], "plain", ["host": "new", "tls": true, "port": "80"]])
    #expect(fixture.delegate.changes.map(\.key) == ["servers"])
    #expect(try fixture.list("servers").map(\.title) == ["a", "plain", "new", "Add…"])
    #expect(throws: PageError.self) { try draft.done() }
    #expect(throws: PageError.self) { try type("late", into: "host", of: draft.page) }
  }

  @Test func `E17 cancelling writes nothing and tells nobody`() throws {
    let fixture = try fixture()
    let draft = try draft(fixture, 0)
    try type("other", into: "host", of: draft.page)
    draft.cancel()
    #expect(fixture.store.revision == 1)
    #expect(fixture.delegate.changes.isEmpty)
    #expect(throws: PageError.self) { try draft.done() }
    #expect(fixture.store["servers"] == [["host": "a"], "plain"])
  }

  @Test func `E17 an item that is a plain value becomes the entry of its key`() throws {
    let fixture = try fixture()
    let draft = try draft(fixture, 1)
    #expect(draft.page.snapshot.row(forKey: "host")?.text == "plain")
    try type("better", into: "host", of: draft.page)
    try draft.done()
    #expect(
      fixture.store["servers"]
        == [["host": "a"], ["host": "better", "tls": true, "port": "443"]])
  }

  @Test func `E17 an item that somebody else changed is not overwritten, and the draft stays`()
    throws
  {
    let fixture = try fixture()
    let draft = try draft(fixture, 0)
    try type("mine", into: "host", of: draft.page)
    try fixture.store.set("servers", to: [["host": "theirs"], "plain"])
    #expect(throws: PageError.self) { try draft.done() }
    #expect(fixture.store["servers"] == [["host": "theirs"], "plain"])
    #expect(draft.page.snapshot.row(forKey: "host")?.text == "mine")
    draft.cancel()
  }

  @Test func `E18 validity is asked at open and after each edit, and refuses Done`() throws {
    let fixture = try fixture()
    fixture.delegate.answerItems { item in
      item["seen"] = true
      return item["host"] != nil && item["host"] != ""
    }
    let draft = try draft(fixture, 2)
    #expect(!draft.isValid)
    #expect(throws: PageError.self) { try draft.done() }
    #expect(fixture.store.revision == 1)
    try type("h", into: "host", of: draft.page)
    #expect(draft.isValid)
    #expect(draft.value == ["host": "h", "tls": true, "port": "443", "seen": true])
    try type("", into: "host", of: draft.page)
    #expect(!draft.isValid)
    try type("again", into: "host", of: draft.page)
    try draft.done()
    #expect(fixture.store.revision == 2)
  }

  @Test func `P9 a radio group on the page of two items keeps a value for each`() throws {
    let fixture = try PageFixture(
      servers,
      others: [
        "Server": [
          entry("PSRadioGroupSpecifier", "r", ["Values": [1, 2, 3], "Titles": ["a", "b", "c"]])
        ]
      ], values: ["servers": [["r": 1], ["r": 2]]])
    let drafts = try [draft(fixture, 0), draft(fixture, 1)]
    func chosen(_ draft: ItemDraft) -> [Bool?] { draft.page.snapshot.rows.map(\.isChosen) }
    #expect(drafts.map(chosen) == [[true, false, false], [false, true, false]])
    try drafts[0].page.choose(drafts[0].page.snapshot.rows[2].id)
    #expect(drafts.map(chosen) == [[false, false, true], [false, true, false]])
    try drafts[0].done()
    try drafts[1].done()
    #expect(fixture.store["servers"] == [["r": 3], ["r": 2]])
  }

  @Test func `a list within a draft has drafts of its own`() throws {
    let fixture = try PageFixture(
      servers, others: ["Server": [names]], values: ["servers": [["names": ["x"]]]])
    let draft = try draft(fixture, 0)
    let add = try #require(draft.page.snapshot.section(forKey: "names")?.rows.last)
    try draft.page.setText(add.id, to: "y")
    #expect(draft.page.snapshot.shape == ["names: <0> <1> +"])
    try draft.done()
    #expect(fixture.store["servers"] == [["names": ["x", "y"]]])
  }
}
