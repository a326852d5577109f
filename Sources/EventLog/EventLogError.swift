package import SettingsCore

/// Says why the log could not be read or written, apart from what LMDB itself reports.
package struct EventLogError: Error, Hashable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// The directory holds an LMDB environment that is no settings store.
    case notAStore
    /// The store was written in a newer format.
    case newerFormat(found: UInt64)
    /// A record holds a label or a kind that this program does not know.
    case newerRecord(String)
    /// A record, the head row or another fixed row is not what the format says.
    case damaged(String)
    /// The head is not the revision that the caller expected.
    case conflict(expected: Revision)
    /// The idempotency key was used for other content.
    case idempotencyKeyReused(String)
    /// A text or a number of things is larger than the format allows.
    case limitExceeded(String)
    /// A value cannot be stored.
    case invalidValue(SettingName, InvalidValueError)
    /// The revision is beyond the head.
    case noSuchRevision
    /// What was asked for lies below the oldest kept commit; the error's revision is the oldest whose
    /// state can still be read.
    case compacted
    /// A compaction would leave these tags without the state that they name.
    case tagsBelowFloor([String])
    /// The value was erased from the log.
    case redacted(SettingName)
    /// A setting still has the value that is to be erased.
    case currentValue(SettingName)
    /// The commit gave the setting no value that could be erased.
    case nothingToErase(SettingName)
    /// A commit that waits to be confirmed stands in the way, by touching a name when one is told.
    case pending(SettingName?)
    /// The commit does not wait to be confirmed.
    case notPending
    /// The system does not tell one start from another, so that no deadline can be given.
    case noBootClock
    /// libcrypto gives no SHA-256.
    case cryptoFailed
    /// The write was cancelled before its group began.
    case cancelled
    /// An import did not match the record it came with.
    case recordMismatch(String)
    /// A whole log can only be imported into an empty store.
    case notEmpty
    /// The author, or everybody when nil, has fewer steps to undo than were asked for.
    case nothingToUndo(author: String?, found: Int)
    /// The author, or everybody when nil, has fewer steps to redo than were asked for.
    case nothingToRedo(author: String?, found: Int)
    /// A setting was changed since.
    case restorationConflict(RestorationConflict)
    /// The commit changed no setting.
    case nothingToRevert(String)
    /// A tag with the name stands elsewhere.
    case tagExists(String)
    /// There is no tag with the name.
    case noSuchTag(String)
    /// The text cannot be the name of a tag.
    case invalidTag(String, problem: String)
  }

  package let code: Code
  /// The revision in question.
  package let revision: Revision?
  /// The commits that came between, for a conflict.
  package let conflicts: [SettingsCommit]

  package init(_ code: Code, revision: Revision? = nil, conflicts: [SettingsCommit] = []) {
    self.code = code
    self.revision = revision
    self.conflicts = conflicts
  }

  /// Whether the error is about bytes that are not what the format says.
  var isDamage: Bool {
    switch code {
    case .damaged, .newerRecord: true
    default: false
    }
  }

  /// What is wrong, without the revision, which the caller names.
  package var problem: String {
    switch code {
    case .damaged(let problem), .recordMismatch(let problem): problem
    default: description
    }
  }

  package var description: String {
    switch code {
    case .notAStore: "it is an LMDB environment, but not a settings store"
    case .newerFormat(let found):
      "it has format version \(found), and this program knows versions up to "
        + "\(StoreRow.formatVersion); use a newer program"
    case .newerRecord(let problem):
      "revision \(revision ?? .zero) was written by a newer program (\(problem)); use a newer one"
    case .damaged(let problem):
      revision.map { "revision \($0) is damaged: \(problem)" } ?? "it is damaged: \(problem)"
    case .conflict(let expected):
      "revision \(expected) was expected, but the store is at \(revision ?? .zero)"
    case .idempotencyKeyReused(let key):
      "the idempotency key \(key.debugDescription) was used in revision \(revision ?? .zero) for "
        + "other content"
    case .limitExceeded(let limit): limit
    case .invalidValue(let name, let error): "\(name): \(error)"
    case .noSuchRevision: "there is no revision \(revision ?? .zero)"
    case .compacted:
      "its older commits were dropped by a compaction; the oldest state that can be read is that "
        + "after revision \(revision ?? .zero)"
    case .tagsBelowFloor(let tags):
      "these tags stand on states that would be dropped: "
        + tags.map(\.debugDescription).joined(separator: ", ")
    case .redacted(let name):
      "the value that revision \(revision ?? .zero) gave \(name) was erased from the log"
    case .currentValue(let name):
      "\(name) still has the value of revision \(revision ?? .zero)"
    case .nothingToErase(let name):
      "revision \(revision ?? .zero) gave \(name) no value"
    case .pending(let name):
      "revision \(revision ?? .zero)\(name.map { ", which changed \($0)," } ?? "") waits to be confirmed"
    case .notPending: "revision \(revision ?? .zero) does not wait to be confirmed"
    case .noBootClock:
      "the system does not tell one start from another, so nothing can wait to be confirmed; look "
        + "whether /proc is mounted"
    case .cryptoFailed: "libcrypto does not compute SHA-256; check the OpenSSL configuration"
    case .cancelled: "the write was cancelled before it began; nothing was recorded"
    case .recordMismatch(let problem): problem
    case .notEmpty: "a whole log can only be imported into a store without commits"
    case .nothingToUndo(let author, let found): Self.tooFew("undo", author, found)
    case .nothingToRedo(let author, let found): Self.tooFew("redo", author, found)
    case .restorationConflict(let conflict): conflict.description
    case .nothingToRevert(let kind):
      "revision \(revision ?? .zero) (\(kind)) changed no setting, so there is nothing to revert"
    case .tagExists(let name):
      "the tag \(name.debugDescription) is at revision \(revision ?? .zero) already"
    case .noSuchTag(let name): "there is no tag \(name.debugDescription)"
    case .invalidTag(let name, let problem):
      "\(name.debugDescription) cannot be the name of a tag: it \(problem)"
    }
  }

  private static func tooFew(_ verb: String, _ author: String?, _ found: Int) -> String {
    let subject = author.map { "\($0) has" } ?? (found > 1 ? "there are" : "there is")
    return found == 0
      ? "\(subject) nothing to \(verb)"
      : "\(subject) only \(found) \(found == 1 ? "step" : "steps") to \(verb)"
  }
}
