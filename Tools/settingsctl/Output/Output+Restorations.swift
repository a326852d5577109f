import SettingsLedger

extension Output {
  /// Prints what was done, or would be, whose commits it was about, and what that changes.
  func restoration(
    _ commit: SettingsCommit, _ changes: [SettingChange], _ shown: Disclosure,
    of store: SettingsStore, isDry: Bool, json: Bool
  ) throws {
    if json {
      guard isDry, case .object(var facts) = JSON(commit, changes, shown) else {
        return line(JSON(commit, changes, shown))
      }
      // The digest is that of a commit which does not exist.
      (facts["digest"], facts["dryRun"]) = (nil, .bool(true))
      return line(.object(facts))
    }
    let sentence = try Text.restoration(commit.cause, isDry: isDry) { revision in
      guard revision > .zero else { return "the empty state" }
      // Whose a commit was that a compaction dropped, nobody knows any more.
      guard try revision > store.compactedRevision else { return "revision \(revision)" }
      let origin = try store.commit(at: revision)
      let reason = origin.reason.map { " (\($0.escapedForTerminal))" } ?? ""
      return "revision \(revision) of \(origin.author.escapedForTerminal)\(reason)"
    }
    let reason = commit.reason.map { "\($0.escapedForTerminal): " } ?? ""
    line(isDry ? sentence : "revision \(commit.revision): \(reason)\(sentence)")
    if changes.isEmpty, commit.cause.kind != "confirm" { line("  no setting changes") }
    table(
      changes.map { ["  \($0.event.kind.word)", Text.name($0.name), Text.effect($0, shown)] })
  }
}

extension Text {
  /// `undid revision 2 of alice`; `whose` tells of a revision whose commit it was.
  fileprivate static func restoration(
    _ cause: CommitCause, isDry: Bool, whose: (Revision) throws -> String
  ) rethrows -> String {
    func list(_ revisions: [Revision]) throws -> String {
      try revisions.map(whose).joined(separator: ", ")
    }
    switch cause {
    case .undo(let revisions): return (isDry ? "would undo " : "undid ") + (try list(revisions))
    case .redo(let revisions): return (isDry ? "would redo " : "redid ") + (try list(revisions))
    case .revert(let revisions):
      return (isDry ? "would revert " : "reverted ") + (try list(revisions))
    case .rollback(let revision, let prefix):
      let what = prefix.map { " \($0.escapedForTerminal)*" } ?? ""
      return (isDry ? "would roll" : "rolled") + "\(what) back to \(try whose(revision))"
    case .confirm(let revision): return "confirmed \(try whose(revision))"
    case .expire(let revision): return "took back \(try whose(revision))"
    default: return cause.kind
    }
  }
}
