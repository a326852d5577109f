import Foundation
import SettingsCore

/// Reads a binary property list.
///
/// Objects may be shared in this format, so a hundred bytes can stand for 2^60 values: what is
/// built is counted against ``PropertyList/maximumCount``, and depth against
/// ``PropertyList/maximumDepth``, which also ends references that go in circles.
struct BinaryReader {
  static let signature = Array("bplist".utf8)

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let rootObject: Int
  private let tableOffset: Int
  private var built = 0

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.count >= 40 else { throw Self.error("the file is cut off") }
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    func field(_ index: Int) throws(PropertyListError) -> Int {
      try Self.whole(bytes[trailer + 8 * index..<trailer + 8 * index + 8])
    }
    objectCount = try field(1)
    rootObject = try field(2)
    tableOffset = try field(3)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      tableOffset >= 8, tableOffset <= trailer,
      objectCount <= (trailer - tableOffset) / offsetSize
    else { throw Self.error("the trailer is damaged") }
  }

  mutating func read() throws(PropertyListError) -> SettingValue {
    try object(rootObject, depth: 0)
  }

  private mutating func object(
    _ number: Int, depth: Int
  ) throws(PropertyListError) -> SettingValue {
    guard depth <= PropertyList.maximumDepth else { throw .tooDeep }
    try count(1)
    guard number < objectCount else {
      throw Self.error("a reference leads to object \(number), which does not exist")
    }
    let entry = tableOffset + number * offsetSize
    let offset = try Self.whole(bytes[entry..<entry + offsetSize])
    guard offset >= 8, offset < tableOffset else {
      throw Self.error("object \(number) lies outside the file")
    }
    let marker = bytes[offset]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0 where marker == 0x08: return .bool(false)
    case 0x0 where marker == 0x09: return .bool(true)
    case 0x1: return try integer(at: offset + 1, size: 1 << low)
    case 0x2: return .double(try real(at: offset + 1, size: 1 << low))
    case 0x3 where low == 3:
      let seconds = try real(at: offset + 1, size: 8)
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case 0x4:
      let (start, count) = try counted(at: offset)
      try self.count(count / 16)
      return .data(Data(try slice(start, count)))
    case 0x5, 0x6: return .string(try text(at: offset))
    case 0xA, 0xC: return .array(try items(at: offset, depth: depth))
    case 0xD: return .dictionary(try entries(at: offset, depth: depth))
    default:
      throw Self.error("object \(number) has the unknown marker \(marker)")
    }
  }

  /// Counts what is built; without shared objects it is less than the size of the file.
  private mutating func count(_ amount: Int) throws(PropertyListError) {
    built += amount
    guard built <= PropertyList.maximumCount + bytes.count else {
      throw Self.error("its shared objects stand for far more than the size of the file")
    }
  }

  private mutating func items(
    at offset: Int, depth: Int
  ) throws(PropertyListError) -> [SettingValue] {
    let (start, count) = try counted(at: offset)
    _ = try slice(start, count, unit: referenceSize)
    var items: [SettingValue] = []
    for index in 0..<count {
      items.append(try object(try reference(at: start, index), depth: depth + 1))
    }
    return items
  }

  private mutating func entries(
    at offset: Int, depth: Int
  ) throws(PropertyListError) -> [SettingValue.DictionaryKey: SettingValue] {
    let (start, count) = try counted(at: offset)
    _ = try slice(start, count, unit: 2 * referenceSize)
    var entries: [SettingValue.DictionaryKey: SettingValue] = [:]
    for index in 0..<count {
      guard case .string(let key) = try object(try reference(at: start, index), depth: depth + 1)
      else { throw Self.error("a dictionary's key is not a text") }
      let value = try object(try reference(at: start, count + index), depth: depth + 1)
      entries[SettingValue.DictionaryKey(key)] = value
    }
    return entries
  }

  private func reference(at start: Int, _ index: Int) throws(PropertyListError) -> Int {
    let position = start + index * referenceSize
    return try Self.whole(bytes[position..<position + referenceSize])
  }

  private func integer(at offset: Int, size: Int) throws(PropertyListError) -> SettingValue {
    let digits = try slice(offset, size)
    // Up to four bytes are without sign, eight have one; sixteen hold what lies beyond Int64.
    if size <= 4 { return .integer(digits.reduce(Int64(0)) { $0 << 8 | Int64($1) }) }
    let high = digits.dropLast(8)
    let value = Int64(bitPattern: digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    let sign: UInt8 = value < 0 ? 0xFF : 0
    guard size <= 16, high.allSatisfy({ $0 == sign }) else {
      throw Self.error("a whole number does not fit 64 bits with sign")
    }
    return .integer(value)
  }

  private func real(at offset: Int, size: Int) throws(PropertyListError) -> Double {
    let bits = try slice(offset, size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw Self.error("a real number has \(size) bytes")
    }
  }

  private mutating func text(at offset: Int) throws(PropertyListError) -> String {
    let (start, count) = try counted(at: offset)
    try self.count(count / 16)
    if bytes[offset] >> 4 == 0x5 {
      if let text = String(validating: try slice(start, count), as: UTF8.self) { return text }
    } else {
      let bytes = try slice(start, count, unit: 2)
      let units = (0..<count).map { index in
        UInt16(bytes[start + 2 * index]) << 8 | UInt16(bytes[start + 2 * index + 1])
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
    }
    throw Self.error("a text is not valid Unicode")
  }

  /// Where the content of an object starts and how many elements it has.
  private func counted(at offset: Int) throws(PropertyListError) -> (start: Int, count: Int) {
    let low = Int(bytes[offset] & 0x0F)
    if low < 15 { return (offset + 1, low) }
    let marker = try slice(offset + 1, 1)[offset + 1]
    let size = 1 << Int(marker & 0x0F)
    guard marker >> 4 == 0x1, size <= 8 else { throw Self.error("a length is damaged") }
    return (offset + 2 + size, try Self.whole(try slice(offset + 2, size)))
  }

  private func slice(
    _ start: Int, _ count: Int, unit: Int = 1
  ) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard start <= tableOffset, count <= (tableOffset - start) / unit else {
      throw Self.error("an object reaches beyond the file's objects")
    }
    return bytes[start..<start + count * unit]
  }

  private static func whole(_ digits: ArraySlice<UInt8>) throws(PropertyListError) -> Int {
    let value = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard value <= UInt64(Int32.max) else { throw error("an offset is damaged") }
    return Int(value)
  }

  private static func error(_ problem: String) -> PropertyListError {
    PropertyListError(file: nil, problem: "the binary property list is damaged: \(problem)")
  }
}
