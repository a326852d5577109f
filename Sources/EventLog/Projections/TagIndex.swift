package import LMDBKit
package import SettingsCore

/// The tags: for each name, the revision that it stands for and the commit that set it.
package struct TagIndex: Projection {
  package static let table = ProjectionTable("tags", version: 1)

  /// Where a tag stands, and which commit put it there.
  package struct Place: Hashable, Sendable {
    package let revision: Revision
    package let set: Revision
  }

  /// By the name's bytes, since texts with other bytes are other names; nil for a tag that was deleted.
  private(set) var changed: [[UInt8]: Place?] = [:]
  /// A compaction has deleted the tags on older states than that of this revision, saved ones too.
  private(set) var oldest = Revision.zero

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    if case .compact(let compaction) = commit.cause {
      oldest = compaction.floor.previous
      // Deleted, not forgotten: such a tag may be saved at a place that is kept, from before it was moved.
      changed = changed.mapValues { [oldest] in $0.flatMap { $0.revision >= oldest ? $0 : nil } }
    }
    guard case .tag(let name, let revision) = commit.cause else { return }
    changed[Array(name.utf8)] = .some(
      revision.map { Place(revision: $0, set: commit.revision) })
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    changed.compactMap { name, place in place.map { Self.row(name, $0) } }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    if oldest > .zero {
      for (name, place) in try Self.places(in: transaction) where place.revision < oldest {
        try Self.table.remove(name, in: transaction)
      }
    }
    for (name, place) in changed {
      if let place {
        try Self.table.put(Self.row(name, place), in: transaction)
      } else {
        try Self.table.remove(name, in: transaction)
      }
    }
  }

  /// The place of a tag, as far as the table goes.
  static func place(
    of name: [UInt8], in transaction: borrowing some Reading & ~Copyable
  ) throws -> Place? {
    try table.row(name, in: transaction).map { try place($0) }
  }

  /// All tags, as far as the table goes.
  static func places(
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [[UInt8]: Place] {
    var places: [[UInt8]: Place] = [:]
    try table.scan(from: [], .forward, in: transaction) { row in
      places[row.key] = try place(row.payload)
      return .next
    }
    return places
  }

  private static func row(_ name: [UInt8], _ place: Place) -> ProjectionRow {
    ProjectionRow(
      key: name,
      payload: place.revision.rawValue.bigEndianBytes + place.set.rawValue.bigEndianBytes)
  }

  private static func place(_ payload: [UInt8]) throws -> Place {
    guard payload.count == 16, let revision = UInt64(bigEndian: payload[..<8]),
      let set = UInt64(bigEndian: payload[8...])
    else { throw DamagedRow() }
    return Place(revision: Revision(rawValue: revision), set: Revision(rawValue: set))
  }
}
