#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An atomic group of events: what one call of `set` or `commit` appended to the log.
public struct SettingsCommit: Hashable, Sendable {
  /// The number of the commit.
  public var revision: Revision
  /// When it was recorded.
  ///
  /// Always later than the commit before; order is the revision's matter.
  public var time: Timestamp
  /// What the clock showed, when that was not later than the commit before and so is not ``time``.
  public var clockReading: Timestamp?
  /// Who made it, as claimed by the program that made it.
  public var author: String
  /// Why it was made, when told.
  public var reason: String?
  /// What made it, when told: a settings page, an importer, a file name.
  public var source: String?
  /// The identity of the store that recorded it first.
  public var origin: UUID
  /// Why it exists.
  public var cause: CommitCause
  /// The caller's token that makes recording it twice impossible.
  public var idempotencyKey: String?
  /// How it takes part in undo.
  public var undo: UndoFacts
  /// Until when it must be confirmed, when it must.
  public var confirmBy: ConfirmationDeadline?
  /// What happened, in order.
  public var events: [SettingsEvent]
  /// The SHA-256 of its record, which holds the digest of the commit before.
  public var digest: Digest
  /// Whether content of this commit was erased later.
  public var isRedacted: Bool

  /// Makes a commit from its facts.
  public init(
    revision: Revision, time: Timestamp, clockReading: Timestamp? = nil, author: String,
    reason: String? = nil, source: String? = nil, origin: UUID, cause: CommitCause = .edit,
    idempotencyKey: String? = nil, undo: UndoFacts = UndoFacts(),
    confirmBy: ConfirmationDeadline? = nil, events: [SettingsEvent], digest: Digest = .zero,
    isRedacted: Bool = false
  ) {
    self.revision = revision
    self.time = time
    self.clockReading = clockReading
    self.author = author
    self.reason = reason
    self.source = source
    self.origin = origin
    self.cause = cause
    self.idempotencyKey = idempotencyKey
    self.undo = undo
    self.confirmBy = confirmBy
    self.events = events
    self.digest = digest
    self.isRedacted = isRedacted
  }
}

/// How a commit takes part in undo.
public struct UndoFacts: Hashable, Sendable {
  /// The token of the gesture or group that the commit belongs to.
  public var group: String?
  /// The first commit of the step that this commit continues.
  public var continues: Revision?
  /// Whether the commit is a step that undo takes back.
  public var isUndoable: Bool

  /// Makes the facts; without arguments those of an ordinary edit.
  public init(group: String? = nil, continues: Revision? = nil, isUndoable: Bool = true) {
    self.group = group
    self.continues = continues
    self.isUndoable = isUndoable
  }
}

/// Until when a commit must be confirmed, on the clock of the running system.
///
/// The clock counts from the start of the system and goes on while it sleeps; setting the wall clock
/// does not move it. After another start the deadline has passed.
public struct ConfirmationDeadline: Hashable, Sendable {
  /// The identity of the system's start.
  public var boot: UUID
  /// The deadline in microseconds since that start.
  public var microseconds: Int64

  /// Makes a deadline.
  public init(boot: UUID, microseconds: Int64) {
    self.boot = boot
    self.microseconds = microseconds
  }
}

/// A time of the log: whole microseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds since 1970, negative before.
  public var microseconds: Int64

  /// Makes a time from microseconds since 1970.
  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Makes the time of a date, rounded to the nearest microsecond and kept within the range of 64 bits.
  public init(_ date: Date) {
    let value = (date.timeIntervalSince1970 * 1e6).rounded()
    if let exact = Int64(exactly: value) {
      microseconds = exact
    } else {
      microseconds = value > 0 ? .max : .min
    }
  }

  /// The time as a date, to the nearest that a `Date` can hold.
  public var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1e6) }

  /// Whether one time is before another.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    lhs.microseconds < rhs.microseconds
  }
}
