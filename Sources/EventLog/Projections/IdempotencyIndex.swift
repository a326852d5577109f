package import LMDBKit
package import SettingsCore

/// The revision of each idempotency key.
package struct IdempotencyIndex: Projection {
  package static let table = ProjectionTable("idempotency", version: 1)

  /// By the key's bytes, since texts with other bytes are other keys.
  private var revisions: [[UInt8]: Revision] = [:]

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    if let key = commit.idempotencyKey { revisions[Array(key.utf8)] = commit.revision }
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    revisions.map(Self.row).sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    for (key, revision) in revisions {
      try Self.table.put(Self.row(key, revision), in: transaction)
    }
  }

  /// The revision of a key, as far as the table goes.
  static func revision(
    of key: String, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Revision? {
    guard let payload = try table.row(Array(key.utf8), in: transaction) else { return nil }
    guard let revision = UInt64(bigEndian: payload[...]) else { throw DamagedRow() }
    return Revision(rawValue: revision)
  }

  private static func row(_ key: [UInt8], _ revision: Revision) -> ProjectionRow {
    ProjectionRow(key: key, payload: revision.rawValue.bigEndianBytes)
  }
}
