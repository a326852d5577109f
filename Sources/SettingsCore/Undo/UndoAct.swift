/// An author, told apart by the bytes of the name.
package struct AuthorName: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (lhs: AuthorName, rhs: AuthorName) -> Bool {
    lhs.text.hasSameBytes(as: rhs.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// What a commit does to the stacks of undo.
package struct UndoAct: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Pushes a step, or continues the one that begins with a revision while it is the author's top;
    /// clears what the author could redo.
    case push(continues: Revision?)
    /// Moves the steps that begin with any of the revisions from undo to redo.
    case undo([Revision])
    /// Moves the steps that begin with any of the revisions from redo to undo.
    case redo([Revision])
    /// Takes away the step that begins with a revision: it was not confirmed, and is taken back already.
    case drop(Revision)
  }

  package let author: AuthorName
  package let revision: Revision
  package let kind: Kind

  /// Nil for a commit that neither pushes nor moves a step: one that is not undoable, changes nothing,
  /// or has a cause that is no step.
  package init?(_ commit: SettingsCommit) {
    switch commit.cause {
    case .undo(let revisions): kind = .undo(revisions)
    case .redo(let revisions): kind = .redo(revisions)
    case .edit, .import, .revert, .rollback:
      guard commit.undo.isUndoable, !commit.events.isEmpty else { return nil }
      kind = .push(continues: commit.undo.continues)
    case .expire(let revision): kind = .drop(revision)
    case .tag, .confirm, .compact, .redact: return nil
    }
    author = AuthorName(commit.author)
    revision = commit.revision
  }
}

/// A step of undo on a stack: the revisions of its commits, oldest first.
package struct StackedStep: Hashable, Sendable {
  /// The commit that the step begins with, and is known by.
  package let first: Revision
  /// The commits that continue it; most steps have none.
  package var rest: [Revision]
  /// The commit that put it onto its stack: its last one, or else an undo or a redo.
  package var moved: Revision

  package init(_ first: Revision, rest: [Revision] = [], moved: Revision? = nil) {
    self.first = first
    self.rest = rest
    self.moved = moved ?? rest.last ?? first
  }

  package var last: Revision { rest.last ?? first }
  package var commits: [Revision] { [first] + rest }
}

/// A step and whose it is.
package struct OwnedStep: Hashable, Sendable {
  package let author: AuthorName
  package let step: StackedStep

  package init(_ author: AuthorName, _ step: StackedStep) {
    self.author = author
    self.step = step
  }
}
