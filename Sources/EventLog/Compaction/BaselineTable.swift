#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// One row of a baseline, as it is stored.
struct BaselineRow: Hashable, Sendable {
  let key: [UInt8]
  let content: [UInt8]
}

/// The table of the baseline: part of the format, not derived from anything that is still there.
///
/// Key 0 is the header, then come the names in the order of their slots. Each row begins with a nonce of
/// its own. The compacting commit holds the digest of all rows.
enum BaselineTable {
  static let name = "baseline"
  private static let table = Table<[UInt8], [UInt8]>(name)
  private static let headerKey: [UInt8] = [0]

  private static func key(ofSlot slot: Int) -> [UInt8] {
    [1] + UInt32(truncatingIfNeeded: slot).bigEndianBytes
  }

  /// The rows of a baseline, with fresh nonces, in the order of their keys.
  static func rows(_ baseline: Baseline) throws(EventLogError) -> [BaselineRow] {
    var rows = [header(baseline.start)]
    for (slot, entry) in baseline.state.entries.enumerated() {
      rows.append(try row(slot, entry))
    }
    return rows
  }

  /// The row of a name, with a fresh nonce.
  static func row(
    _ slot: Int, _ entry: SettingsState.Entry
  ) throws(EventLogError) -> BaselineRow {
    var encoder = CBOREncoder()
    encoder.array(count: 2)
    encoder.byteString(CommitRecord.makeNonce())
    encoder.raw(try StateProjection.payload(of: entry))
    return BaselineRow(key: key(ofSlot: slot), content: encoder.bytes)
  }

  private static func header(_ start: LogStart) -> BaselineRow {
    var encoder = CBOREncoder()
    encoder.array(count: 5)
    encoder.byteString(CommitRecord.makeNonce())
    encoder.unsigned(start.floor.rawValue)
    encoder.integer(start.time?.microseconds ?? 0)
    encoder.byteString(start.digest.bytes)
    encoder.byteString(start.firstOrigin?.byteArray ?? [])
    return BaselineRow(key: headerKey, content: encoder.bytes)
  }

  /// The digest of all rows, which must come in the order of their keys.
  static func digest(of rows: [BaselineRow]) throws(EventLogError) -> Digest {
    var digests: [UInt8] = []
    for row in rows { digests += try SHA256.digest(of: row.key + row.content).bytes }
    return try SHA256.digest(of: digests)
  }

  /// Makes these rows the store's baseline, in place of the one before.
  static func replace(
    with rows: [BaselineRow], floor: Revision, in transaction: borrowing WriteTransaction
  ) throws {
    try transaction.clear(table)
    for row in rows { try transaction.append(table, row.key, row.content) }
    try transaction.put(LogTables.main, LogTables.floorRow, floor.rawValue.bigEndianBytes)
  }

  /// All rows, in the order of their keys.
  static func rows(in transaction: borrowing some Reading & ~Copyable) throws -> [BaselineRow] {
    var rows: [BaselineRow] = []
    try transaction.scan(table) { key, content in
      rows.append(BaselineRow(key: key, content: content))
      return .next
    }
    return rows
  }
}

// MARK: - Reading

extension BaselineTable {
  /// What the header says.
  static func start(
    floor: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> LogStart {
    guard let content = try transaction.get(table, headerKey) else {
      throw EventLogError(
        .damaged("the header of the baseline is missing"), revision: floor.previous)
    }
    return try start(content, floor: floor)
  }

  static func start(_ content: [UInt8], floor: Revision) throws(EventLogError) -> LogStart {
    do {
      var decoder = CBORDecoder(content)
      guard try decoder.array() == 5 else { throw decoder.failure(.unexpected) }
      try decoder.nonce()
      guard try decoder.unsigned() == floor.rawValue else { throw decoder.failure(.unexpected) }
      let time = Timestamp(microseconds: try decoder.integer())
      guard let digest = Digest(bytes: Array(try decoder.byteString())),
        let origin = UUID(byteArray: try decoder.byteString())
      else { throw decoder.failure(.unexpected) }
      try decoder.finish()
      return LogStart(
        revision: floor.previous, digest: digest, time: time, firstOrigin: origin)
    } catch {
      throw EventLogError(.damaged("the header of the baseline: \(error)"), revision: floor)
    }
  }

  /// What was known of all names before the floor, in the order of their slots.
  static func entries(
    _ start: LogStart, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [SettingsState.Entry] {
    var entries: [SettingsState.Entry] = []
    try transaction.scan(table, from: .exclusive(headerKey), .forward, limit: nil) { key, content in
      guard key == self.key(ofSlot: entries.count) else { throw damaged(key, start.floor) }
      entries.append(try entry(BaselineRow(key: key, content: content), start.floor))
      return .next
    }
    return entries
  }

  /// What was known of one name before the floor; nil when the log had not spoken of it.
  static func entry(
    ofSlot slot: Int, floor: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> SettingsState.Entry? {
    guard floor > 1 else { return nil }
    let key = key(ofSlot: slot)
    return try transaction.get(table, key).map {
      try entry(BaselineRow(key: key, content: $0), floor)
    }
  }

  private static func entry(
    _ row: BaselineRow, _ floor: Revision
  ) throws(EventLogError) -> SettingsState.Entry {
    do {
      var decoder = CBORDecoder(row.content)
      guard try decoder.array() == 2 else { throw decoder.failure(.unexpected) }
      try decoder.nonce()
      return try StateProjection.entry(Array(row.content[decoder.offset...]))
    } catch {
      throw damaged(row.key, floor)
    }
  }

  private static func damaged(_ key: [UInt8], _ floor: Revision) -> EventLogError {
    EventLogError(
      .damaged("the row \(key.hexadecimal) of the baseline is not as it should be"),
      revision: floor)
  }
}

// MARK: - As one sequence of bytes

extension BaselineTable {
  /// The rows as one sequence of bytes, as an export carries them.
  static func packed(_ rows: [BaselineRow]) -> [UInt8] {
    var encoder = CBOREncoder()
    encoder.array(count: rows.count)
    for row in rows {
      encoder.array(count: 2)
      encoder.byteString(row.key)
      encoder.byteString(row.content)
    }
    return encoder.bytes
  }

  /// Reads what ``packed(_:)`` made, every row of it.
  static func unpacked(
    _ bytes: [UInt8]
  ) throws(EventLogError) -> (baseline: Baseline, rows: [BaselineRow]) {
    var rows: [BaselineRow] = []
    do {
      var decoder = CBORDecoder(bytes)
      for _ in 0..<(try decoder.array()) {
        guard try decoder.array() == 2 else { throw decoder.failure(.unexpected) }
        let key = Array(try decoder.byteString())
        rows.append(BaselineRow(key: key, content: Array(try decoder.byteString())))
      }
      try decoder.finish()
    } catch {
      throw EventLogError(.recordMismatch("the baseline is not what the format says: \(error)"))
    }
    return (try baseline(of: rows), rows)
  }

  /// What rows stand for; a row that does not belong there is an error.
  static func baseline(of rows: [BaselineRow]) throws(EventLogError) -> Baseline {
    guard let header = rows.first, header.key == headerKey, let floor = floor(header.content),
      floor > 1
    else { throw EventLogError(.damaged("the header of the baseline is missing")) }
    let start = try start(header.content, floor: floor)
    var entries: [SettingsState.Entry] = []
    for (slot, row) in rows.dropFirst().enumerated() {
      guard row.key == key(ofSlot: slot) else { throw damaged(row.key, floor) }
      entries.append(try entry(row, floor))
    }
    try check(entries, floor)
    return Baseline(
      start: start, state: SettingsState(revision: start.revision, entries: entries))
  }

  private static func floor(_ header: [UInt8]) -> Revision? {
    var decoder = CBORDecoder(header)
    guard (try? decoder.array()) == 5, (try? decoder.byteString()) != nil else { return nil }
    // No log is so long that its revisions could run out.
    return (try? decoder.unsigned()).flatMap { $0 >> 62 == 0 ? Revision(rawValue: $0) : nil }
  }
}

extension CBORDecoder {
  fileprivate mutating func nonce() throws(CBORError) {
    guard try byteString().count == RecordFormat.nonceBytes else { throw failure(.unexpected) }
  }
}
