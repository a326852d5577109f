import Foundation
import SettingsLedger
import Testing

@Suite struct HistoryTests {
  @Test func `every earlier revision reads as it was, across checkpoints`() throws {
    try withStore { store in
      var states: [[SettingName: SettingValue]] = [[:]]
      var hidden: [Set<SettingName>] = [[]]
      var generator = SplitMix(seed: 7)
      for _ in 0..<1300 {
        let name = try SettingName("n\(generator.next() % 9)")
        let roll = generator.next() % 10
        let value = SettingValue.integer(Int64(generator.next() % 5))
        let before = store.revision
        switch roll {
        case 0: try store.reset(name)
        case 1: try store.setHidden([name], !store.isHidden(name))
        default: try store.set(name, to: value)
        }
        guard store.revision > before else { continue }
        states.append(
          Dictionary(uniqueKeysWithValues: store.names().map { ($0, store[$0] ?? false) }))
        hidden.append(Set(store.hiddenNames()))
      }
      #expect(store.revision > 1024)
      for revision in stride(from: 0, to: states.count, by: 37) {
        let past = try store.snapshot(at: .revision(Revision(rawValue: UInt64(revision))))
        #expect(
          Dictionary(uniqueKeysWithValues: past.names().map { ($0, past[$0] ?? false) })
            == states[revision])
        #expect(Set(past.state.hiddenNames()) == hidden[revision])
      }
      let history = try store.history(of: "n3")
      #expect(
        history.filter { $0.event.value != nil }.last?.new == history.last { $0.new != nil }?.new)
      for (earlier, later) in zip(history, history.dropFirst()) {
        #expect(earlier.position < later.position)
      }
    }
  }

  @Test func `the history of a setting is read in pages from either end`() throws {
    try withStore(StoreConfiguration(durability: .relaxed)) { store in
      for number in 0..<1500 {
        switch number % 5 {
        case 0: try store.setHidden(["x"], number % 2 == 0)
        case 1: try store.set("y", to: .integer(Int64(number)))
        default: try store.set("x", to: .integer(Int64(number)))
        }
      }
      let all = try store.history(of: "x")
      #expect(all.count == 1200)
      for limit in [1, 7, 300, 5000] {
        var (forward, backward) = ([SettingChange](), [SettingChange]())
        while true {
          let after = forward.last?.position.revision ?? 0
          let page = try store.history(of: "x", after: after, limit: limit)
          #expect(page.count <= limit)
          forward += page
          if page.isEmpty || (limit < 100 && forward.count > 10 * limit) { break }
        }
        while true {
          let next = backward.last.map { Revision(rawValue: $0.position.revision.rawValue - 1) }
          let page = try store.history(of: "x", newest: limit, through: next)
          backward += page
          if page.isEmpty || (limit < 100 && backward.count > 10 * limit) { break }
        }
        #expect(forward == Array(all.prefix(forward.count)), "limit \(limit)")
        #expect(backward == Array(all.reversed().prefix(backward.count)), "limit \(limit)")
        #expect(limit < 100 || (forward.count == 1200 && backward.count == 1200))
      }
      #expect(try store.history(of: "z", newest: 5).isEmpty)
      for none in [0, -1] {
        #expect(try store.history(of: "x", after: 0, limit: none).isEmpty)
        #expect(try store.history(of: "x", newest: none).isEmpty)
        #expect(try store.log(limit: none).isEmpty && store.undoableSteps(limit: none).isEmpty)
      }
    }
  }

  @Test func `log, blame and diff name authors and reasons`() throws {
    try withStore { store in
      try store.set("net.host", to: "a", reason: "first")
      try store.withAuthor("bob").set("net.host", to: "b", reason: "moved")
      try store.hide("net.port")
      #expect(try store.log(limit: 2).map(\.revision) == [3, 2])
      #expect(try store.commits(after: 1, limit: 5).map(\.author) == ["bob", "alice"])
      let blame = try store.blame(prefix: "net.")
      #expect(blame.map(\.name) == ["net.host", "net.port"])
      #expect(blame.map(\.commit?.author) == ["bob", "alice"])
      #expect(blame.map(\.commit?.reason) == ["moved", nil])
      let diff = try store.diff(from: .revision(1))
      #expect(diff.map(\.name) == ["net.host", "net.port"])
      #expect(diff.first?.old == "a" && diff.first?.new == "b")
      #expect(diff.last?.isHidden == true && diff.last?.valueDiffers == false)
      #expect(try store.diff(from: .revision(0), prefix: "x").isEmpty)
      let changes = try store.changes(in: store.log())
      #expect(changes.map { $0.map(\.old) } == [[nil], ["a"], [nil]])
    }
  }

  @Test func `a date is the last commit at or before it, and before the first there is none`()
    throws
  {
    let clock = TestClock()
    try withStore(StoreConfiguration(clock: { clock.now })) { store in
      try store.set("a", to: 1)
      clock.advance(by: 10)
      try store.set("a", to: 2)
      let start = TestClock.start
      #expect(try store.snapshot(at: .date(start))["a"] == 1)
      #expect(try store.snapshot(at: .date(start + 9.5))["a"] == 1)
      #expect(try store.snapshot(at: .date(start + 10))["a"] == 2)
      #expect(try store.snapshot(at: .date(start + 1e6))["a"] == 2)
      let error = settingsError { _ = try store.snapshot(at: .date(start - 1)) }
      #expect(error?.code == .beforeHistory)
      #expect(try store.snapshot(at: .revision(0)).names().isEmpty)
      #expect(settingsError { _ = try store.snapshot(at: .revision(3)) }?.code == .noSuchRevision)
      #expect(settingsError { _ = try store.commit(at: 3) }?.code == .noSuchRevision)
    }
  }

  @Test func `time never goes back, and a clock that did is recorded`() throws {
    let clock = TestClock()
    try withStore(StoreConfiguration(clock: { clock.now })) { store in
      try store.set("a", to: 1)
      clock.advance(by: -3600)
      let commit = try #require(try store.set("a", to: 2).commit)
      let first = try store.commit(at: 1)
      #expect(commit.time.microseconds == first.time.microseconds + 1)
      #expect(commit.clockReading == Timestamp(clock.now))
      #expect(first.clockReading == nil)
    }
  }
}

/// A clock that stands still until it is told to move.
final class TestClock: @unchecked Sendable {
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private let lock = NSLock()
  private var offset = 0.0

  var now: Date { lock.withLock { Self.start + offset } }
  func advance(by seconds: Double) { lock.withLock { offset += seconds } }
}

/// A small generator of repeatable random numbers.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
