import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct ControlTests {
  @Test func `E1 E2 a toggle is one commit with author, reason and page, and one notice`() throws {
    let fixture = try PageFixture(toggle("wifi", ["Title": "Wi-Fi"]))
    let outcome = try fixture.page.setToggle(try fixture.id("wifi"), to: true)
    let commit = try #require(outcome.commit)
    #expect(commit.author == "alice")
    #expect(commit.reason == "Turned on “Wi-Fi”")
    #expect(commit.source == "Root")
    #expect(try fixture.row("wifi").isOn == true)
    #expect(
      fixture.delegate.changes
        == [PageChange(key: "wifi", old: nil, new: true, revision: commit.revision)])
    #expect(fixture.delegate.senders == ["Root"])
    #expect(try fixture.page.setToggle(try fixture.id("wifi"), to: true) == .unchanged)
    #expect(fixture.delegate.changes.count == 1)
  }

  @Test func `E2 E3 P11 a toggle stores and shows its own values`() throws {
    let fixture = try PageFixture(
      toggle("a", ["TrueValue": "enabled", "FalseValue": "disabled"]), values: ["a": true])
    #expect(try fixture.row("a").isOn == true)
    try fixture.page.setToggle(try fixture.id("a"), to: false)
    #expect(fixture.store["a"] == "disabled")
    #expect(try fixture.row("a").isOn == false)
    try fixture.page.setToggle(try fixture.id("a"), to: true)
    #expect(fixture.store["a"] == "enabled")
  }

  @Test func `P1 P3 what is shown when nothing or nonsense is stored`() throws {
    let fixture = try PageFixture(
      toggle("on", ["DefaultValue": true]), toggle("odd"), values: ["odd": ["a": 1]])
    #expect(try fixture.row("on").isOn == true)
    #expect(try fixture.row("on").isStored == false)
    #expect(!fixture.store.isSet("on"))
    #expect(try fixture.row("odd").isOn == false)
    #expect(
      try fixture.row("odd").problem
        == "What is stored is of kind dictionary, which cannot be shown here.")
    #expect(try fixture.row("on").problem == nil)
    try fixture.page.setToggle(try fixture.id("odd"), to: true)
    #expect(fixture.store["odd"] == true)
    #expect(fixture.delegate.changes.map(\.old) == [["a": 1]])
  }

  @Test func `what the program registered is the default, as the program reads it`() throws {
    let fixture = try PageFixture(toggle("a"))
    fixture.store.registerDefaults(["a": true])
    try fixture.page.refresh()
    #expect(try fixture.row("a").isOn == true)
    #expect(try fixture.row("a").isStored == false)
  }

  private let slider = entry(
    "PSSliderSpecifier", "volume", ["MinimumValue": 0, "MaximumValue": 10, "DefaultValue": 20])

  @Test func `E4 a drag writes once, when it ends, and within the range`() throws {
    let fixture = try PageFixture(slider)
    #expect(try fixture.row("volume").position == 10)
    let gesture = try fixture.page.beginSliding(try fixture.id("volume"))
    for position in [9, 5.5, -4] { gesture.move(to: position) }
    #expect(fixture.store.revision == 0)
    let commit = try #require(try gesture.end().commit)
    #expect(commit.revision == 1)
    #expect(commit.reason == "Moved “volume” to 0")
    #expect(fixture.store["volume"] == 0.0)
    #expect(try fixture.row("volume").position == 0)
    let back = try fixture.page.beginSliding(try fixture.id("volume"))
    back.move(to: 3)
    back.move(to: 0)
    #expect(try back.end() == .unchanged)
    #expect(fixture.delegate.changes.count == 1)
  }

  private let list = entry(
    "PSMultiValueSpecifier", "size",
    [
      "Values": [1, 2, "x"], "Titles": ["One", "Two", "Ex"], "ShortTitles": ["1", "2", "X"],
      "DefaultValue": 2.0, "FooterText": "below", "IASKQuickMultiValueSelection": true,
    ])

  @Test func `A row with an empty title is called by its key`() throws {
    let fixture = try PageFixture(toggle("bare", ["Title": ""]))
    let commit = try fixture.page.setToggle(try fixture.id("bare"), to: true).commit
    #expect(commit?.reason == "Turned on “bare”")
  }

  @Test func `E5 E6 E22 a pick writes the value, the same pick again nothing`() throws {
    let fixture = try PageFixture(list)
    var row = try fixture.row("size")
    guard case .choice(let choice) = row.control else {
      Issue.record("no choice")
      return
    }
    #expect(choice.options.map(\.title) == ["One", "Two", "Ex"])
    #expect(choice.selected == 1)
    #expect(choice.footer == "below")
    #expect(choice.closesOnChoice)
    #expect(row.detail == "2")
    #expect(fixture.page.snapshot.sections[0].footer == nil)
    #expect(try fixture.page.choose(1, of: row.id) == .unchanged)
    #expect(fixture.delegate.changes.isEmpty)
    let commit = try #require(try fixture.page.choose(2, of: row.id).commit)
    #expect(commit.reason == "Chose “Ex” for “size”")
    #expect(fixture.store["size"] == "x")
    try fixture.store.set("size", to: "elsewhere")
    try fixture.page.refresh()
    row = try fixture.row("size")
    #expect(row.selected == nil)
    #expect(row.detail == nil)
    #expect(throws: PageError.self) { try fixture.page.choose(3, of: row.id) }
    #expect(throws: PageError.self) { try fixture.page.setToggle(row.id, to: true) }
    #expect(fixture.store["size"] == "elsewhere")
  }

  @Test func `E5 a radio group's row is chosen`() throws {
    let fixture = try PageFixture(
      entry(
        "PSRadioGroupSpecifier", "speed",
        ["Values": [1, 2], "Titles": ["slow", "fast"], "Title": "Speed", "DefaultValue": 1]))
    let rows = try fixture.list("speed")
    #expect(rows.map(\.title) == ["slow", "fast"])
    #expect(rows.map(\.isChosen) == [true, false])
    #expect(try fixture.page.choose(rows[0].id) == .unchanged)
    let commit = try #require(try fixture.page.choose(rows[1].id).commit)
    #expect(commit.reason == "Chose “fast” for “Speed”")
    #expect(try fixture.list("speed").map(\.isChosen) == [false, true])
  }

  private let field = entry("PSTextFieldSpecifier", "mail", ["Title": "E-mail"])

  @Test func `E7 P10 a text that is refused leaves the stored one`() throws {
    let fixture = try PageFixture(field, values: ["mail": "a@b"])
    fixture.delegate.answerTexts { $0.contains("@") ? .ok : .failedWithShake }
    let outcome = try fixture.page.setText(try fixture.id("mail"), to: "abc")
    #expect(outcome == .refused(shakes: true, shown: "a@b"))
    #expect(fixture.store["mail"] == "a@b")
    #expect(fixture.store.revision == 1)
    #expect(fixture.delegate.changes.isEmpty)
    fixture.delegate.answerTexts { _ in .failed }
    #expect(
      try fixture.page.setText(try fixture.id("mail"), to: "x")
        == .refused(shakes: false, shown: "a@b"))
  }

  @Test func `E7 who refuses a text may say why`() throws {
    let fixture = try PageFixture(field, values: ["mail": "a@b"])
    fixture.delegate.answerTexts { text in
      text.contains("@") ? .ok : .failedWithMessage("There is no @ in “\(text)”.")
    }
    #expect(
      try fixture.page.setText(try fixture.id("mail"), to: "abc")
        == .refused(shakes: false, shown: "a@b", message: "There is no @ in “abc”."))
    fixture.delegate.answerTexts { _ in .failedWithMessage("No.", shakes: true) }
    guard
      case .refused(shakes: true, shown: "a@b", message: "No.") = try fixture.page.setText(
        try fixture.id("mail"), to: "c@d")
    else {
      Issue.record("accepted")
      return
    }
    fixture.delegate.answerTexts { _ in .failedWithMessage("") }
    #expect(
      try fixture.page.setText(try fixture.id("mail"), to: "c@d")
        == .refused(shakes: false, shown: "a@b"))
    #expect(fixture.store.revision == 1 && fixture.delegate.changes.isEmpty)
  }

  @Test func `E8 a stretch of editing is one commit, none when the text is as it was`() throws {
    let fixture = try PageFixture(field)
    fixture.delegate.answerTexts { .okWithReplacement($0.lowercased()) }
    let edit = try fixture.page.beginText(try fixture.id("mail"))
    #expect(edit.initial == "")
    guard case .edited(let outcome, let text) = try edit.end(with: "A@B") else {
      Issue.record("refused")
      return
    }
    #expect(text == "a@b")
    #expect(outcome.commit?.reason == "Changed “E-mail”")
    #expect(fixture.store["mail"] == "a@b")
    let again = try fixture.page.beginText(try fixture.id("mail"))
    try fixture.store.set("mail", to: "somebody else's")
    #expect(try again.end(with: "a@b") == .edited(.unchanged, "a@b"))
    #expect(fixture.store["mail"] == "somebody else's")
  }

  @Test func `E9 a default is shown as text, and a secure field tells nothing`() throws {
    let fixture = try PageFixture(
      entry("PSTextFieldSpecifier", "n", ["DefaultValue": 5]),
      entry("PSTextFieldSpecifier", "p", ["IsSecure": true, "AutocorrectionType": "Yes"]),
      entry("IASKTextViewSpecifier", "v"), values: ["p": "hunter2"])
    #expect(try fixture.row("n").text == "5")
    let secret = try fixture.row("p")
    guard case .text(let input) = secret.control else {
      Issue.record("no text")
      return
    }
    #expect(input.isSecure && input.autocorrectionType == .no)
    #expect(!"\(secret)".contains("hunter2"))
    let edit = try fixture.page.beginText(secret.id)
    #expect(edit.initial == "")
    try edit.end(with: "new")
    #expect(fixture.store["p"] == "new")
    #expect(try fixture.commit.reason == "Changed “p”")
    guard case .text(let view) = try fixture.row("v").control else {
      Issue.record("no text")
      return
    }
    #expect(view.isMultiline)
  }

  @Test func `E11 D12 a date has a row that edits it`() throws {
    let fixture = try PageFixture(
      entry("IASKDatePickerSpecifier", "d", ["DatePickerMode": "Date", "DefaultValue": "never"]),
      toggle("a"), entry("IASKDatePickerSpecifier", "c", ["DatePickerStyle": "Compact"]),
      values: ["c": "no date"],
      options: PageOptions(timeZone: try #require(TimeZone(secondsFromGMT: 0))))
    #expect(try fixture.row("d").detail == "never")
    let id = try fixture.id("d")
    guard case .dateEditor(isOpen: true) = try fixture.page.select(id) else {
      Issue.record("not opened")
      return
    }
    #expect(fixture.page.snapshot.shape == ["-: d ^ a c"])
    let editor = fixture.page.snapshot.rows[1]
    try fixture.page.setDate(Date(timeIntervalSince1970: 86_400), of: editor.id)
    #expect(fixture.store["d"] == .date(Date(timeIntervalSince1970: 86_400)))
    #expect(try fixture.row("d").detail == "1970-01-02")
    _ = try fixture.page.select(id)
    #expect(fixture.page.snapshot.shape == ["-: d a c"])
    guard case .date(let input) = try fixture.row("c").control else {
      Issue.record("no date")
      return
    }
    #expect(input.date == nil)
    #expect(try fixture.row("c").problem != nil && fixture.row("d").problem == nil)
    _ = try fixture.page.select(try fixture.id("c"))
    #expect(fixture.page.snapshot.shape == ["-: d a c"])
  }

  @Test func `D12 a date without key has no row that edits it, and stores nothing`() throws {
    let fixture = try PageFixture(entry("IASKDatePickerSpecifier"))
    guard case .nothing = try fixture.page.select(fixture.page.snapshot.rows[0].id) else {
      Issue.record("something was opened")
      return
    }
    #expect(fixture.page.snapshot.rows.count == 1)
    #expect(try fixture.page.setDate(Date(), of: fixture.page.snapshot.rows[0].id) == .unchanged)
  }

  @Test
  func `E14 a link shows its subtitle for what is stored, else what is stored or the default`()
    throws
  {
    let subtitle: SettingValue = ["a": "first", "b": "second"]
    let fixture = try PageFixture(
      entry(
        "PSChildPaneSpecifier", "c", ["File": "C", "DefaultValue": "a", "IASKSubtitle": subtitle]),
      entry(
        "PSChildPaneSpecifier", "d",
        [
          "File": "C", "DefaultValue": "a",
          "IASKSubtitle": ["b": "second", "__default__": "other"],
        ]),
      others: ["C": [toggle("x")]])
    func shown() throws -> [String?] {
      try ["c", "d"].flatMap { [try fixture.row($0).subtitle, try fixture.row($0).detail] }
    }
    // A default is not stored.
    #expect(try shown() == [nil, "a", "other", nil])
    try fixture.store.commit { draft in for key in ["c", "d"] as [SettingName] { draft[key] = "b" }
    }
    try fixture.page.refresh()
    #expect(try shown() == ["second", nil, "second", nil])
    try fixture.store.commit { draft in for key in ["c", "d"] as [SettingName] { draft[key] = "z" }
    }
    try fixture.page.refresh()
    #expect(try shown() == [nil, "z", "other", nil])
    fixture.store.registerDefaults(["c": "a"])
    try fixture.store.reset("c")
    try fixture.page.refresh()
    #expect(try fixture.row("c").subtitle == "first")
  }

  @Test func `E12 E13 E14 what rows without a control show`() throws {
    let fixture = try PageFixture(
      entry("PSTitleValueSpecifier", "t", ["Values": [1, 2], "Titles": ["one", "two"]]),
      entry("PSTitleValueSpecifier", "u", ["DefaultValue": 3]),
      entry("IASKButtonSpecifier", "b", ["Title": "Go"]),
      entry("PSChildPaneSpecifier", "c", ["File": "Child", "DefaultValue": "std"]),
      others: ["Child": [toggle("x")]], values: ["t": 2, "b": "Stop"])
    #expect(try fixture.row("t").detail == "two")
    #expect(try fixture.row("u").detail == "3")
    #expect(try fixture.row("b").title == "Stop")
    #expect(try fixture.row("c").detail == "std")
    try fixture.store.set("t", to: 9)
    try fixture.store.set("b", to: "")
    try fixture.page.refresh()
    #expect(try fixture.row("t").detail == nil)
    #expect(try fixture.row("b").title == "Go")
  }

  @Test func `rows ask the app for what only the app can do`() throws {
    let fixture = try PageFixture(
      entry("IASKButtonSpecifier", "b"), entry("IASKOpenURLSpecifier", "o", ["File": "http://x"]),
      entry("IASKMailComposeSpecifier", "m", ["IASKMailComposeSubject": "Hi"]),
      entry("IASKCustomViewSpecifier", "c"),
      entry("PSChildPaneSpecifier", "s", ["IASKViewControllerClass": "About"]),
      entry("PSChildPaneSpecifier", "gone", ["File": "Gone"]))
    for key in ["b", "o", "m", "c", "s", "gone"] as [SettingName] {
      _ = try fixture.page.select(try fixture.id(key))
    }
    let told = fixture.delegate.requests.map { request in
      switch request {
      case .pressButton(let row): "button \(row.key?.text ?? "")"
      case .openURL(let url, _): "url \(url)"
      case .composeMail(let mail, _): "mail \(mail.subject ?? "")"
      case .selectCustom(let row): "custom \(row.key?.text ?? "")"
      case .showScreen(let screen, _): "screen \(screen.viewControllerClass ?? "")"
      }
    }
    #expect(told == ["button b", "url http://x", "mail Hi", "custom c", "screen About"])
    #expect(fixture.store.revision == 0)
    #expect(try !fixture.row("gone").isEnabled)
    try fixture.page.setValue(["any": 1], of: try fixture.id("c"))
    #expect(fixture.store["c"] == ["any": 1])
    try fixture.page.setValue(nil, of: try fixture.id("c"))
    #expect(!fixture.store.isSet("c"))
    #expect(fixture.delegate.changes.map(\.new) == [["any": 1], nil])
  }
}
