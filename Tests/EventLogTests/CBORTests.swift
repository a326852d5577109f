import Foundation
import SettingsCore
import Testing

/// The examples of RFC 8949, appendix A, that are values of settings, and forms that are refused.
@Suite struct CBORTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  static let numbers: [(String, SettingValue)] = [
    ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100),
    ("1903e8", 1000), ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
    ("1b7fffffffffffffff", .integer(.max)), ("3b7fffffffffffffff", .integer(.min)),
    ("20", -1), ("29", -10), ("3863", -100), ("3903e7", -1000), ("f4", false), ("f5", true),
    ("f90000", 0.0), ("f98000", .double(-0.0)), ("f93c00", 1.0), ("fb3ff199999999999a", 1.1),
    ("f93e00", 1.5), ("f97bff", 65504.0), ("fa47c35000", 100000.0),
    ("fa7f7fffff", 3.4028234663852886e+38), ("fb7e37e43c8800759c", 1.0e+300),
    ("f90001", 5.960464477539063e-8), ("f90400", 0.00006103515625), ("f9c400", .double(-4.0)),
    ("fbc010666666666666", .double(-4.1)), ("f97c00", .double(.infinity)),
    ("f97e00", .double(.nan)), ("f9fc00", .double(-.infinity)),
    ("da534c0001f93c00", .date(Date(timeIntervalSinceReferenceDate: 1))),
  ]

  static let others: [(String, SettingValue)] = [
    ("40", .data(Data())), ("4401020304", .data(Data([1, 2, 3, 4]))), ("60", ""), ("6161", "a"),
    ("6449455446", "IETF"), ("62225c", "\"\\"), ("62c3bc", "\u{fc}"), ("63e6b0b4", "\u{6c34}"),
    ("64f0908591", "\u{10151}"), ("80", []), ("83010203", [1, 2, 3]), ("a0", [:]),
    ("8301820203820405", [1, [2, 3], [4, 5]]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
    ("826161a161626163", ["a", ["b": "c"]]),
    // The shorter key first, then by bytes.
    ("a361620161630262616100", ["aa": 0, "c": 2, "b": 1]),
  ]

  @Test(arguments: numbers + others)
  func `a value has exactly one form`(hexadecimal: String, value: SettingValue) throws {
    #expect(try value.encoded().hexadecimal == hexadecimal)
    var decoder = CBORDecoder(Self.bytes(hexadecimal))
    #expect(try SettingValue(decoding: &decoder) == value)
    #expect(decoder.isAtEnd)
  }

  @Test(arguments: [
    "1817", "190017", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3817", "5800", "7800",
    "9800", "b800",  // heads that are longer than they need to be
    "f97e01", "fa7fc00000", "fb7ff8000000000000",  // other NaNs
    "fa3fc00000", "fb3ff8000000000000", "fb40f86a0000000000",  // longer floats
    "5f42010243030405ff", "7f61616162ff", "9fff", "bfff",  // indefinite lengths
    "a2616201616102", "a2616101616102", "a262616101616202",  // keys out of order, or twice
    "a10101", "a1f500",  // keys that are no texts
    "1b8000000000000000", "3b8000000000000000",  // beyond 64 bits with a sign
    "f6", "f7", "f0", "f8ff", "f818", "1c", "1f", "ff",  // null, undefined, simple, reserved
    "c074323031332d30332d32315432303a30343a30305a", "c11a514b67b0", "d9d9f700",  // other tags
    "da534c000101", "da534c0001f97c00", "da534c0001f97e00",  // dates that are no finite floats
    "61ff", "62c328", "63eda080", "62c080",  // not UTF-8
    "", "18", "19ff", "1affffff", "fb3ff19999999999", "62", "8201", "a16161", "da534c00",
  ])
  func `another form is refused`(hexadecimal: String) {
    var decoder = CBORDecoder(Self.bytes(hexadecimal))
    #expect(throws: CBORError.self) {
      _ = try SettingValue(decoding: &decoder)
      try decoder.finish()
    }
  }

  @Test func `values nested 64 deep are stored, deeper ones refused, also when read`() throws {
    var value: SettingValue = 1
    for _ in 1..<SettingValue.maximumDepth { value = .array([value]) }
    let bytes = try value.encoded()
    #expect(bytes.count == SettingValue.maximumDepth)
    #expect(throws: InvalidValueError.tooDeep) { try SettingValue.array([value]).encoded() }
    var decoder = CBORDecoder([0x81] + bytes)
    let error = #expect(throws: CBORError.self) { try SettingValue(decoding: &decoder) }
    #expect(error?.problem == .tooDeep)
  }

  @Test func `random values keep their form`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let value = random.value()
      let bytes = try value.encoded()
      var decoder = CBORDecoder(bytes)
      #expect(try SettingValue(decoding: &decoder) == value)
      var skipper = CBORDecoder(bytes)
      try skipper.skip()
      #expect(decoder.isAtEnd && skipper.isAtEnd)
    }
  }
}
