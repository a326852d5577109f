import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite(.timeLimit(.minutes(10))) struct FollowingTests {
  /// A list on a screen, which knows nothing but the updates.
  private struct Screen {
    private(set) var sections: [(id: PageSnapshot.SectionID, rows: [PageSnapshot.Row])] = []

    mutating func apply(_ update: PageUpdate) {
      let (old, new) = (sections, update.snapshot.sections)
      for index in update.sections.removed.reversed() { sections.remove(at: index) }
      for index in update.sections.inserted {
        sections.insert((new[index].id, new[index].rows), at: index)
      }
      for index in sections.indices where !update.sections.inserted.contains(index) {
        guard let place = old.firstIndex(where: { $0.id == sections[index].id }) else { continue }
        let gone = (update.rows.removed + update.rows.moved.map(\.from))
          .filter { $0.section == place }.map(\.row)
        var rows = old[place].rows.indices.filter { !gone.contains($0) }.map { old[place].rows[$0] }
        func places(_ paths: [PageLayout.Path]) -> [Int] {
          paths.filter { $0.section == index }.map(\.row).sorted()
        }
        let moves = Dictionary(uniqueKeysWithValues: update.rows.moved.map { ($0.to, $0.from) })
        for row in places(update.rows.inserted + update.rows.moved.map(\.to)) {
          let from = moves[PageLayout.Path(section: index, row: row)]
          rows.insert(from.map { old[$0.section].rows[$0.row] } ?? new[index].rows[row], at: row)
        }
        for row in places(update.rows.updated) { rows[row] = new[index].rows[row] }
        sections[index].rows = rows
      }
    }

    var texts: [String] { sections.map { Self.text($0.id, $0.rows) } }

    static func texts(_ snapshot: PageSnapshot) -> [String] {
      snapshot.sections.map { text($0.id, $0.rows) }
    }

    private static func text(_ id: PageSnapshot.SectionID, _ rows: [PageSnapshot.Row]) -> String {
      "\(id): \(rows.map { "\($0.id) \($0.value.map { "\($0)" } ?? "-")" })"
    }
  }

  @Test func `E21 several screens that follow their page show what is stored in the end`()
    async throws
  {
    let list = entry(
      "IASKListGroupSpecifier", "l",
      [
        "Deletable": true, "ItemSpecifier": ["Type": "PSTextFieldSpecifier"],
        "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
      ])
    let fixture = try PageFixture(
      toggle("end"), toggle("a"), toggle("b", ["SLVisibleIf": "a"]), entry("PSGroupSpecifier", "G"),
      toggle("c"),
      list, entry("PSGroupSpecifier", "H", ["SLVisibleIf": "c"]), toggle("d"),
      values: ["l": [1, 2, 3]], configuration: StoreConfiguration(durability: .relaxed))
    let (page, store) = (fixture.page, fixture.store)
    let other = try SettingsPage(fixture.bundle.root, of: fixture.bundle, in: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for followed in [page, page, other, other] {
        group.addTask {
          var screen = Screen()
          for try await update in followed.updates {
            screen.apply(update)
            #expect(screen.texts == Screen.texts(update.snapshot))
            if update.snapshot.row(forKey: "end")?.isOn == true { break }
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { writers in
        for writer in 0..<3 {
          writers.addTask {
            for step in 0..<25 { try Self.change(store, on: page, writer, step) }
          }
        }
        try await writers.waitForAll()
      }
      try page.setHiddenKeys([])
      try await store.set("end", to: true)
      try await group.waitForAll()
    }
  }

  @Test
  func `a default that the program registers is news for a page, and for a draft's conditions`()
    async throws
  {
    let list = entry(
      "IASKListGroupSpecifier", "l",
      ["AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": "Item"]])
    let fixture = try PageFixture(
      toggle("a"), list, others: ["Item": [toggle("x"), toggle("y", ["SLVisibleIf": "a"])]])
    guard case .draft(let draft) = try fixture.page.select(try fixture.list("l")[0].id) else {
      Issue.record("no draft")
      return
    }
    var updates = fixture.page.updates.makeAsyncIterator()
    var drafted = draft.page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot.row(forKey: "a")?.isOn == false)
    #expect(try await drafted.next()?.snapshot.shape == ["-: x"])
    fixture.store.registerDefaults(["a": true])
    let update = try #require(try await updates.next())
    #expect(update.snapshot.row(forKey: "a")?.isOn == true)
    #expect(update.snapshot.row(forKey: "a")?.isStored == false)
    #expect(try await drafted.next()?.snapshot.shape == ["-: x y"])
    #expect(fixture.store.revision == 0)
  }

  @Test func `a draft in a draft follows the outer one, however many edits each had`() async throws
  {
    func list(_ key: String, _ file: String) -> SettingValue {
      entry(
        "IASKListGroupSpecifier", key,
        ["AddSpecifier": ["Type": "PSChildPaneSpecifier", "Title": "Add", "File": .string(file)]])
    }
    func draft(_ key: SettingName, on page: SettingsPage) throws -> ItemDraft {
      let row = try #require(page.snapshot.section(forKey: key)?.rows.last)
      guard case .draft(let draft) = try page.select(row.id) else { throw PageError.draftEnded }
      return draft
    }
    func turn(_ key: SettingName, _ isOn: Bool, on page: SettingsPage) throws {
      try page.setToggle(try #require(page.snapshot.row(forKey: key)).id, to: isOn)
    }
    let fixture = try PageFixture(
      list("l", "Outer"),
      others: [
        "Outer": [toggle("tls"), list("inner", "Inner")],
        "Inner": [toggle("b"), toggle("a", ["SLVisibleIf": "tls"])],
      ])
    let outer = try draft("l", on: fixture.page)
    let inner = try draft("inner", on: outer.page)
    var updates = inner.page.updates.makeAsyncIterator()
    _ = try await updates.next()
    // One edit of the inner draft, then as many of the outer one.
    try turn("b", true, on: inner.page)
    _ = try await updates.next()
    try turn("tls", true, on: outer.page)
    #expect(try await updates.next()?.snapshot.shape == ["-: b a"])
    outer.cancel()
  }

  @Test func `an iterator that is cancelled in the middle gets nil for ever, others go on`()
    async throws
  {
    let fixture = try PageFixture(toggle("a"))
    let (page, store) = (fixture.page, fixture.store)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let cancelled = Task {
      var updates = page.updates.makeAsyncIterator()
      _ = try await updates.next()
      beginning.yield()
      // What comes after the cancellation is no update.
      let next = try await updates.next()
      return (next, try await updates.next())
    }
    for await _ in begun { break }
    cancelled.cancel()
    let (next, last) = try await cancelled.value
    #expect(next == nil && last == nil)
    var updates = page.updates.makeAsyncIterator()
    _ = try await updates.next()
    try await store.set("a", to: true)
    #expect(try await updates.next()?.snapshot.row(forKey: "a")?.isOn == true)
  }

  @Test func `a page that is kept after its store was closed still shows what it showed`()
    async throws
  {
    let fixture = try PageFixture(toggle("a"), values: ["a": true])
    try fixture.store.registerSecrets([])
    let id = try fixture.id("a")
    fixture.store.close()
    #expect(fixture.page.snapshot.row(forKey: "a")?.isOn == true)
    #expect(throws: PageError.self) { try fixture.page.setToggle(id, to: false) }
    #expect(throws: PageError.self) { try fixture.page.setHiddenKeys(["a"]) }
    var updates = fixture.page.updates.makeAsyncIterator()
    #expect(try await updates.next()?.snapshot == fixture.page.snapshot)
    #expect(try await updates.next() == nil)
  }

  /// Changes something, through the page or past it.
  private static func change(
    _ store: SettingsStore, on page: SettingsPage, _ writer: Int, _ step: Int
  ) throws {
    let number = writer * 31 + step * 7
    switch number % 6 {
    case 0: try store.set("a", to: .bool(number % 4 == 0))
    case 1: try store.set("c", to: .bool(number % 4 == 1))
    case 2: try page.setHiddenKeys(number % 5 == 0 ? ["G", "l"] : number % 5 == 1 ? ["d"] : [])
    case 3:
      try store.commit { draft in
        draft["l"] = .array((0..<(number % 9)).map { .integer(Int64(($0 * number) % 5)) })
      }
    default:
      guard let rows = page.snapshot.section(forKey: "l")?.rows, let row = rows.first else {
        return
      }
      // Another writer may have been faster: that is an error, and nothing happens.
      if number % 2 == 0 {
        _ = try? page.moveItem(row.id, to: max(0, rows.count - 2))
      } else {
        _ = try? page.deleteItem(row.id)
      }
    }
  }
}
