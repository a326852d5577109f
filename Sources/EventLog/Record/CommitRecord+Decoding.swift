#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import SettingsCore

extension CommitRecord {
  /// Reads a record.
  ///
  /// - Parameters:
  ///   - bytes: the record, whatever they are: anything but a record of this format throws.
  ///   - revision: the revision under which the log keeps it.
  ///   - firstOrigin: the origin of the log's first record; nil when this is the first.
  /// - Throws: `CBORError`; its problem is `unknownLabel` when the record needs a newer reader.
  package init(
    decoding bytes: [UInt8], revision: Revision, firstOrigin: UUID?
  ) throws(CBORError) {
    var decoder = CBORDecoder(bytes)
    guard bytes.count <= RecordFormat.maximumRecordBytes else {
      throw decoder.failure(.limitExceeded)
    }
    var fields = RecordFields()
    var last: UInt64?
    for _ in 0..<(try decoder.map()) {
      let start = decoder.offset
      let label = try decoder.unsigned()
      if let last, label <= last { throw decoder.failure(.unsortedKeys) }
      last = label
      if let known = RecordFormat.Label(rawValue: label) {
        try fields.read(known, from: &decoder)
      } else if label >= RecordFormat.Label.firstAdvisory {
        try decoder.skip()
        fields.advisory.append(Array(decoder.bytes(since: start)))
      } else {
        throw decoder.failure(.unknownLabel)
      }
    }
    try decoder.finish()
    guard let record = fields.record(revision, firstOrigin: firstOrigin) else {
      throw decoder.failure(.unexpected)
    }
    self = record
  }
}

/// The fields of a record while it is being read.
private struct RecordFields {
  private var time: Timestamp?
  private var clockReading: Timestamp?
  private var author: String?
  private var reason: String?
  private var source: String?
  private var origin: UUID?
  private var cause = CommitCause.edit
  private var idempotencyKey: String?
  private var undo = UndoFacts()
  private var confirmBy: ConfirmationDeadline?
  private var events: [SettingsEvent]?
  private var nonce: [UInt8]?
  private var previous: Digest?
  private var originalDigest: Digest?
  var advisory: [[UInt8]] = []

  mutating func read(
    _ label: RecordFormat.Label, from decoder: inout CBORDecoder
  ) throws(CBORError) {
    let token = RecordFormat.maximumTokenBytes
    let text = RecordFormat.maximumTextBytes
    switch label {
    case .time: time = Timestamp(microseconds: try decoder.integer())
    case .clockReading: clockReading = Timestamp(microseconds: try decoder.integer())
    case .author: author = try decoder.text(atMost: token)
    case .reason: reason = try decoder.text(atMost: text)
    case .source: source = try decoder.text(atMost: text)
    case .origin: origin = try decoder.uuid()
    case .cause: cause = try CommitCause(decoding: &decoder)
    case .idempotencyKey:
      idempotencyKey = try decoder.text(atMost: token)
      if idempotencyKey?.isEmpty == true { throw decoder.failure(.unexpected) }
    case .undoGroup: undo.group = try decoder.text(atMost: token)
    case .continues: undo.continues = try decoder.revision()
    case .notUndoable:
      guard try decoder.bool() else { throw decoder.failure(.unexpected) }
      undo.isUndoable = false
    case .confirmBy:
      guard try decoder.array() == 2 else { throw decoder.failure(.unexpected) }
      confirmBy = ConfirmationDeadline(
        boot: try decoder.uuid(), microseconds: try decoder.integer())
    case .events: events = try decoder.events()
    case .nonce:
      nonce = Array(try decoder.byteString())
      guard nonce?.count == RecordFormat.nonceBytes else { throw decoder.failure(.unexpected) }
    case .previousDigest: previous = try decoder.digest()
    case .originalDigest: originalDigest = try decoder.digest()
    }
  }

  /// The record, when nothing that it needs is missing.
  ///
  /// It has either a nonce or, once redacted, the digest that it had before. What a reader works out
  /// by itself is not repeated: the first record's origin, and a clock reading that is the time.
  func record(_ revision: Revision, firstOrigin: UUID?) -> CommitRecord? {
    guard let time, let author, !author.isEmpty, let events, let previous,
      self.origin == nil || self.origin != firstOrigin, clockReading != time,
      let origin = origin ?? firstOrigin, (nonce == nil) != (originalDigest == nil)
    else { return nil }
    let commit = SettingsCommit(
      revision: revision, time: time, clockReading: clockReading, author: author, reason: reason,
      source: source, origin: origin, cause: cause, idempotencyKey: idempotencyKey, undo: undo,
      confirmBy: confirmBy, events: events, isRedacted: originalDigest != nil)
    var record = CommitRecord(
      commit: commit, previous: previous, nonce: nonce, originalDigest: originalDigest)
    record.advisory = advisory
    return record
  }
}

extension CBORDecoder {
  fileprivate mutating func text(atMost limit: Int) throws(CBORError) -> String {
    let text = try text()
    guard text.utf8.count <= limit else { throw failure(.limitExceeded) }
    return text
  }

  fileprivate mutating func revision() throws(CBORError) -> Revision {
    Revision(rawValue: try unsigned())
  }

  fileprivate mutating func revisions() throws(CBORError) -> [Revision] {
    var revisions: [Revision] = []
    for _ in 0..<(try array()) { revisions.append(try revision()) }
    return revisions
  }

  fileprivate mutating func digest() throws(CBORError) -> Digest {
    guard let digest = Digest(bytes: Array(try byteString())) else { throw failure(.unexpected) }
    return digest
  }

  fileprivate mutating func uuid() throws(CBORError) -> UUID {
    guard let uuid = UUID(byteArray: try byteString()) else { throw failure(.unexpected) }
    return uuid
  }

  fileprivate mutating func name() throws(CBORError) -> SettingName {
    do { return try SettingName(try text()) } catch let error as CBORError { throw error } catch {
      throw failure(.limitExceeded)
    }
  }

  fileprivate mutating func events() throws(CBORError) -> [SettingsEvent] {
    let count = try array()
    guard count <= RecordFormat.maximumEvents else { throw failure(.limitExceeded) }
    var events: [SettingsEvent] = []
    events.reserveCapacity(count)
    for _ in 0..<count { events.append(try event()) }
    return events
  }

  private mutating func event() throws(CBORError) -> SettingsEvent {
    var elements = try array() - 2
    guard elements >= 0 else { throw failure(.unexpected) }
    guard let number = RecordFormat.EventKind(rawValue: try unsigned()) else {
      throw failure(.unknownLabel)
    }
    let name = try name()
    let kind: SettingsEvent.Kind
    switch number {
    case .set:
      kind = .set(try SettingValue(decoding: &self))
      elements -= 1
    case .reset: kind = .reset
    case .hide: kind = .hide
    case .unhide: kind = .unhide
    case .markSecret: kind = .markSecret
    case .unmarkSecret: kind = .unmarkSecret
    case .setRedacted: kind = .setRedacted
    }
    guard elements == 0 || elements == 1 else { throw failure(.unexpected) }
    return SettingsEvent(name, kind, restores: elements == 1 ? try revision() : nil)
  }
}

extension CommitCause {
  fileprivate init(decoding decoder: inout CBORDecoder) throws(CBORError) {
    let elements = try decoder.array() - 1
    guard elements >= 0 else { throw decoder.failure(.unexpected) }
    guard let kind = RecordFormat.CauseKind(rawValue: try decoder.unsigned()) else {
      throw decoder.failure(.unknownLabel)
    }
    let allowed: ClosedRange<Int>
    switch kind {
    case .import: allowed = 0...0
    case .rollback, .tag: allowed = 1...2
    case .compact: allowed = 2...2
    case .undo, .redo, .revert, .confirm, .expire, .redact: allowed = 1...1
    }
    guard allowed.contains(elements) else { throw decoder.failure(.unexpected) }
    switch kind {
    case .undo: self = .undo(of: try decoder.revisions())
    case .redo: self = .redo(of: try decoder.revisions())
    case .revert: self = .revert(of: try decoder.revisions())
    case .rollback:
      let revision = try decoder.revision()
      self = .rollback(
        to: revision, prefix: elements == 2 ? try decoder.text(atMost: 511) : nil)
    case .import: self = .import
    case .tag:
      let name = try decoder.text(atMost: RecordFormat.maximumTokenBytes)
      self = .tag(name, elements == 2 ? try decoder.revision() : nil)
    case .confirm: self = .confirm(of: try decoder.revision())
    case .expire: self = .expire(of: try decoder.revision())
    case .compact:
      self = .compact(
        Compaction(floor: try decoder.revision(), baseline: try decoder.digest()))
    case .redact:
      var redactions: [Redaction] = []
      for _ in 0..<(try decoder.array()) {
        redactions.append(try Redaction(decoding: &decoder))
      }
      self = .redact(redactions)
    }
  }
}

extension CommitCause.Redaction {
  fileprivate init(decoding decoder: inout CBORDecoder) throws(CBORError) {
    guard try decoder.array() == 4 else { throw decoder.failure(.unexpected) }
    let revision = try decoder.revision()
    var names: [SettingName] = []
    for _ in 0..<(try decoder.array()) { names.append(try decoder.name()) }
    self.init(
      revision: revision, names: names, original: try decoder.digest(),
      replacement: try decoder.digest())
  }
}
