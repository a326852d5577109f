package import LMDBKit
package import SettingsCore

/// For each side of each name, the revisions that touched it: what makes a look into the past one seek
/// and one search.
///
/// A row holds up to 256 revisions of one side. Its key is the name's slot, the side and the first of
/// the revisions; its content the distances between them, a few bytes for each.
package struct HistoryIndex: Projection {
  package static let table = ProjectionTable("history", version: 1)

  private static let revisionsPerRow = 256

  private struct Subject: Hashable {
    let name: SettingName
    let side: SettingsEvent.Side
  }

  private var folded: [Subject: [Revision]] = [:]

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    for event in commit.events {
      folded[Subject(name: event.name, side: event.side), default: []].append(commit.revision)
    }
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    var rows: [ProjectionRow] = []
    for (subject, revisions) in folded {
      guard let slot = state.slot(of: subject.name) else { continue }
      for start in stride(from: 0, to: revisions.count, by: Self.revisionsPerRow) {
        let end = min(start + Self.revisionsPerRow, revisions.count)
        rows.append(Self.row(slot, subject.side, Array(revisions[start..<end])))
      }
    }
    return rows.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    for (subject, new) in folded {
      guard let slot = state.slot(of: subject.name) else { continue }
      var revisions =
        try Self.lastRow(slot, subject.side, atOrBelow: Revision(rawValue: .max), in: transaction)
        ?? []
      if revisions.count == Self.revisionsPerRow { revisions = [] }
      for revision in new {
        revisions.append(revision)
        if revisions.count == Self.revisionsPerRow {
          try Self.table.put(Self.row(slot, subject.side, revisions), in: transaction)
          revisions = []
        }
      }
      if !revisions.isEmpty {
        try Self.table.put(Self.row(slot, subject.side, revisions), in: transaction)
      }
    }
  }

  /// The newest revision at or below a bound that touched a side of a name, as far as the table goes.
  ///
  /// - Complexity: O(log n) in the number of rows.
  static func newest(
    _ slot: Int, _ side: SettingsEvent.Side, atOrBelow bound: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> Revision? {
    try lastRow(slot, side, atOrBelow: bound, in: transaction)?.last { $0 <= bound }
  }

  /// Revisions after one that touched a side of a name, oldest first, as far as the table goes; when there
  /// are more than a limit, at least so many.
  static func revisions(
    _ slot: Int, _ side: SettingsEvent.Side, after start: Revision = .zero, limit: Int = .max,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision] {
    let prefix = prefix(slot, side)
    // The row before may hold revisions after the start.
    var revisions =
      try lastRow(slot, side, atOrBelow: start, in: transaction)?.filter { $0 > start } ?? []
    try table.scan(from: prefix + start.next.rawValue.bigEndianBytes, .forward, in: transaction) {
      row in
      guard row.key.starts(with: prefix), revisions.count < limit else { return .stop }
      revisions += try unpack(row)
      return .next
    }
    return revisions
  }

  /// Revisions through one that touched a side of a name, newest first, as far as the table goes; when
  /// there are more than a limit, at least so many.
  static func newestRevisions(
    _ slot: Int, _ side: SettingsEvent.Side, through end: Revision, limit: Int,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision] {
    let prefix = prefix(slot, side)
    var revisions: [Revision] = []
    try table.scan(from: prefix + end.rawValue.bigEndianBytes, .backward, in: transaction) { row in
      guard row.key.starts(with: prefix), revisions.count < limit else { return .stop }
      revisions += try unpack(row).reversed().filter { $0 <= end }
      return .next
    }
    return revisions
  }

  private static func lastRow(
    _ slot: Int, _ side: SettingsEvent.Side, atOrBelow bound: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [Revision]? {
    let prefix = prefix(slot, side)
    var revisions: [Revision]?
    try table.scan(from: prefix + bound.rawValue.bigEndianBytes, .backward, in: transaction) {
      row in
      if row.key.starts(with: prefix) { revisions = try unpack(row) }
      return .stop
    }
    return revisions
  }

  private static func prefix(_ slot: Int, _ side: SettingsEvent.Side) -> [UInt8] {
    UInt32(truncatingIfNeeded: slot).bigEndianBytes + [side.rawValue]
  }

  private static func row(
    _ slot: Int, _ side: SettingsEvent.Side, _ revisions: [Revision]
  ) -> ProjectionRow {
    let first = revisions.first ?? .zero
    return ProjectionRow(
      key: prefix(slot, side) + first.rawValue.bigEndianBytes,
      payload: .packed(revisions.dropFirst(), after: first))
  }

  private static func unpack(_ row: ProjectionRow) throws -> [Revision] {
    guard row.key.count == 13, let first = UInt64(bigEndian: row.key[5...]) else {
      throw DamagedRow()
    }
    let start = Revision(rawValue: first)
    return [start] + row.payload.unpacked(after: start)
  }
}
