import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct UpdateTests {
  private let group = entry("PSGroupSpecifier", "G")

  @Test func `E21 an update tells what another handle changed, removed keys included`() async throws
  {
    let fixture = try PageFixture(toggle("a"), toggle("b"), values: ["b": true])
    var updates = fixture.page.updates.makeAsyncIterator()
    let first = try #require(try await updates.next())
    #expect(first.old == nil)
    #expect(first.sections.inserted == [0])
    #expect(first.snapshot.shape == ["-: a b"])
    let other = fixture.store.withAuthor("bob")
    try await other.set("a", to: true)
    let second = try #require(try await updates.next())
    #expect(second.rows.updated == [PageLayout.Path(section: 0, row: 0)])
    #expect(second.rows.inserted.isEmpty && second.sections.isEmpty)
    try await other.reset("b")
    let third = try #require(try await updates.next())
    #expect(third.rows.updated == [PageLayout.Path(section: 0, row: 1)])
    #expect(third.snapshot.row(forKey: "b")?.isOn == false)
    // What the page does not show is no update.
    try await other.set("elsewhere", to: 1)
    try await other.hide("a")
    let fourth = try #require(try await updates.next())
    #expect(fourth.rows.removed == [PageLayout.Path(section: 0, row: 0)])
    #expect(fourth.snapshot.shape == ["-: b"])
  }

  @Test func `the stream ends with the store, and a loop may edit`() async throws {
    let fixture = try PageFixture(toggle("a"))
    let (page, id) = (fixture.page, try fixture.id("a"))
    var seen: [Bool?] = []
    for try await update in page.updates {
      seen.append(update.snapshot.row(forKey: "a")?.isOn)
      if seen.count == 1 { try page.setToggle(id, to: true) } else { fixture.store.close() }
    }
    #expect(seen == [false, true])
    #expect(throws: PageError.self) { try page.refresh() }
    #expect(throws: PageError.self) { try page.setToggle(id, to: false) }
    #expect(page.snapshot.row(forKey: "a")?.isOn == true)
  }

  @Test func `a cancelled task gets nil, and a dropped page is not kept alive`() async throws {
    let fixture = try PageFixture(toggle("a"))
    let task = Task { [page = fixture.page] in
      var count = 0
      for try await _ in page.updates { count += 1 }
      return count
    }
    while fixture.page.snapshot.sections.isEmpty { await Task.yield() }
    task.cancel()
    #expect(try await task.value <= 1)
    weak var gone: SettingsPage?
    do {
      let page = try SettingsPage(fixture.bundle.root, of: fixture.bundle, in: fixture.store)
      var updates = page.updates.makeAsyncIterator()
      _ = try await updates.next()
      gone = page
    }
    for _ in 0..<1000 where gone != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(gone == nil)
  }

  @Test func `sections come and go with their headers`() throws {
    let fixture = try PageFixture(toggle("x"), group, toggle("a"), entry("PSGroupSpecifier", "H"))
    let before = fixture.page.snapshot
    try fixture.page.setHiddenKeys(["G"])
    let update = PageUpdate(from: before, to: fixture.page.snapshot)
    #expect(update.sections.removed == [1])
    #expect(update.sections.updated.isEmpty && update.rows.isEmpty)
    let back = PageUpdate(from: fixture.page.snapshot, to: before)
    #expect(back.sections.inserted == [1])
  }

  @Test func `an item that moves keeps its identity and is told as a move`() throws {
    let list = entry(
      "IASKListGroupSpecifier", "l",
      ["Deletable": true, "ItemSpecifier": ["Type": "PSTextFieldSpecifier"]])
    let fixture = try PageFixture(list, values: ["l": ["a", "b", "c", "c"]])
    let before = fixture.page.snapshot
    try fixture.page.moveItem(before.sections[0].rows[0].id, to: 3)
    let update = PageUpdate(from: before, to: fixture.page.snapshot)
    #expect(update.rows.removed.isEmpty && update.rows.inserted.isEmpty)
    #expect(update.rows.updated.isEmpty)
    #expect(update.rows.moved.count == 1)
    #expect(update.rows.moved.first?.to == PageLayout.Path(section: 0, row: 3))
    #expect(update.rows.moved.first?.from == PageLayout.Path(section: 0, row: 0))
  }

  @Test(arguments: 0..<20) func `removing, inserting and moving gives the new rows`(seed: UInt64)
    throws
  {
    var random = Numbers(state: seed &* 7919 &+ 1)
    let list = entry(
      "IASKListGroupSpecifier", "l",
      ["ItemSpecifier": ["Type": "PSTextFieldSpecifier"]])
    let fixture = try PageFixture(toggle("t"), list, values: ["l": []])
    for _ in 0..<12 {
      let before = fixture.page.snapshot
      let count = random.next(8)
      let items = (0..<count).map { _ in SettingValue.integer(Int64(random.next(5))) }
      try fixture.store.set("l", to: .array(items))
      try fixture.page.refresh()
      let now = fixture.page.snapshot
      let update = PageUpdate(from: before, to: now)
      #expect(applied(update, to: before.sections[1].rows) == now.sections[1].rows.map(\.id))
      #expect(Set(now.rows.map(\.id)).count == now.rows.count)
    }
  }

  /// The rows of the second section as a list on a screen works them out.
  private func applied(
    _ update: PageUpdate, to rows: [PageSnapshot.Row]
  ) -> [PageSnapshot.RowID] {
    let gone = Set(update.rows.removed.map(\.row) + update.rows.moved.map(\.from.row))
    var result = rows.indices.filter { !gone.contains($0) }.map { rows[$0].id }
    let new = update.snapshot.sections[1].rows
    let places = (update.rows.inserted + update.rows.moved.map(\.to)).map(\.row).sorted()
    for place in places { result.insert(new[place].id, at: place) }
    return result
  }

  private struct Numbers {
    var state: UInt64
    mutating func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
  }

  @Test func `a draft's pages follow one another, and end with it`() async throws {
    let servers = entry(
      "IASKListGroupSpecifier", "l",
      ["AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": "Item"]])
    let fixture = try PageFixture(servers, others: ["Item": [toggle("a"), toggle("b")]])
    let add = try fixture.list("l")[0]
    guard case .draft(let draft) = try fixture.page.select(add.id) else { return }
    var updates = draft.page.updates.makeAsyncIterator()
    _ = try await updates.next()
    try draft.page.setToggle(try #require(draft.page.snapshot.row(forKey: "a")).id, to: true)
    #expect(try await updates.next()?.rows.updated.count == 1)
    // What is hidden outside is hidden in the draft, too.
    try await fixture.store.hide("b")
    #expect(try await updates.next()?.snapshot.shape == ["-: a"])
    draft.cancel()
    #expect(try await updates.next() == nil)
  }
}
