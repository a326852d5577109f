/// What brings back an earlier state: always by a new commit, never by taking one away.
@nonexhaustive
public enum Restoration: Hashable, Sendable {
  /// Takes back the newest steps.
  case undo(steps: Int = 1, scope: UndoScope = .author, force: Bool = false)
  /// Does the steps again that were undone last.
  case redo(steps: Int = 1, scope: UndoScope = .author, force: Bool = false)
  /// Takes back one commit, wherever in the log it stands.
  case revert(Revision, force: Bool = false)
  /// Brings all settings, or those with a prefix, back to the state after a revision.
  case rollback(to: Revision, prefix: String = "")
}

/// One side of a setting that some commits changed.
package struct TouchedSide: Sendable {
  package let name: SettingName
  package let side: SettingsEvent.Side
  /// The first of the commits that changed it.
  package let first: Revision
  /// The last of the commits that changed it.
  package private(set) var last: Revision
  /// What that commit made of it.
  package private(set) var kind: SettingsEvent.Kind
  /// The effective position that it left.
  package private(set) var left: Revision

  /// The sides that commits changed, in the order of their first changes.
  package static func all(in commits: [SettingsCommit]) -> [TouchedSide] {
    struct Subject: Hashable {
      let name: SettingName
      let side: SettingsEvent.Side
    }
    var sides: [TouchedSide] = []
    var indices: [Subject: Int] = [:]
    for commit in commits {
      for event in commit.events {
        let subject = Subject(name: event.name, side: event.side)
        let left = event.restores ?? commit.revision
        if let index = indices[subject] {
          (sides[index].last, sides[index].kind, sides[index].left) =
            (commit.revision, event.kind, left)
        } else {
          indices[subject] = sides.count
          sides.append(
            TouchedSide(
              name: event.name, side: event.side, first: commit.revision, last: commit.revision,
              kind: event.kind, left: left))
        }
      }
    }
    return sides
  }
}
