package import LMDBKit
package import SettingsCore

/// The values, visibility and secrecy of all names, saved as a row a name.
package struct StateProjection: Projection {
  package static let table = ProjectionTable("state", version: 1)

  private var touched: Set<SettingName> = []

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    touched.formUnion(commit.events.lazy.map(\.name))
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    try state.entries.enumerated().map { try Self.row(slot: $0, $1) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    let slots = touched.compactMap { state.slot(of: $0) }.sorted()
    for slot in slots {
      try Self.table.put(Self.row(slot: slot, state.entries[slot]), in: transaction)
    }
  }

  /// Reads the saved state.
  ///
  /// - Returns: nil when nothing is saved.
  /// - Throws: ``DamagedRow`` when what is saved cannot be trusted.
  static func load(in transaction: borrowing some Reading & ~Copyable) throws -> SettingsState? {
    guard let revision = try table.header(in: transaction) else { return nil }
    var entries: [SettingsState.Entry] = []
    try table.scan(from: [], .forward, in: transaction) { row in
      guard UInt32(bigEndian: row.key[...]) == UInt32(entries.count) else { throw DamagedRow() }
      entries.append(try entry(row.payload))
      return .next
    }
    return SettingsState(revision: revision, entries: entries)
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
      entry.changes = Int(truncatingIfNeeded: try decoder.unsigned())
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
