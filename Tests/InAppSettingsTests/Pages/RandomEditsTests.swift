import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

/// Anything done in any order, on a page of everything, over values of any kind.
@Suite(.timeLimit(.minutes(2))) struct RandomEditsTests {
  private static let pane: SettingValue = ["Type": "PSChildPaneSpecifier", "Key": "k", "File": "P"]

  private static func list(_ key: String, _ item: SettingValue, _ add: SettingValue) -> SettingValue
  {
    entry(
      "IASKListGroupSpecifier", key,
      ["Deletable": true, "ItemSpecifier": item, "AddSpecifier": add])
  }

  private static let entries: [SettingValue] = [
    toggle("a"), toggle("b", ["TrueValue": "on", "FalseValue": 0, "SLVisibleIf": "a"]),
    entry("PSSliderSpecifier", "c", ["MinimumValue": -5, "MaximumValue": 5]),
    entry("PSTextFieldSpecifier", "d", ["DefaultValue": 7]),
    entry("PSTextFieldSpecifier", "e", ["IsSecure": true]), entry("IASKTextViewSpecifier", "f"),
    entry(
      "PSMultiValueSpecifier", "g",
      ["Values": [1, "x", true, 2.5], "Titles": ["1", "2", "3", "4"], "DefaultValue": 2.5]),
    entry("PSTitleValueSpecifier", "h", ["Values": [1, 2], "Titles": ["one", "two"]]),
    entry("IASKDatePickerSpecifier", "i"), entry("IASKButtonSpecifier", "j"),
    entry("IASKCustomViewSpecifier", "k"), entry("PSChildPaneSpecifier", "l", ["File": "P"]),
    entry("PSRadioGroupSpecifier", "m", ["Values": [1, 2], "Titles": ["x", "y"]]),
    list("n", pane, pane),
    list("o", ["Type": "PSTextFieldSpecifier"], ["Type": "PSTextFieldSpecifier", "Title": "Add"]),
    list(
      "p", ["Type": "PSSliderSpecifier", "Key": "k", "MaximumValue": 9],
      ["Type": "PSToggleSwitchSpecifier", "Title": "Add", "Key": "k"]),
  ]

  private static let keys = "abcdefghijklmnop".map { String($0) }

  private let secret = "hunter2"

  private func value(_ random: inout SeededNumbers, depth: Int = 0) -> SettingValue {
    switch Int.random(in: 0..<(depth < 2 ? 12 : 8), using: &random) {
    case 0: .bool(.random(using: &random))
    case 1: .integer(.random(in: -3...3, using: &random))
    case 2: .double([0.5, .nan, .infinity, 1e300, -2].randomElement(using: &random) ?? 0)
    case 3: .string(["", "x", "on", "é", "12abc", "NO"].randomElement(using: &random) ?? "")
    case 4:
      .date(
        Date(timeIntervalSinceReferenceDate: [0, -1e12, 1e15].randomElement(using: &random) ?? 0))
    case 5: .data(Data([1, 2]))
    case 6: .array([])
    case 7: .dictionary([:])
    case 8, 9:
      .array((0..<3).map { _ in value(&random, depth: depth + 1) })
    default: ["k": value(&random, depth: depth + 1), "a": value(&random, depth: 2)]
    }
  }

  /// Does something that a row may or may not be able to; an error changes nothing.
  private func act(
    on page: SettingsPage, _ random: inout SeededNumbers, drafts: Bool = true
  ) throws(PageError) {
    guard let row = page.snapshot.rows.randomElement(using: &random) else { return }
    let text = row.isSecret ? secret : ["", "t", "7"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<11, using: &random) {
    case 0: try page.setToggle(row.id, to: .random(using: &random))
    case 1: try page.setSlider(row.id, to: .random(in: -9...9, using: &random))
    case 2: try page.setText(row.id, to: text)
    case 3: try page.choose(Int.random(in: 0..<4, using: &random), of: row.id)
    case 4: try page.choose(row.id)
    case 5: try page.setDate(Date(timeIntervalSinceReferenceDate: 86_400), of: row.id)
    case 6: try page.deleteItem(row.id)
    case 7: try page.moveItem(row.id, to: Int.random(in: 0..<3, using: &random))
    case 8 where !row.isSecret: try page.setValue(value(&random), of: row.id)
    case 9: try page.reset(row.id)
    default:
      guard case .draft(let draft) = try page.select(row.id), drafts else { return }
      for _ in 0..<3 {
        _ = try? act(on: draft.page, &random, drafts: false)
        #expect(!"\(draft.page.snapshot)".contains(secret))
      }
      if Bool.random(using: &random) { try draft.done() } else { draft.cancel() }
    }
  }

  @Test(arguments: 0..<24) func `a page shows after any edits what a new one shows`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed: seed)
    var values: [SettingName: SettingValue] = ["e": .string(secret)]
    for key in Self.keys where key != "e" && Bool.random(using: &random) {
      values[try SettingName(key)] = value(&random)
    }
    let fixture = try PageFixture(
      Self.entries, others: ["P": [entry("PSTextFieldSpecifier", "k"), toggle("a")]],
      values: values, configuration: StoreConfiguration(durability: .relaxed))
    let (page, store) = (fixture.page, fixture.store)
    if seed.isMultiple(of: 3) { try store.markSecret("f") }
    if seed.isMultiple(of: 2) { try store.markSecret("n") }
    try page.refresh()
    let start = store.revision
    let before = page.snapshot.rows
    for step in 0..<40 {
      let (revision, shown) = (store.revision, page.snapshot)
      do {
        try act(on: page, &random)
      } catch {
        #expect(store.revision == revision && page.snapshot == shown, "seed \(seed), step \(step)")
      }
      #expect(store.revision.rawValue <= revision.rawValue + 1)
      let fresh = try SettingsPage(fixture.bundle.root, of: fixture.bundle, in: store).snapshot
      let rows = page.snapshot.rows.filter { $0.role != .dateEditor }
      #expect(rows.map(\.role) == fresh.rows.map(\.role), "seed \(seed), step \(step)")
      #expect(rows.map(\.value) == fresh.rows.map(\.value), "seed \(seed), step \(step)")
      #expect(rows.map(\.detail) == fresh.rows.map(\.detail), "seed \(seed), step \(step)")
      #expect(Set(rows.map(\.id)).count == rows.count, "seed \(seed), step \(step)")
      #expect(!"\(page.snapshot)".contains(secret), "seed \(seed), step \(step)")
    }
    try page.editDate(of: nil)
    try store.rollback(to: .revision(start))
    try page.refresh()
    #expect(page.snapshot.rows.map(\.value) == before.map(\.value), "seed \(seed)")
    #expect(page.snapshot.rows.map(\.isStored) == before.map(\.isStored), "seed \(seed)")
  }
}
