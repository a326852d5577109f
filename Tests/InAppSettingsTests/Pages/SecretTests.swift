import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

/// What is secret is shown by no page, no draft and no update.
@Suite(.timeLimit(.minutes(1))) struct SecretTests {
  private static let accounts = entry(
    "IASKListGroupSpecifier", "accounts",
    [
      "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "user", "File": "Account"],
      "AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": "Account"],
    ])

  private static let fields = [
    entry("PSTextFieldSpecifier", "user"), entry("IASKTextViewSpecifier", "notes"),
    entry("PSTitleValueSpecifier", "id"), entry("PSSliderSpecifier", "level", ["MaximumValue": 9]),
    toggle("on", ["IASKSubtitle": ["YES": "is on", "NO": "is off"]]),
    entry("PSMultiValueSpecifier", "kind", ["Values": [1, 2], "Titles": ["one", "two"]]),
    entry("IASKDatePickerSpecifier", "since"), entry("IASKButtonSpecifier", "button"),
    entry("PSChildPaneSpecifier", "more", ["File": "More"]),
    entry("PSRadioGroupSpecifier", "r", ["Values": [1, 2], "Titles": ["uno", "due"]]),
    entry(
      "IASKListGroupSpecifier", "keys",
      [
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "Key": "key", "File": "More"],
        "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
      ]),
  ]

  private static let item: SettingValue = [
    "user": "u-hunter2", "notes": "n-hunter2", "id": "i-hunter2", "level": 7.0, "on": true,
    "kind": 2, "since": .date(Date(timeIntervalSince1970: 86_400)), "button": "b-hunter2",
    "more": "m-hunter2", "r": 2, "keys": [["key": "k-hunter2"]], "token": "t-hunter2",
  ]

  private func fixture(
    secure: [SettingValue] = [], _ items: SettingValue = [Self.item]
  ) throws -> PageFixture {
    try PageFixture(
      Self.accounts,
      others: [
        "Account": Self.fields + secure,
        "More": [entry("PSTextFieldSpecifier", "key"), entry("PSTextFieldSpecifier", "token")],
      ], values: ["accounts": items])
  }

  private func draft(_ index: Int, of key: SettingName, on page: SettingsPage) throws -> ItemDraft {
    let row = try #require(page.snapshot.section(forKey: key)?.rows[index])
    guard case .draft(let draft) = try page.select(row.id) else { throw PageError.draftEnded }
    return draft
  }

  /// Whether nothing of the item can be seen.
  private func isMasked(_ snapshot: PageSnapshot) -> Bool {
    let text = "\(snapshot)"
    return !text.contains("hunter2") && !text.contains("7.0") && !text.contains("1970")
      && !text.contains("isOn: true")
      && snapshot.rows.allSatisfy { row in
        row.isSecret && row.value == nil && row.subtitle == nil && row.selected == nil
          && row.isChosen != true
      }
  }

  @Test func `an item of a list that is marked secret is masked in its drafts, in all depths`()
    throws
  {
    let fixture = try fixture()
    try fixture.store.markSecret("accounts")
    try fixture.page.refresh()
    #expect(isMasked(fixture.page.snapshot))
    let draft = try draft(0, of: "accounts", on: fixture.page)
    #expect(isMasked(draft.page.snapshot))
    let more = try #require(draft.page.snapshot.row(forKey: "more"))
    guard case .page(let child) = try draft.page.select(more.id) else {
      Issue.record("no page")
      return
    }
    #expect(isMasked(child.snapshot))
    let inner = try self.draft(0, of: "keys", on: draft.page)
    #expect(isMasked(inner.page.snapshot))
    // It is typed anew, and taken over as everything else.
    let user = try #require(draft.page.snapshot.row(forKey: "user"))
    let edit = try draft.page.beginText(user.id)
    #expect(edit.initial == "")
    try edit.end(with: "hunter2 again")
    #expect(isMasked(draft.page.snapshot))
    try draft.done()
    guard case .array(let items) = fixture.store["accounts"],
      case .dictionary(let stored) = items[0]
    else {
      Issue.record("no item")
      return
    }
    #expect(stored["user"] == "hunter2 again" && stored["notes"] == "n-hunter2")
  }

  @Test func `a mark that comes while a draft is open masks it, and reaches its updates`()
    async throws
  {
    let fixture = try fixture()
    let draft = try draft(0, of: "accounts", on: fixture.page)
    var updates = draft.page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.row(forKey: "user")?.text == "u-hunter2")
    try await fixture.store.markSecret("accounts")
    let update = try #require(try await updates.next())
    #expect(isMasked(update.snapshot))
    draft.cancel()
  }

  @Test func `a list that is secret for a secure field masks that field and shows the others`()
    throws
  {
    let secure = entry("PSTextFieldSpecifier", "token", ["IsSecure": true])
    let fixture = try fixture(secure: [secure])
    try fixture.store.registerSecrets(fixture.bundle.secretNames())
    try fixture.page.refresh()
    #expect(isMasked(fixture.page.snapshot))
    // Entries behind a list group have no row, so the field comes first here.
    let front = try PageFixture(
      Self.accounts, others: ["Account": [secure, toggle("on")]],
      values: ["accounts": [Self.item]])
    try front.store.registerSecrets(front.bundle.secretNames())
    try front.page.refresh()
    let draft = try draft(0, of: "accounts", on: front.page)
    #expect(draft.page.snapshot.row(forKey: "on")?.isOn == true)
    #expect(!"\(draft.page.snapshot)".contains("hunter2"))
  }

  @Test func `a list within a list with a secure field is secret, and so is the outer one`() throws
  {
    let inner = entry(
      "IASKListGroupSpecifier", "pins",
      ["AddSpecifier": ["Type": "PSTextFieldSpecifier", "IsSecure": true]])
    let fixture = try PageFixture(
      Self.accounts, others: ["Account": [inner]],
      values: ["accounts": [["user": "u", "pins": ["hunter2"]]]])
    #expect(fixture.bundle.secretNames() == ["accounts", "pins"])
    #expect(!"\(fixture.page.snapshot)".contains("hunter2"))
  }

  @Test func `an item that has a secret's entry is masked`() throws {
    let fixture = try PageFixture(
      entry("PSTextFieldSpecifier", "password", ["IsSecure": true]),
      entry(
        "IASKListGroupSpecifier", "l", ["ItemSpecifier": ["Type": "PSTitleValueSpecifier"]]),
      values: ["l": [["password": "hunter2"], ["other": "seen"]]])
    let rows = try fixture.list("l")
    #expect(rows.map(\.isSecret) == [true, false])
    #expect(!"\(fixture.page.snapshot)".contains("hunter2"))
  }

  @Test func `a secret that is only registered masks a page at once`() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/secrets-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let writing = try SettingsStore(path: folder, author: "alice")
    try await writing.set("x", to: "hunter2")
    var configuration = StoreConfiguration()
    configuration.access = .readOnly
    let store = try SettingsStore(path: folder, author: "bob", configuration: configuration)
    let bundle = SettingsBundle(
      root: ["PreferenceSpecifiers": [entry("PSTextFieldSpecifier", "x")]], pages: [:])
    let page = try SettingsPage(bundle.root, of: bundle, in: store)
    var updates = page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.row(forKey: "x")?.text == "hunter2")
    try store.registerSecrets(["x"])
    #expect(try await updates.next()?.snapshot.row(forKey: "x")?.isSecret == true)
    #expect(!"\(page.snapshot)".contains("hunter2"))
    writing.close()
    store.close()
  }
}
