#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SettingValue {
  /// How deeply arrays and dictionaries may be nested.
  public static let maximumDepth = 64
  /// The greatest size of a value, in bytes of its stored form.
  public static let maximumByteCount = 16 << 20

  /// The CBOR tag of a date: seconds since 2001-01-01T00:00:00Z as a float.
  ///
  /// In the range that anyone may use; documented in docs/format.md.
  package static let dateTag: UInt64 = 0x534c_0001

  /// The value as it is stored.
  ///
  /// - Throws: ``InvalidValueError`` when the value is nested more than 64 deep, larger than 16 MiB, or
  ///   holds a date that is no number.
  package func encoded() throws(InvalidValueError) -> [UInt8] {
    var encoder = CBOREncoder()
    try encode(into: &encoder)
    return encoder.bytes
  }

  package func encode(into encoder: inout CBOREncoder) throws(InvalidValueError) {
    let start = encoder.bytes.count
    try encode(into: &encoder, depth: 1)
    let byteCount = encoder.bytes.count - start
    guard byteCount <= SettingValue.maximumByteCount else { throw .tooLarge(byteCount: byteCount) }
  }

  private func encode(into encoder: inout CBOREncoder, depth: Int) throws(InvalidValueError) {
    guard depth <= SettingValue.maximumDepth else { throw .tooDeep }
    switch self {
    case .bool(let value): encoder.bool(value)
    case .integer(let value): encoder.integer(value)
    case .double(let value): encoder.double(value)
    case .string(let value): encoder.text(value)
    case .data(let value): encoder.byteString(value)
    case .date(let value):
      guard value.timeIntervalSinceReferenceDate.isFinite else { throw .dateOutOfRange }
      encoder.tag(SettingValue.dateTag)
      encoder.double(value.timeIntervalSinceReferenceDate)
    case .array(let values):
      encoder.array(count: values.count)
      for value in values { try value.encode(into: &encoder, depth: depth + 1) }
    case .dictionary(let values):
      encoder.map(count: values.count)
      for (key, value) in values.sorted(by: { $0.key.precedesInCBOR($1.key) }) {
        encoder.text(key.text)
        try value.encode(into: &encoder, depth: depth + 1)
      }
    }
  }

  /// Reads a value as it is stored.
  ///
  /// - Throws: `CBORError` for anything that ``encoded()`` does not write.
  package init(decoding decoder: inout CBORDecoder) throws(CBORError) {
    let start = decoder.offset
    try self.init(decoding: &decoder, depth: 1)
    guard decoder.offset - start <= SettingValue.maximumByteCount else {
      throw decoder.failure(.limitExceeded)
    }
  }

  private init(decoding decoder: inout CBORDecoder, depth: Int) throws(CBORError) {
    guard depth <= SettingValue.maximumDepth else { throw decoder.failure(.tooDeep) }
    switch try decoder.peek() {
    case 0x00..<0x40: self = .integer(try decoder.integer())
    case 0x40..<0x60: self = .data(Data(try decoder.byteString()))
    case 0x60..<0x80: self = .string(try decoder.text())
    case 0x80..<0xa0:
      var values: [SettingValue] = []
      for _ in 0..<(try decoder.array()) {
        values.append(try SettingValue(decoding: &decoder, depth: depth + 1))
      }
      self = .array(values)
    case 0xa0..<0xc0: self = .dictionary(try Self.dictionary(decoding: &decoder, depth: depth))
    case 0xc0..<0xe0:
      guard try decoder.tag() == SettingValue.dateTag else { throw decoder.failure(.unexpected) }
      let seconds = try decoder.double()
      guard seconds.isFinite else { throw decoder.failure(.outOfRange) }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case 0xf4, 0xf5: self = .bool(try decoder.bool())
    default: self = .double(try decoder.double())
    }
  }

  private static func dictionary(
    decoding decoder: inout CBORDecoder, depth: Int
  ) throws(CBORError) -> [DictionaryKey: SettingValue] {
    var values: [DictionaryKey: SettingValue] = [:]
    var last: DictionaryKey?
    for _ in 0..<(try decoder.map()) {
      let key = DictionaryKey(try decoder.text())
      if let last, !last.precedesInCBOR(key) { throw decoder.failure(.unsortedKeys) }
      values[key] = try SettingValue(decoding: &decoder, depth: depth + 1)
      last = key
    }
    return values
  }
}

extension SettingValue.DictionaryKey {
  /// The order of deterministic CBOR, by encoded bytes: the shorter text first, then by its bytes.
  fileprivate func precedesInCBOR(_ other: SettingValue.DictionaryKey) -> Bool {
    let (own, others) = (text.utf8.count, other.text.utf8.count)
    return own == others ? self < other : own < others
  }
}

/// Says why a value cannot be stored.
@nonexhaustive
public enum InvalidValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Arrays and dictionaries are nested more than 64 deep.
  case tooDeep
  /// The stored form is larger than 16 MiB; the payload is its size.
  case tooLarge(byteCount: Int)
  /// A date is no finite number of seconds.
  case dateOutOfRange
  /// A whole number does not fit 64 bits with a sign; the payload is its digits.
  case integerOutOfRange(String)
  /// A Swift value cannot be turned into a value of a setting; the payload says where and why.
  case notEncodable(String)

  /// A sentence that says what is wrong and what is possible.
  public var description: String {
    switch self {
    case .tooDeep:
      "The value is nested more than \(SettingValue.maximumDepth) deep; store its parts as settings."
    case .tooLarge(let byteCount):
      "The value takes \(byteCount) bytes; a value takes at most \(SettingValue.maximumByteCount). "
        + "Keep it in a file and store the file's name."
    case .dateOutOfRange: "The date is not a finite number of seconds and cannot be stored."
    case .integerOutOfRange(let digits):
      "The whole number \(digits) does not fit 64 bits with a sign; store it as text."
    case .notEncodable(let reason): "The value cannot be stored: \(reason)"
    }
  }
}
