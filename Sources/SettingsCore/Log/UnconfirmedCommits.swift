/// The commits that wait to be confirmed.
package struct UnconfirmedCommits: Hashable, Sendable {
  /// The deadline of each, by its revision.
  package private(set) var deadlines: [Revision: ConfirmationDeadline]

  package init(_ deadlines: [Revision: ConfirmationDeadline] = [:]) { self.deadlines = deadlines }

  package var isEmpty: Bool { deadlines.isEmpty }

  /// Their revisions, oldest first.
  package var revisions: [Revision] { deadlines.keys.sorted() }

  package subscript(revision: Revision) -> ConfirmationDeadline? { deadlines[revision] }

  /// The fold of one commit.
  package mutating func apply(_ commit: SettingsCommit) {
    if let deadline = commit.confirmBy { deadlines[commit.revision] = deadline }
    switch commit.cause {
    case .confirm(let revision), .expire(let revision): deadlines[revision] = nil
    default: break
    }
  }
}
