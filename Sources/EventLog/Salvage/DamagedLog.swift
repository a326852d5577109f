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
    /// The row that says where the log begins.
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
      if let bytes = try? environment.read({ try $0.get(LogTables.main, LogTables.storeRow) }) {
        try body(.store(bytes))
      }
      if let bytes = try? environment.read({ try $0.get(LogTables.main, LogTables.headRow) }) {
        try body(.head(bytes))
      }
      if let bytes = try? environment.read({ try $0.get(LogTables.main, LogTables.floorRow) }) {
        try body(.floor(bytes))
      }
      for row in (try? environment.read({ try BaselineTable.rows(in: $0) })) ?? [] {
        try body(.baseline(key: row.key, row.content))
      }
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
      case .corrupted, .pageNotFound, .undecodable: "a page of the file is damaged"
      default: "reading the file ended with the error \(error.code)"
      }
    }
  }
}

extension DamagedLog.Row {
  /// The row as bytes: its kind, for one with a key the length of that and the key, then the content.
  package var bytes: [UInt8] {
    switch self {
    case .store(let bytes): [0] + bytes
    case .head(let bytes): [1] + bytes
    case .count(let count): [2] + count.bigEndianBytes
    case .record(let key, let bytes): [3] + UInt16(clamping: key.count).bigEndianBytes + key + bytes
    case .floor(let bytes): [4] + bytes
    case .baseline(let key, let bytes):
      [5] + UInt16(clamping: key.count).bigEndianBytes + key + bytes
    }
  }

  /// Reads a row back; nil for other bytes.
  package init?(bytes: [UInt8]) {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case 0: self = .store(Array(rest))
    case 1: self = .head(Array(rest))
    case 2:
      guard let count = UInt64(bigEndian: rest) else { return nil }
      self = .count(count)
    case 3, 5:
      guard let length = UInt16(bigEndian: rest.prefix(2)), rest.count >= 2 + Int(length) else {
        return nil
      }
      let content = rest.dropFirst(2)
      let key = Array(content.prefix(Int(length)))
      let value = Array(content.dropFirst(Int(length)))
      self = bytes.first == 3 ? .record(key: key, value) : .baseline(key: key, value)
    case 4: self = .floor(Array(rest))
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

  /// Has the copy open at one of its states; 0 is the newest.
  package func select(_ state: Int) throws { try copy.select(state) }
}
