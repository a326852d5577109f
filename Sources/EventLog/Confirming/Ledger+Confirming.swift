package import SettingsCore

extension Ledger {
  /// The commits that wait to be confirmed, oldest first.
  package func pendingCommits() throws -> [SettingsCommit] {
    try withState { $0.unconfirmed.revisions }.map { try commit($0) }
  }

  /// The commit that ended a commit's wait; nil while it waits, and when it never had to.
  ///
  /// - Complexity: O(number of commits from the one to the other).
  package func end(of revision: Revision) throws -> SettingsCommit? {
    if try withState({ $0.unconfirmed[revision] }) != nil { return nil }
    guard try commit(revision).confirmBy != nil else { return nil }
    var reached = revision
    while true {
      let commits = try following(reached)
      guard let last = commits.last else { return nil }
      for commit in commits {
        switch commit.cause {
        case .confirm(revision), .expire(revision): return commit
        default: break
        }
      }
      reached = last.revision
    }
  }

  /// The names that the end of a wait left as they were, since they had been changed again.
  ///
  /// A mark of a secret that stays for its own sake is no such change (decision record 0014).
  package func kept(of waiting: SettingsCommit, by end: SettingsCommit) throws -> [SettingName] {
    let restored = Set(end.events.map { [$0.name.text, "\($0.side)"] })
    let left = waiting.events.filter { !restored.contains([$0.name.text, "\($0.side)"]) }
    var kept: [SettingName] = []
    for (event, entry) in zip(left, try entries(of: left.map(\.name), at: end.revision)) {
      let isOwnMark = event.kind == .markSecret && entry.secrecySide.effective == waiting.revision
      if !isOwnMark, !kept.contains(event.name) { kept.append(event.name) }
    }
    return kept
  }
}
