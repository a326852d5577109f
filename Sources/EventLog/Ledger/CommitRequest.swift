package import SettingsCore

/// The facts of a commit that its caller tells.
package struct CommitFacts: Sendable {
  package var author: String
  package var reason: String?
  package var source: String?
  package var cause: CommitCause
  package var idempotencyKey: String?
  package var undo: UndoFacts
  /// How the commit takes part in undo; with the policy `step`, as ``undo`` says.
  package var policy: UndoPolicy
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
    idempotencyKey: String? = nil, undo: UndoFacts = UndoFacts(), policy: UndoPolicy = .step,
    confirmBy: ConfirmationDeadline? = nil, expecting: Revision? = nil,
    content: [SettingsEvent]? = nil, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.author = author
    self.reason = reason
    self.source = source
    self.cause = cause
    self.idempotencyKey = idempotencyKey
    self.undo = undo
    self.policy = policy
    self.confirmBy = confirmBy
    self.expecting = expecting
    self.content = content
    self.clock = clock
  }
}

/// One commit that is asked for: its facts, and what it is to do.
package struct CommitRequest {
  package enum Work {
    /// A closure writes the draft.
    case draft((inout PendingChanges) throws -> Void)
    /// An earlier state is brought back.
    case restore(Restoration)
    /// A tag is set or deleted.
    case tag(TagChange)
    /// A commit that waits to be confirmed is kept.
    case confirm(Revision)
    /// A commit that waits to be confirmed is taken back.
    case takeBack(Revision)
  }

  package var facts: CommitFacts
  package var work: Work

  package init(_ facts: CommitFacts, _ work: Work) {
    self.facts = facts
    self.work = work
  }

  package init(_ facts: CommitFacts, _ body: @escaping (inout PendingChanges) throws -> Void) {
    self.init(facts, .draft(body))
  }
}

/// What is to become of a tag.
package struct TagChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// It stands at a revision, or at the head when nil.
    case set(Revision?, moves: Bool)
    case delete
  }

  package let name: String
  package let kind: Kind

  package init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// What became of each request of a group.
package typealias CommitResult = Result<CommitOutcome, any Error>
