import SettingsLedger

extension WalkCommand {
  /// Carries the command out on a store.
  ///
  /// - Parameters:
  ///   - reason: marks what it records; no two commands have the same.
  ///   - checksPreview: whether a preview must say what is then done: nobody else writes.
  /// - Returns: what came of it, which an error of the store is too.
  func perform(
    on store: SettingsStore, reason: String, checksPreview: Bool
  ) throws -> WalkOutcome {
    do {
      return try outcome(store.withAuthor(author), reason, checksPreview)
    } catch let error as SettingsError {
      return WalkOutcome(error)
    }
  }

  private func outcome(
    _ store: SettingsStore, _ reason: String, _ checksPreview: Bool
  ) throws -> WalkOutcome {
    switch act {
    case .edit(let changes, let policy, let key):
      return WalkOutcome(
        try store.commit(reason: reason, undo: policy.undo, idempotencyKey: key) {
          try Self.write(changes, &$0)
        })
    case .pend(let changes, let seconds):
      let pending = try store.commit(confirmWithin: .seconds(seconds), reason: reason) {
        try Self.write(changes, &$0)
      }
      return try Self.outcome(of: pending, store, reason)
    case .confirm(let revision):
      return WalkOutcome(try store.confirm(Revision(revision), reason: reason))
    case .cancel(let revision):
      return WalkOutcome(try store.cancel(Revision(revision), reason: reason))
    case .undo(let count, let all, let force):
      return WalkOutcome(
        try store.undo(
          steps: count, scope: all ? .allAuthors : .author, force: force, reason: reason))
    case .redo(let count, let all, let force):
      return WalkOutcome(
        try store.redo(
          steps: count, scope: all ? .allAuthors : .author, force: force, reason: reason))
    case .revert(let revision, let force):
      return WalkOutcome(try store.revert(Revision(revision), force: force, reason: reason))
    case .rollback(let revision, let prefix):
      return WalkOutcome(
        try store.rollback(to: .revision(Revision(revision)), prefix: prefix, reason: reason))
    case .tag(let name, let revision?, let move):
      return WalkOutcome(
        try store.tag(name, at: .revision(Revision(revision)), move: move, reason: reason))
    case .tag(let name, nil, _): return WalkOutcome(try store.deleteTag(name, reason: reason))
    case .redact(let revision, let name, let everywhere):
      return try Self.redact(
        store, Revision(revision), SettingName(name), everywhere, reason, checksPreview)
    case .compact(let floor, let droppingTags, let shrinking):
      return try Self.compact(
        store, Revision(floor), droppingTags, shrinking, reason, checksPreview)
    case .shrink:
      try store.shrink()
      return .done
    case .rebuild:
      try store.rebuild()
      return .done
    }
  }

  static func outcome(
    of pending: PendingCommit?, _ store: SettingsStore, _ reason: String
  ) throws -> WalkOutcome {
    guard let pending else {
      return WalkOutcome(word: "unchanged", revision: store.revision.number)
    }
    guard pending.commit.reason == reason else {
      throw WalkDifference("revision \(pending.revision), which waits, is not the one asked for")
    }
    return WalkOutcome(.recorded(pending.commit))
  }

  static func write(_ changes: [Change], _ draft: inout CommitDraft) throws {
    for change in changes {
      let name = try SettingName(change.touch.name)
      switch change.touch.side {
      case .value: draft[name] = change.content.map { .integer($0) }
      case .visibility: draft.setHidden(name, change.content != nil)
      case .secrecy where change.content != nil: draft.markSecret(name)
      case .secrecy: draft.unmarkSecret(name)
      }
    }
  }

  private static func redact(
    _ store: SettingsStore, _ revision: Revision, _ name: SettingName, _ everywhere: Bool,
    _ reason: String, _ checksPreview: Bool
  ) throws -> WalkOutcome {
    let preview =
      checksPreview ? try? store.redactionPreview(revision, name, everywhere: everywhere) : nil
    let done = try store.redact(revision, name, everywhere: everywhere, reason: reason)
    // Not their digests: what takes the place of a row of the baseline has a nonce of its own.
    if checksPreview,
      preview?.redactions.map(\.revision) != done.redactions.map(\.revision)
        || preview?.remaining != done.remaining
    {
      throw WalkDifference("a redaction is not what its preview said")
    }
    return WalkOutcome(
      word: "recorded", revision: done.commit?.revision.number,
      detail:
        "erased \(done.redactions.map(\.revision.number)), remaining \(done.remaining.map(\.number))"
    )
  }

  private static func compact(
    _ store: SettingsStore, _ floor: Revision, _ droppingTags: Bool, _ shrinking: Bool,
    _ reason: String, _ checksPreview: Bool
  ) throws -> WalkOutcome {
    let preview = checksPreview ? try? store.compactionPreview(keeping: .revision(floor)) : nil
    let done = try store.compact(
      keeping: .revision(floor), droppingTags: droppingTags, shrinking: shrinking, reason: reason)
    if checksPreview,
      preview?.commits != done.droppedCommits || preview?.oldestKept != done.oldestKept
        || preview?.tags != done.droppedTags || preview?.pending != []
    {
      throw WalkDifference("a compaction is not what its preview said")
    }
    let (kept, count) = (done.oldestKept.number, done.droppedCommits)
    return WalkOutcome(
      word: done.commit == nil ? "unchanged" : "recorded", revision: done.commit?.revision.number,
      detail: "keeps \(kept), drops \(count) and \(done.droppedTags)")
  }
}

extension WalkOutcome {
  init(_ outcome: CommitOutcome) {
    self.init(
      word: outcome.commit == nil ? "unchanged" : "recorded", revision: outcome.revision.number)
  }

  init(_ error: SettingsError) {
    self.init(
      word: error.code.rawValue,
      revision: error.code == .compacted ? error.revision.map(\.number) : nil)
  }
}

extension WalkCommand.Policy {
  var undo: UndoPolicy {
    switch self {
    case .step: .step
    case .none: .none
    case .group(let token): .group(token)
    }
  }
}

extension Revision {
  init(_ number: Int) { self.init(rawValue: UInt64(number)) }

  var number: Int { Int(rawValue) }
}

/// A store is not what the model says.
struct WalkDifference: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
