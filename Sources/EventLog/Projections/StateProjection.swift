#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import LMDBKit
package import SettingsCore

/// What is resident of the log: the values, visibility and secrecy of all names, saved as a row a name,
/// and the commits that wait to be confirmed, saved behind them as a row a commit.
package struct StateProjection: Projection {
  package static let table = ProjectionTable("state", version: 1)

  private var touched: Set<SettingName> = []
  /// The commits that began to wait to be confirmed, or ended to.
  private var waits: Set<Revision> = []

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    touched.formUnion(commit.events.lazy.map(\.name))
    if commit.confirmBy != nil { waits.insert(commit.revision) }
    switch commit.cause {
    case .confirm(let revision), .expire(let revision): waits.insert(revision)
    default: break
    }
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    try state.entries.enumerated().map { try Self.row(slot: $0, $1) }
      + state.unconfirmed.revisions.compactMap { Self.row(of: $0, state.unconfirmed) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    let slots = touched.compactMap { state.slot(of: $0) }.sorted()
    for slot in slots {
      try Self.table.put(Self.row(slot: slot, state.entries[slot]), in: transaction)
    }
    for revision in waits {
      if let row = Self.row(of: revision, state.unconfirmed) {
        try Self.table.put(row, in: transaction)
      } else {
        try Self.table.remove(Self.key(of: revision), in: transaction)
      }
    }
  }

  /// Reads the saved state.
  ///
  /// - Returns: nil when nothing is saved.
  /// - Throws: ``DamagedRow`` when what is saved cannot be trusted.
  static func load(in transaction: borrowing some Reading & ~Copyable) throws -> SettingsState? {
    guard let revision = try table.header(in: transaction) else { return nil }
    var entries: [SettingsState.Entry] = []
    var waiting: [Revision: ConfirmationDeadline] = [:]
    try table.scan(from: [], .forward, in: transaction) { row in
      if row.key.starts(with: waitPrefix) {
        let (revision, deadline) = try wait(row)
        waiting[revision] = deadline
        return .next
      }
      guard UInt32(bigEndian: row.key[...]) == UInt32(entries.count) else { throw DamagedRow() }
      entries.append(try entry(row.payload))
      return .next
    }
    return SettingsState(
      revision: revision, entries: entries,
      unconfirmed: UnconfirmedCommits(waiting))
  }

  private static func row(
    slot: Int, _ entry: SettingsState.Entry
  ) throws(EventLogError) -> ProjectionRow {
    ProjectionRow(key: UInt32(slot).bigEndianBytes, payload: try payload(of: entry))
  }

  /// What is known of a name, as 13 elements: a baseline keeps it in the same form.
  static func payload(of entry: SettingsState.Entry) throws(EventLogError) -> [UInt8] {
    var encoder = CBOREncoder()
    encoder.array(count: 13)
    encoder.text(entry.name.text)
    do {
      if let value = entry.value { try value.encode(into: &encoder) } else { encoder.null() }
    } catch {
      throw EventLogError(.invalidValue(entry.name, error))
    }
    encoder.bool(entry.isRedacted)
    encoder.bool(entry.isHidden)
    encoder.bool(entry.isSecret)
    encoder.unsigned(UInt64(entry.changes))
    for side in [entry.valueSide, entry.visibilitySide, entry.secrecySide] {
      encoder.unsigned(side.revision.rawValue)
      encoder.unsigned(side.effective.rawValue)
    }
    encoder.unsigned(entry.created.rawValue)
    return encoder.bytes
  }

  /// No name ever has so many events; a sum of such numbers is still a number.
  private static let mostChanges: UInt64 = 1 << 48

  /// The opposite of ``payload(of:)``.
  static func entry(_ payload: [UInt8]) throws -> SettingsState.Entry {
    do {
      var decoder = CBORDecoder(payload)
      guard try decoder.array() == 13 else { throw DamagedRow() }
      var entry = SettingsState.Entry(try SettingName(try decoder.text()))
      entry.value = decoder.null() ? nil : try SettingValue(decoding: &decoder)
      entry.isRedacted = try decoder.bool()
      entry.isHidden = try decoder.bool()
      entry.isSecret = try decoder.bool()
      let changes = try decoder.unsigned()
      guard changes < mostChanges else { throw DamagedRow() }
      entry.changes = Int(changes)
      entry.valueSide = try side(&decoder)
      entry.visibilitySide = try side(&decoder)
      entry.secrecySide = try side(&decoder)
      entry.created = Revision(rawValue: try decoder.unsigned())
      try decoder.finish()
      return entry
    } catch { throw DamagedRow() }
  }

  private static func side(
    _ decoder: inout CBORDecoder
  ) throws(CBORError) -> SettingsState.Entry.Side {
    let revision = Revision(rawValue: try decoder.unsigned())
    return SettingsState.Entry.Side(
      revision: revision, effective: Revision(rawValue: try decoder.unsigned()))
  }
}

extension StateProjection {
  /// No slot begins so: these rows come after all names'.
  private static let waitPrefix: [UInt8] = [0xff, 0xff, 0xff, 0xff]

  private static func key(of revision: Revision) -> [UInt8] {
    waitPrefix + revision.rawValue.bigEndianBytes
  }

  private static func row(
    of revision: Revision, _ unconfirmed: UnconfirmedCommits
  ) -> ProjectionRow? {
    unconfirmed[revision].map {
      ProjectionRow(
        key: key(of: revision), payload: $0.boot.byteArray + $0.microseconds.bigEndianBytes)
    }
  }

  private static func wait(
    _ row: ProjectionRow
  ) throws(DamagedRow) -> (Revision, ConfirmationDeadline) {
    guard let revision = UInt64(bigEndian: row.key[4...]), row.payload.count == 24,
      let boot = UUID(byteArray: row.payload[..<16]),
      let microseconds = Int64(bigEndian: row.payload[16...])
    else { throw DamagedRow() }
    return (
      Revision(rawValue: revision),
      ConfirmationDeadline(boot: boot, microseconds: microseconds)
    )
  }
}
