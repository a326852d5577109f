#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
import LMDBKit
package import SettingsCore

/// The fixed tables of a store.
enum LogTables {
  /// Revision → record.
  static let log = Table<RevisionKey, [UInt8]>("log")
  /// The main table, which also holds LMDB's own rows, one a table.
  static let main = Table<String, [UInt8]>.main

  static let storeRow = "store"
  static let headRow = "head"
  static let floorRow = "floor"
  static let retiredRow = "retired"

  static var names: [String] {
    ["log", BaselineTable.name] + Projections.all.map { $0.table.name }
  }
}

/// The key of a record: its revision as 8 big-endian bytes, so that key order is revision order.
struct RevisionKey: TableCodable {
  let revision: Revision

  init(_ revision: Revision) { self.revision = revision }

  init(decoding bytes: Span<UInt8>) throws {
    guard let value = UInt64(bigEndian: bytes) else {
      throw EventLogError(.damaged("a key of the log has \(bytes.count) bytes instead of 8"))
    }
    revision = Revision(rawValue: value)
  }

  func encoded() -> [UInt8] { revision.rawValue.bigEndianBytes }

  func withEncoded<R>(_ body: (Span<UInt8>) throws -> R) rethrows -> R {
    try revision.rawValue.withBigEndianBytes(body)
  }
}

extension FixedWidthInteger {
  /// The bytes from the most significant one down.
  var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> Self($0))
    }
  }

  /// Reads exactly as many big-endian bytes as the type has; nil for another number.
  init?(bigEndian bytes: Span<UInt8>) {
    guard bytes.count == Self.bitWidth / 8 else { return nil }
    var value: Self = 0
    for index in bytes.indices { value = value << 8 | Self(bytes[index]) }
    self = value
  }

  /// Reads exactly as many big-endian bytes as the type has; nil for another number.
  init?(bigEndian bytes: ArraySlice<UInt8>) {
    self.init(bigEndian: Array(bytes).span)
  }
}

/// The row that says what the store is: written once, at creation.
package struct StoreRow: Hashable, Sendable {
  /// The version of the format that this program writes, and the greatest it reads.
  package static let formatVersion: UInt64 = 1

  package let format: UInt64
  /// The identity of the store.
  package let origin: UUID

  init(origin: UUID) {
    self.format = StoreRow.formatVersion
    self.origin = origin
  }

  /// Reads the row; a newer format is an error that names it, whatever else the row holds.
  init(decoding bytes: [UInt8]) throws {
    var decoder = CBORDecoder(bytes)
    do {
      let count = try decoder.map()
      guard count >= 1, try decoder.unsigned() == 1 else { throw decoder.failure(.unexpected) }
      format = try decoder.unsigned()
      guard format <= StoreRow.formatVersion else {
        throw EventLogError(.newerFormat(found: format))
      }
      guard format > 0, count == 2, try decoder.unsigned() == 2,
        let origin = UUID(byteArray: try decoder.byteString())
      else { throw decoder.failure(.unexpected) }
      self.origin = origin
      try decoder.finish()
    } catch let error as CBORError {
      throw EventLogError(.damaged("the row that names the store: \(error)"))
    }
  }

  func encoded() -> [UInt8] {
    var encoder = CBOREncoder()
    encoder.map(count: 2)
    encoder.unsigned(1)
    encoder.unsigned(format)
    encoder.unsigned(2)
    encoder.byteString(origin.byteArray)
    return encoder.bytes
  }
}

/// The row that says where the log ends: rewritten with each commit.
package struct HeadRow: Hashable, Sendable {
  package var revision: Revision
  package var digest: Digest

  /// The head of the empty log.
  static let empty = HeadRow(revision: .zero, digest: .zero)

  init(revision: Revision, digest: Digest) {
    self.revision = revision
    self.digest = digest
  }

  init(decoding bytes: [UInt8]) throws {
    guard bytes.count == 8 + Digest.byteCount, let revision = UInt64(bigEndian: bytes[..<8]),
      let digest = Digest(bytes: Array(bytes[8...]))
    else { throw EventLogError(.damaged("the head row has \(bytes.count) bytes instead of 40")) }
    self.init(revision: Revision(rawValue: revision), digest: digest)
  }

  func encoded() -> [UInt8] { revision.rawValue.bigEndianBytes + digest.bytes }
}
