import LMDBKit
import SettingsCore

/// The rows of a store that may be damaged, as far as they can be read.
///
/// Reading them may end the process inside the C library, so a row can travel between processes.
package enum DamagedLog {
  /// The log's table, read here with keys of any length.
  private static let tableName = "log"

  package enum Row: Hashable, Sendable {
    /// The row that names the store.
    case store([UInt8])
    /// The row that says where the log ends.
    case head([UInt8])
    /// The row that names the oldest kept commit.
    case floor([UInt8])
    /// A row of the baseline.
    case baseline(key: [UInt8], [UInt8])
    /// How many records the log has, in the words of its table.
    case count(UInt64)
    /// A record, whatever its key.
    case record(key: [UInt8], [UInt8])
  }

  /// Calls a closure with each row of a private copy, the records in the order of their keys.
  ///
  /// - Returns: why reading ended early; nil when all rows were read.
  /// - Throws: what the closure throws.
  package static func read(_ copy: String, _ body: (Row) throws -> Void) throws -> String? {
    do throws(any Error) {
      var options = EnvironmentOptions()
      options.access = .readOnly
      let environment = try Environment.open(at: copy, options)
      defer { environment.close() }
      try environment.openTables([tableName, BaselineTable.name])
      // Each in a transaction of its own: a damaged page ends all reading of its transaction.
      for (key, row) in [
        (LogTables.storeRow, Row.store), (LogTables.headRow, Row.head),
        (LogTables.floorRow, Row.floor),
      ] {
        if let bytes = try? environment.read({ try $0.get(LogTables.main, key) }) {
          try body(row(bytes))
        }
      }
      let rows = try? environment.read { try BaselineTable.rows(in: $0) }
      for row in rows ?? [] { try body(.baseline(key: row.key, row.content)) }
      let log = Table<[UInt8], [UInt8]>(tableName)
      if let count = try? environment.read({ try $0.count(log) }) {
        try body(.count(UInt64(count)))
      }
      try environment.read { transaction in
        try transaction.scan(log) { key, bytes in
          try body(.record(key: key, bytes))
          return .next
        }
      }
      return nil
    } catch let error as LMDBError {
      return switch error.code {
      case .corrupted, .pageNotFound, .undecodable, .badTransaction: "a page of the file is damaged"
      default: "reading the file ended with the error \(error.code)"
      }
    }
  }
}

extension DamagedLog.Row {
  /// The row as bytes: its kind, the length of its key and the key, then the content.
  package var bytes: [UInt8] {
    let (kind, key, content): (UInt8, [UInt8], [UInt8]) =
      switch self {
      case .store(let bytes): (0, [], bytes)
      case .head(let bytes): (1, [], bytes)
      case .floor(let bytes): (2, [], bytes)
      case .baseline(let key, let bytes): (3, key, bytes)
      case .count(let count): (4, [], count.bigEndianBytes)
      case .record(let key, let bytes): (5, key, bytes)
      }
    return [kind] + UInt16(clamping: key.count).bigEndianBytes + key + content
  }

  /// Reads a row back; nil for other bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count >= 3, let length = UInt16(bigEndian: bytes[1..<3]),
      bytes.count >= 3 + Int(length)
    else { return nil }
    let key = Array(bytes[3..<3 + Int(length)])
    let content = Array(bytes[(3 + Int(length))...])
    switch bytes[0] {
    case 0: self = .store(content)
    case 1: self = .head(content)
    case 2: self = .floor(content)
    case 3: self = .baseline(key: key, content)
    case 4:
      guard let count = UInt64(bigEndian: content[...]) else { return nil }
      self = .count(count)
    case 5: self = .record(key: key, content)
    default: return nil
    }
  }
}

/// A private copy of a damaged store's file; see ``DamagedLog/read(_:_:)``.
package struct DamagedStoreCopy: Sendable {
  private let copy: DamagedCopy

  /// Copies the file into a new directory, reading it only.
  package init(of original: String, to directory: String) throws {
    copy = try DamagedCopy(of: original, to: directory)
  }

  /// How many states of the store the file may still hold.
  package var stateCount: Int { copy.snapshotCount }

  /// Why the newest state that is there may not be the last one; nil when it is.
  package var doubt: String? { copy.doubt }

  /// Has the copy open at one of its states; 0 is the newest.
  package func select(_ state: Int) throws { try copy.select(state) }
}
