import Foundation
import SettingsCore
import Testing

enum Theme: String { case light, dark }
enum Level: Int, Codable { case low = 1, high = 2 }
struct Window: Codable, Equatable {
  var title: String
  var frame: [Double]
  var opened: Date?
  var home: URL
  var level: Level
}

@Suite struct SettingKeyTests {
  private func roundTrip<Value: Equatable>(_ key: SettingKey<Value>, _ value: Value) throws {
    let stored = try #require(try key.coding.encode(value))
    #expect(try key.coding.decode(stored) == value)
  }

  @Test func `scalars are stored as single values`() throws {
    #expect(try SettingKey("k", default: 1.0).coding.encode(14) == .double(14))
    #expect(try SettingKey("k", default: 1).coding.encode(14) == .integer(14))
    #expect(
      try SettingKey("k", default: Float(1)).coding.encode(0.1) == .double(Double(Float(0.1))))
    #expect(try SettingKey("k", default: false).coding.encode(true) == .bool(true))
    let id = UUID()
    #expect(try SettingKey("k", default: id).coding.encode(id) == .string(id.uuidString))
    try roundTrip(SettingKey("k", default: Data()), Data([1, 2]))
    try roundTrip(SettingKey("k", default: Date.now), Date(timeIntervalSinceReferenceDate: 0.1))
    try roundTrip(SettingKey("k", default: UInt8(0)), 255)
    try roundTrip(SettingKey("k", default: URL(filePath: "/")), URL(filePath: "/tmp/a b"))
  }

  @Test func `enumerations are stored as their raw values, Codable or not`() throws {
    #expect(try SettingKey("k", default: Theme.light).coding.encode(.dark) == "dark")
    #expect(try SettingKey("k", default: Level.low).coding.encode(.high) == 2)
    #expect(throws: SettingMismatch.self) {
      try SettingKey("k", default: Theme.light).coding.decode("blue")
    }
  }

  @Test func `optional keys read nil when unset, and nil is stored as nothing`() throws {
    let nickname = SettingKey<String?>("profile.nickname")
    #expect(nickname.defaultValue == nil)
    #expect(try nickname.coding.encode(nil) == nil)
    #expect(try nickname.coding.encode("Al") == "Al")
    #expect(try nickname.coding.decode("Al") == "Al")
    let theme = SettingKey<Theme?>("theme")
    #expect(try theme.coding.encode(.dark) == "dark")
    let level = SettingKey<Level?>("level")
    #expect(try level.coding.decode(1) == .low)
  }

  @Test func `structures are stored readably`() throws {
    let window = Window(
      title: "Main", frame: [0, 1.5], opened: nil, home: URL(filePath: "/a"), level: .high)
    let key = SettingKey("window", default: window)
    let stored = try key.coding.encode(window)
    #expect(
      stored == [
        "title": "Main", "frame": [0.0, 1.5], "home": .string(window.home.absoluteString),
        "level": 2,
      ])
    try roundTrip(key, window)
    try roundTrip(SettingKey("k", default: [String: [Int]]()), ["a": [1], "b": []])
    try roundTrip(SettingKey("k", default: [Window]()), [window])
  }

  @Test func `nil inside an array is refused, with its place`() {
    let key = SettingKey("k", default: [String?]())
    let error = #expect(throws: InvalidValueError.self) { try key.coding.encode(["a", nil]) }
    #expect(error?.description.contains("at 1") == true)
  }

  @Test func `numbers read across kinds when that is exact, and nothing else converts`() throws {
    let double = SettingKey("k", default: 0.0).coding
    let int = SettingKey("k", default: 0).coding
    let float = SettingKey("k", default: Float(0)).coding
    let byte = SettingKey("k", default: Int8(0)).coding
    #expect(try double.decode(14) == 14.0)
    #expect(try int.decode(14.0) == 14)
    #expect(try float.decode(0.5) == 0.5)
    #expect(try float.decode(.double(.nan)).isNaN)
    #expect(throws: SettingMismatch.self) { try int.decode(14.5) }
    #expect(throws: SettingMismatch.self) { try int.decode(.double(.infinity)) }
    #expect(throws: SettingMismatch.self) { try double.decode(.integer(.max)) }
    #expect(throws: SettingMismatch.self) { try float.decode(0.1) }
    #expect(throws: SettingMismatch.self) { try byte.decode(128) }
    #expect(throws: SettingMismatch.self) { try int.decode("14") }
    #expect(throws: SettingMismatch.self) { try int.decode(true) }
    #expect(throws: SettingMismatch.self) { try SettingKey("k", default: "").coding.decode(14) }
    #expect(throws: SettingMismatch.self) { try SettingKey("k", default: true).coding.decode(1) }
    let array = SettingKey("k", default: [Int]()).coding
    #expect(try array.decode([1, 2.0]) == [1, 2])
    let error = #expect(throws: SettingMismatch.self) { try array.decode([1, "x"]) }
    #expect(error?.description.contains("at 1") == true)
  }

  @Test func `an unsigned number that does not fit is refused`() {
    let key = SettingKey("k", default: UInt64(0))
    #expect(throws: InvalidValueError.self) { try key.coding.encode(.max) }
  }
}
