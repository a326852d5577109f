import Foundation
import SettingsCore
import Testing

@Suite struct SettingValueTests {
  static let samples: [SettingValue] = [
    true, false, 0, -1, 23, 24, 255, 256, 65_535, 65_536, .integer(.max), .integer(.min), 0.0,
    .double(-0.0), 1.5, 1.1, .double(65_504), .double(5.960464477539063e-8), .double(.nan),
    .double(.infinity), .double(-.infinity), .double(.greatestFiniteMagnitude),
    .double(.leastNonzeroMagnitude), "", "text", "🙂 é e\u{301}", .data(Data([0, 1, 255])),
    .date(Date(timeIntervalSinceReferenceDate: 12.345)), .date(.distantPast), [],
    [1, "two", [3.0]],
    [:], ["a": 1, "b": ["c": false]],
  ]

  @Test(arguments: samples)
  func `a stored value reads back equal, and is stored the same again`(value: SettingValue) throws {
    let bytes = try value.encoded()
    var decoder = CBORDecoder(bytes)
    let read = try SettingValue(decoding: &decoder)
    try decoder.finish()
    #expect(read == value)
    #expect(read.hashValue == value.hashValue)
    #expect(try read.encoded() == bytes)
  }

  @Test func `values are equal exactly when they are stored as the same bytes`() throws {
    for left in Self.samples {
      for right in Self.samples {
        #expect(try (left == right) == (left.encoded() == right.encoded()))
      }
    }
  }

  @Test func `numbers of different kinds, and the zeros, differ; NaN equals itself`() {
    #expect(SettingValue.integer(1) != .double(1))
    #expect(SettingValue.bool(true) != .integer(1))
    #expect(SettingValue.double(0) != .double(-0.0))
    #expect(SettingValue.double(.nan) == .double(-.nan))
    #expect(SettingValue.double(.nan) == .double(.signalingNaN))
    #expect(SettingValue.string("\u{e9}") != .string("e\u{301}"))
  }

  @Test func `dictionary keys are compared by bytes`() throws {
    let value: SettingValue = ["\u{e9}": 1, "e\u{301}": 2]
    guard case .dictionary(let entries) = value else { throw InvalidValueError.tooDeep }
    #expect(entries.count == 2)
    var decoder = CBORDecoder(try value.encoded())
    #expect(try SettingValue(decoding: &decoder) == value)
  }

  @Test func `nesting and size are limited`() throws {
    var deep: SettingValue = 1
    for _ in 1..<SettingValue.maximumDepth { deep = [deep] }
    #expect(throws: Never.self) { try deep.encoded() }
    #expect(throws: InvalidValueError.tooDeep) { try SettingValue.array([deep]).encoded() }
    let large = SettingValue.data(Data(count: SettingValue.maximumByteCount))
    #expect(throws: InvalidValueError.self) { try large.encoded() }
    #expect(throws: Never.self) { try SettingValue.data(Data(count: 5 << 20)).encoded() }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a date that is no finite number is refused`(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(throws: InvalidValueError.dateOutOfRange) { try SettingValue.date(date).encoded() }
  }

  @Test func `what may be shown of a value is decided in one place`() {
    #expect(ShownValue.showing("x", isSecret: false) == .value("x"))
    #expect(ShownValue.showing("x", isSecret: true) == .secret)
    #expect(ShownValue.showing("x", isSecret: true, reveal: true) == .value("x"))
    #expect(ShownValue.showing(nil, isSecret: true) == nil)
    #expect(ShownValue.showing(nil, isRedacted: true, isSecret: false, reveal: true) == .redacted)
  }
}
