package import SettingsCore

/// The facts of a commit that its caller tells.
package struct CommitFacts: Sendable {
  package var author: String
  package var reason: String?
  package var source: String?
  package var cause: CommitCause
  package var idempotencyKey: String?
  package var undo: UndoFacts
  package var confirmBy: ConfirmationDeadline?
  /// How long there is to confirm, counted from the moment of recording; wins over ``confirmBy``.
  package var confirmWithin: Duration?
  /// The head that the caller has seen; another one is a conflict.
  package var expecting: Revision?
  /// What a caller without a closure asks for, to be compared when its idempotency key was used before.
  package var content: [SettingsEvent]?
  package var clock: @Sendable () -> Timestamp

  package init(
    author: String, reason: String? = nil, source: String? = nil, cause: CommitCause = .edit,
    idempotencyKey: String? = nil, undo: UndoFacts = UndoFacts(),
    confirmBy: ConfirmationDeadline? = nil, expecting: Revision? = nil,
    content: [SettingsEvent]? = nil, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.author = author
    self.reason = reason
    self.source = source
    self.cause = cause
    self.idempotencyKey = idempotencyKey
    self.undo = undo
    self.confirmBy = confirmBy
    self.expecting = expecting
    self.content = content
    self.clock = clock
  }
}

/// One commit that is asked for: its facts, and the closure that writes the draft.
package struct CommitRequest {
  package var facts: CommitFacts
  package var body: (inout PendingChanges) throws -> Void

  package init(_ facts: CommitFacts, _ body: @escaping (inout PendingChanges) throws -> Void) {
    self.facts = facts
    self.body = body
  }
}

/// What became of each request of a group.
package typealias CommitResult = Result<CommitOutcome, any Error>
