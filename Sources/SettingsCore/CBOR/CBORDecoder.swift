/// Reads deterministic CBOR and refuses every other form, whatever the bytes are.
package struct CBORDecoder: Sendable {
  private let bytes: [UInt8]
  /// The index of the next byte.
  package private(set) var offset = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether everything has been read.
  package var isAtEnd: Bool { offset == bytes.count }

  package func failure(_ problem: CBORError.Problem) -> CBORError {
    CBORError(problem: problem, offset: offset)
  }

  /// Throws unless everything has been read.
  package func finish() throws(CBORError) {
    guard isAtEnd else { throw failure(.trailingBytes) }
  }

  /// The bytes between an earlier offset and here.
  package func bytes(since start: Int) -> ArraySlice<UInt8> { bytes[start..<offset] }

  /// The first byte of the next item, without reading it.
  package func peek() throws(CBORError) -> UInt8 {
    guard offset < bytes.count else { throw failure(.truncated) }
    return bytes[offset]
  }

  /// Reads the head of any item but a float: its major type and argument.
  package mutating func head() throws(CBORError) -> (major: CBOREncoder.Major, argument: UInt64) {
    let first = try peek()
    guard let major = CBOREncoder.Major(rawValue: first & 0xe0) else { throw failure(.unexpected) }
    switch first & 0x1f {
    case let small where small < 24:
      offset += 1
      return (major, UInt64(small))
    case 24: return (major, try argument(byteCount: 1, atLeast: major == .simple ? 32 : 24))
    case 25: return (major, try argument(byteCount: 2, atLeast: 0x100))
    case 26: return (major, try argument(byteCount: 4, atLeast: 0x1_0000))
    case 27: return (major, try argument(byteCount: 8, atLeast: 0x1_0000_0000))
    default: throw failure(.notDeterministic)
    }
  }

  private mutating func argument(byteCount: Int, atLeast least: UInt64) throws(CBORError) -> UInt64
  {
    let value = try bigEndian(byteCount: byteCount)
    guard value >= least else { throw failure(.notDeterministic) }
    offset += 1 + byteCount
    return value
  }

  private func bigEndian(byteCount: Int) throws(CBORError) -> UInt64 {
    guard bytes.count - offset > byteCount else { throw failure(.truncated) }
    return bytes[offset + 1...offset + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func argument(of expected: CBOREncoder.Major) throws(CBORError) -> UInt64 {
    guard try peek() & 0xe0 == expected.rawValue else { throw failure(.unexpected) }
    return try head().argument
  }

  package mutating func unsigned() throws(CBORError) -> UInt64 { try argument(of: .unsigned) }

  package mutating func integer() throws(CBORError) -> Int64 {
    let (major, argument) = try head()
    guard argument <= UInt64(Int64.max) else { throw failure(.outOfRange) }
    switch major {
    case .unsigned: return Int64(argument)
    case .negative: return ~Int64(argument)
    default: throw failure(.unexpected)
    }
  }

  package mutating func byteString() throws(CBORError) -> ArraySlice<UInt8> {
    try content(try argument(of: .bytes))
  }

  package mutating func text() throws(CBORError) -> String {
    let content = try content(try argument(of: .text))
    let text = String(decoding: content, as: UTF8.self)
    // Decoding mends what is not UTF-8; a text that was mended is not the one that was stored.
    guard text.utf8.elementsEqual(content) else { throw failure(.notUTF8) }
    return text
  }

  private mutating func content(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
    guard count <= UInt64(bytes.count - offset) else { throw failure(.truncated) }
    defer { offset += Int(count) }
    return bytes[offset..<offset + Int(count)]
  }

  /// Reads the head of an array.
  ///
  /// No count is larger than the bytes that are left, since each element takes at least one: a
  /// caller can reserve memory for it.
  package mutating func array() throws(CBORError) -> Int { try count(of: .array) }

  /// Reads the head of a map; the count is of pairs.
  package mutating func map() throws(CBORError) -> Int { try count(of: .map) }

  private mutating func count(of major: CBOREncoder.Major) throws(CBORError) -> Int {
    let count = try argument(of: major)
    guard count <= UInt64(bytes.count - offset) else { throw failure(.truncated) }
    return Int(count)
  }

  package mutating func tag() throws(CBORError) -> UInt64 { try argument(of: .tag) }

  package mutating func bool() throws(CBORError) -> Bool {
    let first = try peek()
    guard first == 0xf4 || first == 0xf5 else { throw failure(.unexpected) }
    offset += 1
    return first == 0xf5
  }

  /// Reads null when that is next.
  package mutating func null() -> Bool {
    guard offset < bytes.count, bytes[offset] == 0xf6 else { return false }
    offset += 1
    return true
  }

  package mutating func double() throws(CBORError) -> Double {
    let byteCount: Int
    let value: Double
    switch try peek() {
    case 0xf9:
      byteCount = 2
      value = HalfFloat.value(of: UInt16(try bigEndian(byteCount: 2)))
    case 0xfa:
      byteCount = 4
      value = Double(Float(bitPattern: UInt32(try bigEndian(byteCount: 4))))
    case 0xfb:
      byteCount = 8
      value = Double(bitPattern: try bigEndian(byteCount: 8))
    default: throw failure(.unexpected)
    }
    var shortest = CBOREncoder()
    shortest.double(value)
    guard bytes[offset...offset + byteCount].elementsEqual(shortest.bytes) else {
      throw failure(.notDeterministic)
    }
    offset += 1 + byteCount
    return value
  }

  /// Steps over one item of any kind.
  package mutating func skip(depth: Int = SettingValue.maximumDepth) throws(CBORError) {
    guard depth > 0 else { throw failure(.tooDeep) }
    switch try peek() {
    case 0xf4...0xf6: offset += 1
    case 0xf9...0xfb: _ = try double()
    case 0x80..<0xa0: for _ in 0..<(try array()) { try skip(depth: depth - 1) }
    case 0xa0..<0xc0: try skipPairs(depth: depth - 1)
    case 0xc0..<0xe0:
      _ = try tag()
      try skip(depth: depth - 1)
    case 0x40..<0x60: _ = try byteString()
    case 0x60..<0x80: _ = try text()
    default: _ = try head()
    }
  }

  private mutating func skipPairs(depth: Int) throws(CBORError) {
    var last: ArraySlice<UInt8> = []
    for _ in 0..<(try map()) {
      let start = offset
      try skip(depth: depth)
      let key = bytes(since: start)
      guard last.lexicographicallyPrecedes(key) else { throw failure(.unsortedKeys) }
      last = key
      try skip(depth: depth)
    }
  }
}

/// Says why bytes are not deterministic CBOR of the expected shape.
package struct CBORError: Error, Hashable, CustomStringConvertible {
  package enum Problem: String, Hashable, Sendable {
    case truncated = "the bytes end in the middle of an item"
    case trailingBytes = "there are bytes after the last item"
    case notDeterministic = "an item is not in its shortest form"
    case notUTF8 = "a text is not UTF-8"
    case unexpected = "an item is of another kind than expected here"
    case outOfRange = "a number is out of range"
    case tooDeep = "items are nested too deeply"
    case unsortedKeys = "the keys of a map are not in ascending order"
    case limitExceeded = "an item is larger than the format allows"
    case unknownLabel = "a label is unknown to this version"
  }

  package let problem: Problem
  /// The index of the byte at which reading stopped.
  package let offset: Int

  package init(problem: Problem, offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  package var description: String { "\(problem.rawValue) (at byte \(offset))" }
}
