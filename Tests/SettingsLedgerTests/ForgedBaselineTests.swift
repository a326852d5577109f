import EventLog
import Foundation
import SettingsCore
import SettingsLedger
import Testing

/// Baselines that somebody made up, with a compaction that names their digests.
@Suite struct ForgedBaselineTests {
  /// What a row says of a name.
  struct Facts: Sendable {
    var name: SettingName
    var value: SettingValue?
    var flags = [false, false, false]
    var count: UInt64 = 1
    /// Revision and effective revision of the value, the visibility, the secrecy.
    var sides: [UInt64]
    var created: UInt64

    var row: [UInt8] {
      get throws {
        var encoder = CBOREncoder()
        encoder.array(count: 2)
        encoder.byteString([UInt8](repeating: 7, count: 16))
        encoder.array(count: 13)
        encoder.text(name.text)
        if let value { encoder.raw(try value.encoded()) } else { encoder.null() }
        for flag in flags { encoder.bool(flag) }
        for number in [count] + sides + [created] { encoder.unsigned(number) }
        return encoder.bytes
      }
    }
  }

  /// What the log really says before revision 4.
  private static let first = Facts(name: "a", value: 1, sides: [1, 1, 0, 0, 0, 0], created: 1)
  private static let second = Facts(
    name: "b", value: "x", flags: [false, true, false], count: 2, sides: [2, 2, 3, 3, 0, 0],
    created: 2)

  private static func changed(
    _ facts: Facts, _ change: (inout Facts) -> Void
  ) -> Facts {
    var facts = facts
    change(&facts)
    return facts
  }

  static let attacks: [(String, [Facts])] = [
    ("a name is there twice", [first, first]),
    ("names are not in the order of their first events", [second, first]),
    ("a name had no event", [first, changed(second) { $0.count = 0 }]),
    (
      "a name had more events than can be counted", [first, changed(second) { $0.count = 1 << 63 }]
    ),
    ("a name was never spoken of", [changed(first) { $0.created = 0 }, second]),
    ("a name is older than its events", [changed(first) { $0.sides[0] = 0 }, second]),
    ("a name is younger than its events", [first, changed(second) { $0.created = 3 }]),
    ("an event is beyond the floor", [first, changed(second) { $0.sides[2] = 4 }]),
    ("an event brings back what comes later", [first, changed(second) { $0.sides[1] = 3 }]),
    ("a name is hidden that never was", [changed(first) { $0.flags[1] = true }, second]),
    ("a value was erased and is there", [changed(first) { $0.flags[0] = true }, second]),
    (
      "a side was not touched and brings back something",
      [changed(first) { $0.sides[5] = 1 }, second]
    ),
  ]

  @Test(arguments: attacks)
  func `a baseline that no compaction writes is found, though one names its digest`(
    name: String, facts: [Facts]
  ) throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      #expect(try verifies(path, [Self.first, Self.second]) == nil)
      let error = try #require(try verifies(path, facts), "\(name)")
      #expect([.verifyFailed, .damaged].contains(error.code))
      guard SecondReader.isThere else { return }
      let (status, output) = try SecondReader.run([path, "--quiet"])
      #expect(status == 1 && output.contains("baseline"), "\(output)")
    }
  }

  @Test func `a floor and a baseline without a compaction are found`() throws {
    try withDirectory { directory in
      let path = try makeStore(directory)
      var log = try ForgedLog(path)
      try log.change(4) { record in
        if case .compact = record.commit.cause { record.commit.cause = .import }
      }
      try log.change(5) { record in
        if case .compact = record.commit.cause { record.commit.cause = .import }
      }
      try log.chain()
      try log.write()
      let error = settingsError { try SettingsStore(path: path, author: "eve").verify() }
      #expect(error?.code == .verifyFailed && error?.revision == 3)
      guard SecondReader.isThere else { return }
      let (status, output) = try SecondReader.run([path, "--quiet"])
      #expect(status == 1 && output.contains("baseline"), "\(output)")
    }
  }

  @Test func `a baseline without a floor is found`()
    throws
  {
    try withDirectory { directory in
      let path = try makeStore(directory)
      let rows = try ForgedLog(path).baseline
      try SettingsStore(path: directory + "/other", author: "alice").close()
      var other = try ForgedLog(directory + "/other")
      other.changeBaseline { $0 = rows }
      try other.write()
      let error = settingsError {
        try SettingsStore(path: directory + "/other", author: "eve").verify()
      }
      #expect(error?.code == .verifyFailed && error?.message.contains("no floor row") == true)
      guard SecondReader.isThere else { return }
      let (status, output) = try SecondReader.run([directory + "/other", "--quiet"])
      #expect(status == 1 && output.contains("no floor row"), "\(output)")
    }
  }

  private func makeStore(_ directory: String) throws -> String {
    let path = directory + "/store"
    let store = try SettingsStore(
      path: path, author: "alice", configuration: StoreConfiguration(durability: .relaxed))
    defer { store.close() }
    try store.set("a", to: 1)
    try store.set("b", to: "x")
    try store.hide("b")
    try store.set("a", to: 2)
    try store.compact(keeping: .revision(4))
    return path
  }

  /// Puts rows in the place of the baseline's; gives why they are refused.
  private func verifies(_ path: String, _ facts: [Facts]) throws -> SettingsError? {
    var log = try ForgedLog(path)
    let rows = try facts.map { try $0.row }
    log.changeBaseline { baseline in
      for (index, row) in rows.enumerated() { baseline[index + 1].content = row }
    }
    try log.chain()
    try log.write()
    do throws(SettingsError) {
      try SettingsStore(path: path, author: "eve").verify()
      return nil
    } catch {
      return error
    }
  }
}
