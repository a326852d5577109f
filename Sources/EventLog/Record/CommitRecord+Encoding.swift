#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
import SettingsCore

extension CommitRecord {
  /// The bytes of the record.
  ///
  /// - Parameter firstOrigin: the origin of the log's first record, which later ones leave out when it
  ///   is theirs too; nil for the first record itself.
  /// - Throws: when a value cannot be stored or a limit of the format is exceeded; nothing has been
  ///   written then.
  package func encoded(firstOrigin: UUID?) throws(EventLogError) -> [UInt8] {
    try commit.checkLimits()
    var fields = Fields()
    fields.add(.time) { $0.integer(commit.time.microseconds) }
    fields.add(.clockReading, commit.clockReading) { $0.integer($1.microseconds) }
    fields.add(.author) { $0.text(commit.author) }
    fields.add(.reason, commit.reason) { $0.text($1) }
    fields.add(.source, commit.source) { $0.text($1) }
    if commit.origin != firstOrigin {
      fields.add(.origin) { $0.byteString(commit.origin.byteArray) }
    }
    if commit.cause != .edit { fields.add(.cause) { commit.cause.encode(into: &$0) } }
    fields.add(.idempotencyKey, commit.idempotencyKey) { $0.text($1) }
    fields.add(.undoGroup, commit.undo.group) { $0.text($1) }
    fields.add(.continues, commit.undo.continues) { $0.unsigned($1.rawValue) }
    if !commit.undo.isUndoable { fields.add(.notUndoable) { $0.bool(true) } }
    fields.add(.confirmBy, commit.confirmBy) {
      $0.array(count: 2)
      $0.byteString($1.boot.byteArray)
      $0.integer($1.microseconds)
    }
    try fields.addEvents(commit.events)
    fields.add(.nonce, nonce) { $0.byteString($1) }
    fields.add(.previousDigest) { $0.byteString(previous.bytes) }
    fields.add(.originalDigest, originalDigest) { $0.byteString($1.bytes) }
    for entry in advisory { fields.add(entry) }
    let bytes = fields.bytes
    let limit =
      RecordFormat.maximumRecordBytes - (originalDigest == nil ? RecordFormat.redactionBytes : 0)
    guard bytes.count <= limit else {
      throw commit.tooLarge("takes \(bytes.count) bytes; at most \(limit) are allowed")
    }
    return bytes
  }

  /// A map under construction, whose labels are added in ascending order.
  private struct Fields {
    private var content = CBOREncoder()
    private var count = 0

    mutating func add(_ label: RecordFormat.Label, _ write: (inout CBOREncoder) -> Void) {
      count += 1
      content.unsigned(label.rawValue)
      write(&content)
    }

    mutating func add<T>(
      _ label: RecordFormat.Label, _ value: T?, _ write: (inout CBOREncoder, T) -> Void
    ) {
      if let value { add(label) { write(&$0, value) } }
    }

    mutating func add(_ entry: [UInt8]) {
      count += 1
      content.raw(entry)
    }

    mutating func addEvents(_ events: [SettingsEvent]) throws(EventLogError) {
      count += 1
      content.unsigned(RecordFormat.Label.events.rawValue)
      content.array(count: events.count)
      for event in events { try event.encode(into: &content) }
    }

    var bytes: [UInt8] {
      var map = CBOREncoder()
      map.map(count: count)
      map.raw(content.bytes)
      return map.bytes
    }
  }
}

extension SettingsEvent {
  fileprivate func encode(into encoder: inout CBOREncoder) throws(EventLogError) {
    encoder.array(count: 2 + (value == nil ? 0 : 1) + (restores == nil ? 0 : 1))
    encoder.unsigned(kindNumber.rawValue)
    encoder.text(name.text)
    if let value {
      do {
        try value.encode(into: &encoder)
      } catch {
        throw EventLogError(.invalidValue(name, error))
      }
    }
    if let restores { encoder.unsigned(restores.rawValue) }
  }

  private var kindNumber: RecordFormat.EventKind {
    switch kind {
    case .set: .set
    case .reset: .reset
    case .hide: .hide
    case .unhide: .unhide
    case .markSecret: .markSecret
    case .unmarkSecret: .unmarkSecret
    case .setRedacted: .setRedacted
    }
  }
}

extension CommitCause {
  fileprivate func encode(into encoder: inout CBOREncoder) {
    func start(_ kind: RecordFormat.CauseKind, elements: Int) {
      encoder.array(count: 1 + elements)
      encoder.unsigned(kind.rawValue)
    }
    func list(_ kind: RecordFormat.CauseKind, _ revisions: [Revision]) {
      start(kind, elements: 1)
      encoder.array(count: revisions.count)
      for revision in revisions { encoder.unsigned(revision.rawValue) }
    }
    switch self {
    case .edit: break
    case .undo(let revisions): list(.undo, revisions)
    case .redo(let revisions): list(.redo, revisions)
    case .revert(let revisions): list(.revert, revisions)
    case .rollback(let revision, let prefix):
      start(.rollback, elements: prefix == nil ? 1 : 2)
      encoder.unsigned(revision.rawValue)
      if let prefix { encoder.text(prefix) }
    case .import: start(.import, elements: 0)
    case .tag(let name, let revision):
      start(.tag, elements: revision == nil ? 1 : 2)
      encoder.text(name)
      if let revision { encoder.unsigned(revision.rawValue) }
    case .confirm(let revision):
      start(.confirm, elements: 1)
      encoder.unsigned(revision.rawValue)
    case .expire(let revision):
      start(.expire, elements: 1)
      encoder.unsigned(revision.rawValue)
    case .compact(let compaction):
      start(.compact, elements: 2)
      encoder.unsigned(compaction.floor.rawValue)
      encoder.byteString(compaction.baseline.bytes)
    case .redact(let redactions):
      start(.redact, elements: 1)
      encoder.array(count: redactions.count)
      for redaction in redactions { redaction.encode(into: &encoder) }
    }
  }
}

extension CommitCause.Redaction {
  fileprivate func encode(into encoder: inout CBOREncoder) {
    encoder.array(count: 4)
    encoder.unsigned(revision.rawValue)
    encoder.array(count: names.count)
    for name in names { encoder.text(name.text) }
    encoder.byteString(original.bytes)
    encoder.byteString(replacement.bytes)
  }
}
