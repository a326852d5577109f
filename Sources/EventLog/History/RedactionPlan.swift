#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
package import SettingsCore

/// Which records a redaction replaces, by what, and which ones it leaves that hold the same value.
///
/// Looks at the records of the log and at the baseline. The saved state holds nothing but current values,
/// which cannot be erased.
package struct RedactionPlan: Sendable {
  struct Place: Sendable {
    let redaction: CommitCause.Redaction
    /// The record that takes the place of the one that holds the value.
    let replacement: [UInt8]
  }

  let places: [Place]
  /// What takes the place of the baseline, when that is to lose the value.
  let baseline: RedactedBaseline?
  /// Other revisions that gave the name the same value and keep it, oldest first; the last one that a
  /// compaction dropped when the state that it has kept holds the value.
  package let remaining: [Revision]

  /// What is erased from which revision, oldest first.
  package var redactions: [CommitCause.Redaction] {
    (baseline.map { [$0.redaction] } ?? []) + places.map(\.redaction)
  }

  /// Finds out what a redaction would do.
  ///
  /// - Parameters:
  ///   - revision: a commit that gave the name a value, or the last dropped one, for the value that the
  ///     baseline holds.
  ///   - everywhere: whether every other commit that gave it the same value is taken along.
  ///   - past: the view of the past that fits the transaction.
  /// - Throws: an error that says why the value cannot be erased.
  init(
    _ revision: Revision, _ name: SettingName, everywhere: Bool, _ past: Past,
    in transaction: borrowing some Reading & ~Copyable
  ) throws {
    let firstOrigin = past.firstOrigin
    let floor = try LogReading.floor(in: transaction)
    let before = try past.entryBeforeFloor(name, in: transaction)
    let asked =
      floor > 1 && revision == floor.previous
      ? nil : try Self.record(revision, firstOrigin, in: transaction)
    let values =
      try asked.map { try Self.values(of: name, in: $0.record.commit) }
      ?? Self.values(of: name, before, revision)
    if let current = past.present[name], values.contains(current) {
      throw EventLogError(.currentValue(name), revision: revision)
    }
    try Self.checkNothingWaits(on: name, past, in: transaction)
    var places = try asked.map { [try Self.place($0, name, firstOrigin)] } ?? []
    var remaining: [Revision] = []
    var baseline: RedactedBaseline?
    if let before, let slot = past.present.slot(of: name),
      before.value.map(values.contains) ?? false
    {
      if everywhere || asked == nil {
        let rows = try BaselineTable.rows(in: transaction)
        baseline = try RedactedBaseline(erasing: before, slot: slot, rows, floor)
      } else {
        remaining.append(floor.previous)
      }
    }
    for other in try past.revisions(of: name, in: transaction) where other != revision {
      let found = try Self.record(other, firstOrigin, in: transaction)
      let holdsValue = found.record.commit.events.contains {
        $0.name == name && $0.value.map(values.contains) ?? false
      }
      guard holdsValue else { continue }
      if everywhere {
        places.append(try Self.place(found, name, firstOrigin))
      } else {
        remaining.append(other)
      }
    }
    self.baseline = baseline
    self.places = places.sorted { $0.redaction.revision < $1.redaction.revision }
    self.remaining = remaining
  }

  /// A commit that waits to be confirmed may bring an earlier value back.
  private static func checkNothingWaits(
    on name: SettingName, _ past: Past, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    for waiting in past.present.unconfirmed.revisions {
      let record = try record(waiting, past.firstOrigin, in: transaction).record
      guard record.commit.events.contains(where: { $0.name == name }) else { continue }
      throw EventLogError(.pending(name), revision: waiting)
    }
  }

  private typealias Found = (record: CommitRecord, bytes: [UInt8])

  private static func record(
    _ revision: Revision, _ firstOrigin: UUID?, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Found {
    let bytes = try LogReading.bytes(of: revision, in: transaction)
    return (try LogReading.record(bytes, revision, firstOrigin: firstOrigin), bytes)
  }

  /// The values that a commit gave a name.
  private static func values(
    of name: SettingName, in commit: SettingsCommit
  ) throws(EventLogError) -> [SettingValue] {
    let events = commit.events.filter { $0.name == name }
    let values = events.compactMap(\.value)
    guard values.isEmpty else { return values }
    let isRedacted = events.contains { $0.kind == .setRedacted }
    throw EventLogError(
      isRedacted ? .redacted(name) : .nothingToErase(name), revision: commit.revision)
  }

  /// The value that the baseline holds.
  private static func values(
    of name: SettingName, _ before: SettingsState.Entry?, _ revision: Revision
  ) throws(EventLogError) -> [SettingValue] {
    if let value = before?.value { return [value] }
    throw EventLogError(
      before?.isRedacted == true ? .redacted(name) : .nothingToErase(name), revision: revision)
  }

  private static func place(
    _ found: Found, _ name: SettingName, _ firstOrigin: UUID?
  ) throws -> Place {
    let revision = found.record.commit.revision
    let original = try found.record.digest(of: found.bytes)
    let replacement = try found.record.erasing([name], digest: original)
      .encoded(firstOrigin: revision == 1 ? nil : firstOrigin)
    return Place(
      redaction: CommitCause.Redaction(
        revision: revision, names: [name], original: original,
        replacement: try SHA256.digest(of: replacement)),
      replacement: replacement)
  }
}
