import Foundation
import SettingsLedger

/// What must be the same in the store and in the model.
extension RandomWalk {
  func demand(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw WalkDifference(what() + " differ") }
  }

  mutating func compareState() throws {
    for handle in handles {
      try compareState(of: handle)
      try compareDigest(at: model.head, in: handle)
    }
  }

  mutating func compareDigest(at revision: Int, in store: SettingsStore) throws {
    let digest = try store.digest(at: Revision(revision))
    try demand(digests[revision, default: digest] == digest, "digests of \(revision)")
    digests[revision] = digest
  }

  func compareState(of store: SettingsStore) throws {
    try demand(
      store.revision.number == model.head, "revisions \(store.revision) and \(model.head)")
    try compare(try store.snapshot().state, at: model.head)
  }

  private func compare(_ state: SettingsState, at revision: Int) throws {
    var found: [WalkModel.Touch: WalkModel.Cell] = [:]
    for name in state.names() {
      found[.init(name: name.text, side: .value), default: .init()].content = integer(state[name])
    }
    for name in WalkCommand.names.compactMap({ try? SettingName($0) }) where state.isRedacted(name)
    {
      found[.init(name: name.text, side: .value), default: .init()].isErased = true
    }
    for name in state.hiddenNames() {
      found[.init(name: name.text, side: .visibility), default: .init()].content = 1
    }
    for name in state.secretNames() {
      found[.init(name: name.text, side: .secrecy), default: .init()].content = 1
    }
    let expected = model.states[revision].filter { $0.value.content != nil || $0.value.isErased }
    for touch in Set(expected.keys).union(found.keys) {
      let (expected, found) = (expected[touch] ?? .init(), found[touch] ?? .init())
      try demand(expected.reads(as: found), "\(touch.side)s of \(touch.name) at \(revision)")
    }
  }

  func compareStacks(of store: SettingsStore) throws {
    for author in WalkCommand.authors {
      let own = model.stacks.own[author] ?? .init()
      let store = store.withAuthor(author)
      func revisions(_ steps: [UndoStep]) -> [[Int]] {
        steps.map { $0.commits.map(\.revision.number) }
      }
      let (undo, redo) = (
        try revisions(store.undoableSteps()), try revisions(store.redoableSteps())
      )
      let (undone, redone) = (
        own.undo.reversed().map(\.commits), own.redo.reversed().map(\.commits)
      )
      try demand(undo == undone, "\(undo) and \(undone), steps of \(author) to undo,")
      try demand(redo == redone, "\(redo) and \(redone), steps of \(author) to redo,")
    }
    let tags = try store.tags().map { ($0.name, $0.revision.number) }
    try demand(Dictionary(tags) { $1 } == model.tags, "tags")
    let pending = try store.pendingCommits().map(\.revision.number)
    try demand(pending == model.pending.keys.sorted(), "commits that wait")
    try demand(try store.compactedRevision.number == model.floor - 1, "floors")
  }

  /// An earlier state, the history of a setting, and the commits from there on; or that they were dropped.
  mutating func comparePast(at revision: Int) throws {
    let store = handles[1]
    let point = HistoryPoint.revision(Revision(revision))
    let dropped = model.floor - 1
    if revision >= dropped {
      try compareDigest(at: revision, in: store)
      try compare(try store.snapshot(at: point).state, at: revision)
      let commits = try store.commits(after: Revision(revision), limit: .max)
      try demand(
        commits.map(\.revision.number) == Array(revision + 1..<model.head + 1),
        "commits after \(revision)")
      for commit in commits {
        let touches = Set(commit.events.map { touch(of: $0) })
        try demand(
          touches == Set(model.touches[commit.revision.number]), "events of \(commit.revision)")
      }
    } else {
      for read in [
        { _ = try store.snapshot(at: point) },
        { _ = try store.commits(after: Revision(revision), limit: 1) },
        { _ = try store.records(after: Revision(revision), limit: 1) },
        { _ = try store.diff(from: point) },
      ] as [() throws -> Void] {
        do {
          try read()
          throw WalkDifference("what comes after \(revision) was dropped, and could be read")
        } catch let error as SettingsError where error.code == .compacted {
          try demand(error.revision?.number == dropped, "\(error.message): revisions")
        }
      }
    }
    try compareHistory(of: WalkCommand.names[random.below(WalkCommand.names.count)], in: store)
    try compareBlame(of: store)
  }

  private func compareBlame(of store: SettingsStore) throws {
    for line in try store.blame() {
      let touched = WalkModel.Side.allCases.compactMap {
        model.now[WalkModel.Touch(name: line.name.text, side: $0)]?.touched
      }
      try demand(touched.max() == line.revision.number, "last changes of \(line.name)")
      try demand((line.commit == nil) == (line.revision.number < model.floor), "dropped commits")
    }
  }

  private func compareHistory(of name: String, in store: SettingsStore) throws {
    let changes = try store.history(of: SettingName(name)).filter { $0.event.side == .value }
    let touch = WalkModel.Touch(name: name, side: .value)
    let revisions = (model.floor..<model.head + 1).filter { model.touches[$0].contains(touch) }
    try demand(changes.map(\.commit.revision.number) == revisions, "the histories of \(name)")
    for change in changes {
      let revision = change.commit.revision.number
      let (old, new) = (model.states[revision - 1][touch], model.states[revision][touch])
      let (before, after) = (
        WalkModel.Cell(content: integer(change.old), isErased: change.oldIsRedacted),
        WalkModel.Cell(content: integer(change.new), isErased: change.newIsRedacted)
      )
      try demand(
        before.reads(as: old ?? .init()) && after.reads(as: new ?? .init()),
        "changes of \(name) at \(revision)")
    }
  }

  private func integer(_ value: SettingValue?) -> Int64? {
    if case .integer(let number)? = value { number } else { nil }
  }

  private func touch(of event: SettingsEvent) -> WalkModel.Touch {
    let side: WalkModel.Side =
      switch event.side {
      case .value: .value
      case .visibility: .visibility
      case .secrecy: .secrecy
      }
    return WalkModel.Touch(name: event.name.text, side: side)
  }

  /// The store is as it was recorded, and says what was erased.
  func verify() throws {
    let report = try handles[model.head % 2].verify()
    try demand(report.redacted.map(\.number) == model.redacted, "erased revisions")
  }
}
