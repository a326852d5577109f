import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

/// How lists are compared: as a screen works it out, and however much changes at once.
@Suite(.timeLimit(.minutes(2))) struct DeltaTests {
  private let list = entry(
    "IASKListGroupSpecifier", "l",
    ["Deletable": true, "ItemSpecifier": ["Type": "PSTextFieldSpecifier"]])

  /// The rows of a page of one list, before and after.
  private struct Change {
    let old: [PageSnapshot.Row]
    let new: [PageSnapshot.Row]
    let delta: PageDelta<PageLayout.Path>

    init(_ update: PageUpdate) {
      old = update.old?.sections[0].rows ?? []
      new = update.snapshot.sections[0].rows
      delta = update.rows
    }

    /// The new rows as a list on a screen makes them from the old ones.
    var applied: [PageSnapshot.RowID] {
      let gone = Set((delta.removed + delta.moved.map(\.from)).map(\.row))
      var stay = old.indices.lazy.filter { !gone.contains($0) }.map { old[$0].id }.makeIterator()
      let come = Set((delta.inserted + delta.moved.map(\.to)).map(\.row))
      return new.indices.compactMap { come.contains($0) ? new[$0].id : stay.next() }
    }

    /// The rows whose content is not told as updated though they show another one.
    var untold: [PageSnapshot.RowID] {
      let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.value) })
      let updated = Set(delta.updated.map(\.row))
      return new.indices.filter { index in
        guard let value = before[new[index].id], !updated.contains(index) else { return false }
        return value != new[index].value
      }.map { new[$0].id }
    }
  }

  private func change(_ old: [Int], _ new: [Int]) throws -> Change {
    let fixture = try PageFixture(list, values: ["l": items(old)])
    let before = fixture.page.snapshot
    try fixture.store.set("l", to: items(new))
    try fixture.page.refresh()
    return Change(PageUpdate(from: before, to: fixture.page.snapshot))
  }

  private func items(_ numbers: [Int]) -> SettingValue {
    .array(numbers.map { .integer(Int64($0)) })
  }

  @Test(arguments: 0..<24) func `an update makes the new rows of the old ones`(seed: UInt64) throws
  {
    var random = SeededNumbers(seed: seed)
    let kinds = [2, 5, 40, 1000][Int(seed % 4)]
    for _ in 0..<6 {
      let old = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Int.random(in: 0..<kinds, using: &random)
      }
      var new = old
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: new.insert(-1, at: Int.random(in: 0...new.count, using: &random))
        case 1 where !new.isEmpty: new.remove(at: Int.random(in: new.indices, using: &random))
        case 2 where !new.isEmpty: new[Int.random(in: new.indices, using: &random)] = -2
        case 3 where !new.isEmpty:
          let item = new.remove(at: Int.random(in: new.indices, using: &random))
          new.insert(item, at: Int.random(in: 0...new.count, using: &random))
        default: if seed % 3 == 0 { new.shuffle(using: &random) }
        }
      }
      let change = try change(old, new)
      #expect(change.applied == change.new.map(\.id), "seed \(seed): \(old) → \(new)")
      #expect(change.untold == [], "seed \(seed): \(old) → \(new)")
      #expect(Set(change.new.map(\.id)).count == new.count)
    }
  }

  @Test func `all items of a long list are replaced at once`() throws {
    let change = try change(Array(0..<10_000), Array(20_000..<30_000))
    #expect(change.applied == change.new.map(\.id))
    #expect(change.untold == [])
    #expect(change.delta.updated.count == 10_000)
  }

  @Test func `a long list is turned around, and one item of it stays`() throws {
    let change = try change(Array(0..<10_000), (0..<10_000).reversed())
    #expect(change.applied == change.new.map(\.id))
    #expect(change.delta.moved.count == 9_999)
    #expect(change.delta.inserted.isEmpty && change.delta.removed.isEmpty)
    #expect(change.delta.updated.isEmpty)
  }

  @Test func `a long list of equal items becomes another one`() throws {
    let change = try change(
      (0..<10_000).map { $0 % 3 }, (0..<9_000).map { ($0 + $0 / 7) % 5 })
    #expect(change.applied == change.new.map(\.id))
    #expect(change.untold == [])
    #expect(change.delta.removed.count == change.delta.inserted.count + 1_000)
  }

  @Test func `no more is told than has happened`() throws {
    let removed = try change([1, 7, 2, 7, 3], [4, 2, 7, 5])
    #expect(removed.delta.moved.isEmpty)
    let moved = try change([1, 2, 3, 4, 5], [5, 1, 2, 3, 4])
    #expect(moved.delta.moved.map(\.from.row) == [4] && moved.delta.moved.map(\.to.row) == [0])
    #expect(moved.delta.inserted.isEmpty && moved.delta.removed.isEmpty)
    let swapped = try change([1, 2, 3, 4], [1, 3, 2, 4])
    #expect(swapped.delta.moved.count == 1)
    let edited = try change([1, 2, 3], [1, 9, 3])
    #expect(edited.delta.updated.map(\.row) == [1])
    #expect(edited.delta.inserted.isEmpty && edited.delta.removed.isEmpty)
    let doubled = try change([1, 1], [1, 1, 1])
    #expect(doubled.delta.inserted.count == 1 && doubled.delta.moved.isEmpty)
  }
}

/// Numbers that are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 29) ^ (state << 31)
  }
}
