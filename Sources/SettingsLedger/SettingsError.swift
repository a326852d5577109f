/// Says what went wrong, with which setting, in which store, and what to do about it.
public struct SettingsError: Error, Sendable {
  /// What went wrong; the codes that exist are static members, and more may come.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The code's word, as programs print it.
    public let rawValue: String
    /// Makes a code from its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The code's word.
    public var description: String { rawValue }
  }

  /// What is known of the store after an error.
  @nonexhaustive
  public enum StateLeft: Hashable, Sendable {
    /// Nothing was recorded; the store is as it was.
    case unchanged
    /// The commit was recorded; what was to come after it was not done.
    case recorded
    /// Whether the commit was recorded is not known: open the store again and look.
    case unknown
  }

  /// What went wrong.
  public let code: Code
  /// The sentence that says it.
  public let message: String
  /// The setting in question.
  public let key: SettingName?
  /// The store's directory, or the file that the error is about.
  public let path: String?
  /// The revision in question.
  public let revision: Revision?
  /// The commits that stand in the way of a write that expected another revision.
  public let conflicts: [SettingsCommit]
  /// What is known of the store now.
  public let stateLeft: StateLeft
  /// The error below, when there is one.
  public let underlying: (any Error)?

  init(
    _ code: Code, _ message: String, key: SettingName? = nil, path: String? = nil,
    revision: Revision? = nil, conflicts: [SettingsCommit] = [],
    stateLeft: StateLeft = .unchanged, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.key = key
    self.path = path
    self.revision = revision
    self.conflicts = conflicts
    self.stateLeft = stateLeft
    self.underlying = underlying
  }
}

extension SettingsError: CustomStringConvertible {
  /// The sentence that says what went wrong.
  public var description: String { message }
}

extension SettingsError.Code {
  /// There is no store at the path.
  public static let storeMissing = Self(rawValue: "storeMissing")
  /// What is at the path is no settings store.
  public static let notAStore = Self(rawValue: "notAStore")
  /// The store was written by a newer program.
  public static let newerFormat = Self(rawValue: "newerFormat")
  /// The store is damaged.
  public static let damaged = Self(rawValue: "damaged")
  /// A verification found something wrong.
  public static let verifyFailed = Self(rawValue: "verifyFailed")
  /// The file system does not permit it.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// The store was opened for reading only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// The stored value does not convert to the type that was asked for.
  public static let typeMismatch = Self(rawValue: "typeMismatch")
  /// The name is empty, too long, or holds NUL.
  public static let invalidName = Self(rawValue: "invalidName")
  /// The value cannot be stored.
  public static let invalidValue = Self(rawValue: "invalidValue")
  /// A text or a number of things is larger than the format allows.
  public static let limitExceeded = Self(rawValue: "limitExceeded")
  /// The store is not at the revision that the caller expected.
  public static let conflict = Self(rawValue: "conflict")
  /// The idempotency key was used for other content.
  public static let idempotencyKeyReused = Self(rawValue: "idempotencyKeyReused")
  /// The time asked for is before the first commit.
  public static let beforeHistory = Self(rawValue: "beforeHistory")
  /// There is no such revision.
  public static let noSuchRevision = Self(rawValue: "noSuchRevision")
  /// What was asked for lies below the oldest kept commit; the error's revision is the oldest whose
  /// state can still be read, and after which streams can begin.
  public static let compacted = Self(rawValue: "compacted")
  /// The log that a stream was to go on with is not the one that it began with.
  public static let diverged = Self(rawValue: "diverged")
  /// A compaction would drop the states that some tags stand on.
  public static let tagsBelowFloor = Self(rawValue: "tagsBelowFloor")
  /// The value was erased from the log.
  public static let redacted = Self(rawValue: "redacted")
  /// A setting still has the value that is to be erased from the log.
  public static let currentValue = Self(rawValue: "currentValue")
  /// The commit gave the setting no value that could be erased.
  public static let nothingToErase = Self(rawValue: "nothingToErase")
  /// A commit that waits to be confirmed stands in the way.
  public static let pending = Self(rawValue: "pending")
  /// The commit does not wait to be confirmed, or none does.
  public static let notPending = Self(rawValue: "notPending")
  /// The commit was not confirmed in time, or cancelled, and was taken back.
  public static let expired = Self(rawValue: "expired")
  /// What was not confirmed in time could not be taken back yet; it is tried again.
  public static let expiryFailed = Self(rawValue: "expiryFailed")
  /// The disk is full.
  public static let diskFull = Self(rawValue: "diskFull")
  /// The store has reached the size that its configuration allows.
  public static let mapFull = Self(rawValue: "mapFull")
  /// Too many readers, or another process holds what is needed.
  public static let busy = Self(rawValue: "busy")
  /// A write was begun inside the closure of another.
  public static let nestedWrite = Self(rawValue: "nestedWrite")
  /// The store was opened before this process was forked.
  public static let forked = Self(rawValue: "forked")
  /// The store was closed.
  public static let closed = Self(rawValue: "closed")
  /// The store's file was removed or replaced while it was open.
  public static let storeReplaced = Self(rawValue: "storeReplaced")
  /// The disk failed so that it is not known whether the commit is on it.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// Reading or writing the disk failed.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The write was cancelled before it began.
  public static let cancelled = Self(rawValue: "cancelled")
  /// A whole log can only be imported into a store without commits.
  public static let notEmpty = Self(rawValue: "notEmpty")
  /// A record of an import does not fit the log it belongs to.
  public static let recordMismatch = Self(rawValue: "recordMismatch")
  /// There are not as many steps to undo as were asked for.
  public static let nothingToUndo = Self(rawValue: "nothingToUndo")
  /// There are not as many steps to redo as were asked for.
  public static let nothingToRedo = Self(rawValue: "nothingToRedo")
  /// The commit changed no setting, so it cannot be reverted.
  public static let nothingToRevert = Self(rawValue: "nothingToRevert")
  /// A tag with the name stands at another revision.
  public static let tagExists = Self(rawValue: "tagExists")
  /// There is no tag with the name.
  public static let noSuchTag = Self(rawValue: "noSuchTag")
  /// The text cannot be the name of a tag.
  public static let invalidTag = Self(rawValue: "invalidTag")
  /// Saved state did not match the log and is folded from it again; nothing was lost.
  public static let checkpointRebuilt = Self(rawValue: "checkpointRebuilt")
  /// Something failed that has no code of its own.
  public static let failed = Self(rawValue: "failed")
}
