import Foundation
import SettingsLedger
import Testing

@Suite struct TagTests {
  @Test func `a tag names a place in history, moves when told, and can be deleted`() throws {
    try withStore { store in
      try store.set("x", to: 1)
      let commit = try #require(try store.tag("before", reason: "Upgrade").commit)
      #expect(commit.cause == .tag("before", 1) && commit.reason == "Upgrade")
      try store.set("x", to: 2)
      #expect(try store.snapshot(at: .tag("before"))["x"] == 1)
      #expect(try store.diff(from: .tag("before")).map(\.new) == [2])
      #expect(try store.tag("before", at: .revision(1)) == .unchanged(at: 3))
      let error = try #require(settingsError { try store.tag("before") })
      #expect(error.code == .tagExists && error.revision == 1)
      try store.withAuthor("bob").tag("before", at: .latest, move: true)
      try store.tag("start", at: .revision(0))
      let tags = try store.tags()
      #expect(tags.map(\.name) == ["before", "start"] && tags.map(\.revision) == [3, 0])
      #expect(tags.map(\.commit.author) == ["bob", "alice"])
      try store.deleteTag("before")
      #expect(try store.tags().map(\.name) == ["start"])
      #expect(settingsError { try store.deleteTag("before") }?.code == .noSuchTag)
      #expect(settingsError { _ = try store.revision(at: .tag("before")) }?.code == .noSuchTag)
      #expect(settingsError { try store.tag("far", at: .revision(99)) }?.code == .noSuchRevision)
      #expect(store.revision == 6)
    }
  }

  @Test func `tags are read across checkpoints and openings`() throws {
    try withDirectory { directory in
      let configuration = StoreConfiguration(durability: .relaxed)
      for round in 0..<3 {
        let store = try SettingsStore(
          path: directory + "/store", author: "alice", configuration: configuration)
        try store.tag("round.\(round)")
        for index in 0..<300 { try store.set("x", to: .integer(Int64(1000 * round + index))) }
        try store.tag("latest", move: true)
        if round == 2 { try store.deleteTag("round.0") }
        store.close()
      }
      let store = try SettingsStore(path: directory + "/store", author: "alice")
      defer { store.close() }
      #expect(try store.tags().map(\.name) == ["latest", "round.1", "round.2"])
      #expect(try store.revision(at: .tag("latest")) == 905)
      try store.verify()
    }
  }

  @Test(
    arguments: [
      "", "-x", "12", "0", "HEAD", "HEAD~3", "HEAD~x", "2h", "30s", "7d", "99999999999w",
      "2026-11-30", "2026-11-30T10:00", "tag:x", "a b", "a\tb", "a\u{a0}b", "a\u{0}", "a\u{2028}b",
      String(repeating: "x", count: 256),
    ])
  func `a name that reads as another place, or cannot be typed, is refused`(name: String) throws {
    try withStore { store in
      try store.set("x", to: 1)
      #expect(settingsError { try store.tag(name) }?.code == .invalidTag)
      #expect(store.revision == 1)
    }
  }

  @Test(
    arguments: [
      "v1", "1.0", "before-upgrade", "HEADER", "head", "h", "2x", "2026-11", "12h30",
      "ok-2026-11-30", "grün", "e\u{301}", String(repeating: "x", count: 255),
    ])
  func `other names are taken as they are`(name: String) throws {
    try withStore { store in
      try store.set("x", to: 1)
      try store.tag(name)
      #expect(try store.revision(at: .tag(name)) == 1)
      #expect(try store.tags().first.map { Array($0.name.utf8) } == Array(name.utf8))
    }
  }

  @Test func `an age goes by the store's clock, and never before the first commit`() throws {
    let clock = TestClock()
    try withStore(StoreConfiguration(clock: { clock.now })) { store in
      try store.set("x", to: 1)
      clock.advance(by: 100)
      try store.set("x", to: 2)
      #expect(try store.revision(at: .age(.zero)) == 2)
      #expect(try store.revision(at: .age(.milliseconds(1))) == 1)
      #expect(try store.revision(at: .age(.seconds(100))) == 1)
      let error = settingsError { _ = try store.snapshot(at: .age(.seconds(101))) }
      #expect(error?.code == .beforeHistory)
    }
  }
}
