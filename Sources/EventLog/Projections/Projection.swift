package import LMDBKit
package import SettingsCore

/// State that is folded from the log and saved now and then.
///
/// The contract, which each projection's tests run: the rows of a fold of everything are the rows that
/// a checkpoint and the folds after it leave in the table, and those after a rebuild.
package protocol Projection: Sendable {
  /// Where the state is saved.
  static var table: ProjectionTable { get }

  /// The fold of no commits.
  init()

  /// Folds one commit in. It reads nothing else.
  mutating func fold(_ commit: SettingsCommit)

  /// All rows, from a fold of the log from its beginning.
  ///
  /// - Parameter state: the state at the last commit that was folded in, or later; it gives names
  ///   their slots.
  func rows(_ state: SettingsState) throws -> [ProjectionRow]

  /// Adds what was folded since the table's header to the table.
  func save(_ state: SettingsState, in transaction: borrowing WriteTransaction) throws
}

/// One row of a projection's table, without its checksum.
package struct ProjectionRow: Hashable, Sendable {
  package let key: [UInt8]
  package let payload: [UInt8]
}

/// The table of one version of a projection.
///
/// Another version has another table.
///
/// Key 0 is the header: the revision reached and the number of rows. The key of each other row starts
/// with 1. Every row starts with a checksum over its key and content.
package struct ProjectionTable: Sendable {
  package let name: String
  private let table: Table<[UInt8], [UInt8]>

  private static let headerKey: [UInt8] = [0]
  private static let checksumBytes = 8

  init(_ projection: String, version: Int) {
    name = "\(projection).\(version)"
    table = Table(name)
  }

  /// The revision that the saved state has reached; nil when there is none, or a damaged header.
  package func header(in transaction: borrowing some Reading & ~Copyable) throws -> Revision? {
    guard let stored = try transaction.get(table, Self.headerKey),
      let payload = try? Self.checked(stored, Self.headerKey), payload.count == 16,
      let revision = UInt64(bigEndian: payload[0..<8]),
      let rows = UInt64(bigEndian: payload[8..<16]), try transaction.count(table) - 1 == rows
    else { return nil }
    return Revision(rawValue: revision)
  }

  /// The revision that the saved state has reached, when it is of use for a head: not beyond it, and not
  /// from before commits were dropped.
  func reached(
    through head: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Revision? {
    guard let reached = try header(in: transaction), reached <= head,
      try reached >= LogReading.floor(in: transaction).previous
    else { return nil }
    return reached
  }

  func putHeader(_ revision: Revision, in transaction: borrowing WriteTransaction) throws {
    var rows = try transaction.count(table)
    if try transaction.get(table, Self.headerKey) != nil { rows -= 1 }
    let payload = revision.rawValue.bigEndianBytes + UInt64(rows).bigEndianBytes
    try store(Self.headerKey, payload, in: transaction)
  }

  /// The content of a row; nil when there is none.
  ///
  /// - Throws: ``DamagedRow`` when the checksum does not match.
  func row(_ key: [UInt8], in transaction: borrowing some Reading & ~Copyable) throws -> [UInt8]? {
    let key = [1] + key
    return try transaction.get(table, key).map { Array(try Self.checked($0, key)) }
  }

  func put(_ row: ProjectionRow, in transaction: borrowing WriteTransaction) throws {
    try store([1] + row.key, row.payload, in: transaction)
  }

  func remove(_ key: [UInt8], in transaction: borrowing WriteTransaction) throws {
    try transaction.delete(table, [1] + key)
  }

  /// Removes all rows whose keys start so.
  func remove(prefix: [UInt8], in transaction: borrowing WriteTransaction) throws {
    let prefix = [1] + prefix
    try transaction.scan(table, from: .inclusive(prefix), .forward, limit: nil) { key, _ in
      guard key.starts(with: prefix) else { return .stop }
      try transaction.delete(table, key)
      return .next
    }
  }

  /// Whether nothing at all is saved.
  func isEmpty(in transaction: borrowing some Reading & ~Copyable) throws -> Bool {
    try transaction.count(table) == 0
  }

  func clear(in transaction: borrowing WriteTransaction) throws { try transaction.clear(table) }

  /// Calls a closure with the rows from a key on, in either direction, until it says stop.
  func scan(
    from key: [UInt8], _ direction: Direction,
    in transaction: borrowing some Reading & ~Copyable,
    _ body: (ProjectionRow) throws -> ScanStep
  ) throws {
    try transaction.scan(table, from: .inclusive([1] + key), direction, limit: nil) { key, stored in
      guard key.first == 1 else { return .stop }
      let payload = try Self.checked(stored, key)
      return try body(ProjectionRow(key: Array(key.dropFirst()), payload: Array(payload)))
    }
  }

  private func store(
    _ key: [UInt8], _ payload: [UInt8], in transaction: borrowing WriteTransaction
  ) throws {
    let checksum = try SHA256.digest(of: key + payload).bytes.prefix(Self.checksumBytes)
    try transaction.put(table, key, checksum + payload)
  }

  private static func checked(_ stored: [UInt8], _ key: [UInt8]) throws -> ArraySlice<UInt8> {
    let payload = stored.dropFirst(checksumBytes)
    guard stored.count >= checksumBytes,
      try SHA256.digest(of: key + payload).bytes.prefix(checksumBytes)
        == stored.prefix(checksumBytes)
    else { throw DamagedRow() }
    // Rebased, so that callers count from 0.
    return ArraySlice(Array(payload))
  }
}

/// The projections of a store.
enum Projections {
  /// Those that are read on demand; the state is resident.
  static let indexes: [any Projection.Type] = [
    HistoryIndex.self, IdempotencyIndex.self, UndoIndex.self, TagIndex.self,
  ]
  static let all: [any Projection.Type] = [StateProjection.self] + indexes
}

/// A row of a projection does not match its checksum: the projection is folded from the log again.
struct DamagedRow: Error {}
