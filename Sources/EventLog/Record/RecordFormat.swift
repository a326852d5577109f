import SettingsCore

/// The numbers of the record format, version 1.
///
/// They are never reused or given another meaning: docs/format.md describes each.
package enum RecordFormat {
  /// The labels of a record's map.
  ///
  /// Those below 64 are critical, those from 64 up advisory.
  package enum Label: UInt64, CaseIterable, Sendable {
    case time = 1
    case clockReading = 2
    case author = 3
    case reason = 4
    case source = 5
    case origin = 6
    case cause = 7
    case idempotencyKey = 8
    case undoGroup = 9
    case continues = 10
    case notUndoable = 11
    case confirmBy = 12
    case events = 13
    case nonce = 14
    case previousDigest = 15
    case originalDigest = 16
    // 17 (hybrid logical clock) and 18 (origin revision) are reserved for merging replicas.

    package static let firstAdvisory: UInt64 = 64
  }

  /// The first element of an event's array.
  package enum EventKind: UInt64, Sendable {
    case set = 1
    case reset = 2
    case hide = 3
    case unhide = 4
    case markSecret = 5
    case unmarkSecret = 6
    case setRedacted = 7
  }

  /// The first element of a cause's array.
  ///
  /// An edit has no cause label.
  package enum CauseKind: UInt64, Sendable {
    case undo = 1
    case redo = 2
    case revert = 3
    case rollback = 4
    case `import` = 5
    case tag = 6
    case confirm = 7
    case expire = 8
    case compact = 9
    case redact = 10
  }

  package static let maximumRecordBytes = 64 << 20
  /// By so many bytes a record can grow when its only value, of one byte, is erased: they are left free.
  package static let redactionBytes = 16
  package static let maximumEvents = 1 << 20
  package static let maximumTokenBytes = 255
  package static let maximumTextBytes = 4096
  package static let nonceBytes = 16
}

extension SettingsCommit {
  /// Throws when a text or a number of things is larger than the format allows.
  func checkLimits() throws(EventLogError) {
    let token = RecordFormat.maximumTokenBytes
    let text = RecordFormat.maximumTextBytes
    if author.isEmpty { throw EventLogError(.limitExceeded("the author is empty; name one")) }
    try check(author, "the author", token)
    if idempotencyKey?.isEmpty == true {
      throw EventLogError(.limitExceeded("the idempotency key is empty; leave it out or name one"))
    }
    try check(idempotencyKey, "the idempotency key", token)
    try check(undo.group, "the undo group", token)
    try check(reason, "the reason", text)
    try check(source, "the source", text)
    if case .tag(let name, _) = cause { try check(name, "the tag name", token) }
    if case .rollback(_, let prefix) = cause {
      try check(prefix, "the prefix", SettingName.maximumLength)
    }
    if events.count > RecordFormat.maximumEvents {
      throw tooLarge("has \(events.count) events; it may have \(RecordFormat.maximumEvents)")
    }
  }

  /// The error of a commit that exceeds a limit, with what to do instead.
  func tooLarge(_ problem: String) -> EventLogError {
    let advice: String? =
      switch cause {
      case .edit, .import: "divide it among several commits"
      case .undo, .redo, .revert:
        "take fewer steps at a time, or roll back to a revision, one prefix of names after another"
      case .rollback: "roll back one prefix of names after another"
      case .redact: "erase from one revision at a time"
      case .tag, .confirm, .expire, .compact: nil
      }
    return EventLogError(
      .limitExceeded("the commit \(problem)" + (advice.map { "; \($0)" } ?? "")))
  }

  private func check(_ text: String?, _ what: String, _ limit: Int) throws(EventLogError) {
    guard let count = text?.utf8.count, count > limit else { return }
    throw EventLogError(
      .limitExceeded("\(what) takes \(count) bytes; at most \(limit) are allowed"))
  }
}
