import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct HidingTests {
  private func fixture() throws -> PageFixture {
    try PageFixture(
      toggle("a"), entry("PSGroupSpecifier", "G"), toggle("b"),
      entry("PSChildPaneSpecifier", "c", ["File": "Child"]),
      others: ["Child": [toggle("x"), toggle("y")]])
  }

  @Test func `E19 one commit hides what is new and shows what is gone`() throws {
    let fixture = try fixture()
    try fixture.page.setHiddenKeys(["a", "G"])
    #expect(fixture.page.snapshot.shape == [])
    let commit = try #require(try fixture.page.setHiddenKeys(["G", "unknown"]).commit)
    #expect(commit.events.map(\.name) == ["unknown", "a"])
    #expect(commit.reason == "Hid unknown; showed a")
    #expect(commit.source == "Root")
    #expect(fixture.store.hiddenNames() as [SettingName] == ["G", "unknown"])
    #expect(fixture.page.hiddenKeys == ["G", "unknown"])
    #expect(try fixture.page.setHiddenKeys(["unknown", "G"]) == .unchanged)
    #expect(fixture.page.snapshot.shape == ["-: a"])
    #expect(fixture.delegate.changes.isEmpty)
  }

  @Test func `D4 D5 values of hidden settings stay, and their rows cannot be edited`() throws {
    let fixture = try fixture()
    let id = try fixture.id("b")
    try fixture.page.setToggle(id, to: true)
    try fixture.page.setHiddenKeys(["b"])
    #expect(fixture.page.snapshot.shape == ["-: a", "G: c"])
    #expect(throws: PageError.self) { try fixture.page.setToggle(id, to: false) }
    #expect(fixture.store["b"] == true)
    try fixture.page.setHiddenKeys([])
    #expect(try fixture.row("b").id == id)
    #expect(try fixture.row("b").isOn == true)
  }

  @Test func `E20 P7 child pages inherit what is hidden`() throws {
    let fixture = try fixture()
    try fixture.page.setHiddenKeys(["x"])
    guard case .page(let child) = try fixture.page.select(try fixture.id("c")) else {
      Issue.record("no page")
      return
    }
    #expect(child.snapshot.shape == ["-: y"])
    try child.setToggle(try #require(child.snapshot.row(forKey: "y")).id, to: true)
    #expect(fixture.delegate.senders == ["Child"])
    #expect(try fixture.commit.source == "Child")
    try child.setHiddenKeys(["y"])
    #expect(child.snapshot.shape == ["-: x"])
    #expect(fixture.store.hiddenNames() as [SettingName] == ["y"])
  }

  @Test func `E20 P8 hidden keys may be changed inside the change callback`() throws {
    let fixture = try fixture()
    fixture.delegate.onChange { page, change in
      try page.setHiddenKeys(change.new == true ? ["b", "c"] : [])
      #expect(page.snapshot.row(forKey: "a")?.isOn == (change.new == true))
    }
    try fixture.page.setToggle(try fixture.id("a"), to: true)
    #expect(fixture.page.snapshot.shape == ["-: a", "G:"])
    try fixture.page.setToggle(try fixture.id("a"), to: false)
    #expect(fixture.page.snapshot.shape == ["-: a", "G: b c"])
    #expect(fixture.store.revision == 4)
  }

  @Test func `P14 an observer that writes the old value back ends at the old value`() throws {
    let fixture = try fixture()
    let id = try fixture.id("a")
    fixture.delegate.onChange { page, change in
      try page.setToggle(id, to: change.old == true)
    }
    try fixture.page.setToggle(id, to: true)
    #expect(fixture.store["a"] == false)
    #expect(try fixture.row("a").isOn == false)
    #expect(fixture.store.revision == 2)
    #expect(fixture.delegate.changes.count == 1)
  }

  @Test func `P14 an observer that writes back through the store`() throws {
    let fixture = try fixture()
    let store = fixture.store
    fixture.delegate.onChange { _, change in try store.set(change.key, to: false) }
    try fixture.page.setToggle(try fixture.id("a"), to: true)
    #expect(store["a"] == false)
    try fixture.page.refresh()
    #expect(try fixture.row("a").isOn == false)
  }

  @Test func `P14 a task that an observer starts may write back, too`() async throws {
    let fixture = try fixture()
    let id = try fixture.id("a")
    let done = AsyncStream<Void>.makeStream()
    fixture.delegate.onChange { page, change in
      Task {
        try page.setToggle(id, to: change.old == true)
        done.continuation.yield()
      }
    }
    try fixture.page.setToggle(id, to: true)
    for await _ in done.stream { break }
    #expect(try fixture.row("a").isOn == false)
    #expect(fixture.delegate.changes.count == 1)
  }

  @Test func `P14 the same setting of another store is another one`() throws {
    let (first, second) = (try fixture(), try fixture())
    let id = try second.id("a")
    first.delegate.onChange { _, change in
      try second.page.setToggle(id, to: change.old == true)
    }
    try first.page.setToggle(try first.id("a"), to: true)
    #expect(second.delegate.changes.map(\.new) == [false])
  }

  @Test func `S7 an observer reads and writes the same key`() throws {
    let fixture = try PageFixture(
      entry("PSSliderSpecifier", "n", ["MinimumValue": 0, "MaximumValue": 10]))
    let (id, store) = (try fixture.id("n"), fixture.store)
    fixture.delegate.onChange { page, change in
      #expect(store[change.key] == change.new)
      guard let now = page.snapshot.row(id)?.position, now < 5 else { return }
      try page.setSlider(id, to: now + 1)
    }
    try fixture.page.setSlider(id, to: 1)
    #expect(store["n"] == 5.0)
    #expect(fixture.delegate.changes.map(\.new) == [1.0, 2.0, 3.0, 4.0, 5.0])
    #expect(fixture.delegate.changes.map(\.revision) == [1, 2, 3, 4, 5])
  }

  @Test func `many tasks edit and hide on one page without losing anything`() async throws {
    let fixture = try PageFixture(
      entry(
        "IASKListGroupSpecifier", "l",
        [
          "ItemSpecifier": ["Type": "PSTextFieldSpecifier"],
          "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
        ]), toggle("t"), configuration: StoreConfiguration(durability: .relaxed))
    let (page, add) = (fixture.page, try #require(fixture.list("l").last).id)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          try page.setText(add, to: "\(index)")
          try page.setHiddenKeys([SettingName("k\(index)")])
        }
      }
      try await group.waitForAll()
    }
    #expect(page.snapshot.section(forKey: "l")?.rows.count == 41)
    #expect(fixture.delegate.changes.count == 40)
    #expect(page.hiddenKeys.count == 1)
  }
}
