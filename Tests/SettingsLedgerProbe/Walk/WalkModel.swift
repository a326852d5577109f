/// A settings store as simple as can be: every state there ever was, in a list.
///
/// It shares no code with the store, and says what each command must come to.
struct WalkModel {
  enum Side: String, Codable, CaseIterable {
    case value, visibility, secrecy
  }

  struct Touch: Hashable, Codable {
    var name: String
    var side: Side
  }

  /// One side of a setting: what it is, the position that it comes from, and who touched it last.
  struct Cell: Equatable {
    /// A value, or 1 for hidden or secret; nil when unset, shown, open or erased.
    var content: Int64?
    var isErased = false
    var effective = 0
    var touched = 0

    func reads(as other: Cell) -> Bool {
      content == other.content && isErased == other.isErased
    }
  }

  typealias State = [Touch: Cell]

  /// The state after each revision, the empty one first; those that were dropped are empty.
  private(set) var states: [State] = [[:]]
  /// What each revision touched.
  private(set) var touches: [[Touch]] = [[]]
  /// What each revision does to the stacks of undo.
  private var acts: [WalkStacks.Act?] = [nil]
  private(set) var stacks = WalkStacks()
  /// The tokens of the commits that are gestures.
  private(set) var tokens: [Int: String] = [:]
  var tags: [String: Int] = [:]
  /// The commits with an idempotency key.
  private var keys: [String: Int] = [:]
  /// The oldest kept commit.
  private(set) var floor = 1

  /// The time of the clock that tells whether a commit was confirmed in time.
  var time = WalkTime()
  /// The commits that wait to be confirmed, and until when.
  var pending: [Int: WalkTime] = [:]
  /// How the wait of others ended, and in which commit.
  var ends: [Int: (commit: Int, isConfirmed: Bool)] = [:]
  /// The commits that erased values, and of which revisions.
  var redactions: [Int: [Int]] = [:]

  var head: Int { states.count - 1 }
  var now: State { states[head] }

  func content(_ name: String, _ side: Side, at revision: Int) -> Int64? {
    states[revision][Touch(name: name, side: side)]?.content
  }

  /// Carries out a command.
  mutating func apply(_ command: WalkCommand) -> WalkOutcome {
    if command.isWrite { takeBackDue() }
    let author = command.author
    switch command.act {
    case .edit(let changes, let policy, let key): return edit(author, changes, policy, key)
    case .pend(let changes, let seconds): return pend(author, changes, seconds)
    case .confirm(let revision): return confirm(revision)
    case .cancel(let revision): return cancel(revision)
    case .undo(let count, let all, let force):
      return move(author, count, redo: false, all: all, force)
    case .redo(let count, let all, let force):
      return move(author, count, redo: true, all: all, force)
    case .revert(let revision, let force): return revert(author, revision, force)
    case .rollback(let revision, let prefix): return rollback(author, revision, prefix)
    case .tag(let name, let revision, let move): return tag(name, revision, move)
    case .redact(let revision, let name, let everywhere):
      return redact(revision, name, everywhere)
    case .compact(let floor, let droppingTags, _): return compact(floor, droppingTags)
    case .shrink, .rebuild: return .done
    }
  }
}

// MARK: - Recording

extension WalkModel {
  var recorded: WalkOutcome { WalkOutcome(word: "recorded", revision: head) }
  func unchanged(at revision: Int) -> WalkOutcome {
    WalkOutcome(word: "unchanged", revision: revision)
  }
  var compacted: WalkOutcome { WalkOutcome(word: "compacted", revision: floor - 1) }

  /// The refusal of a revision whose commit is not there; nil for one that is.
  func refusal(of revision: Int) -> WalkOutcome? {
    if revision == 0 || revision > head { return WalkOutcome(word: "noSuchRevision") }
    return revision < floor ? compacted : nil
  }

  mutating func record(
    _ new: State? = nil, _ touched: [Touch] = [], _ act: WalkStacks.Act? = nil
  ) {
    var new = new ?? now
    for touch in touched { new[touch]?.touched = states.count }
    states.append(new)
    touches.append(touched)
    acts.append(act)
    if let act { stacks.apply(act, at: head) }
  }

  /// Forgets the commits below a floor, and what they did.
  mutating func drop(below floor: Int) {
    for revision in self.floor - 1..<floor - 1 { states[revision] = [:] }
    self.floor = floor
    tags = tags.filter { $0.value >= floor - 1 }
    keys = keys.filter { $0.value >= floor }
    stacks = WalkStacks((floor...head).compactMap { at in acts[at].map { (at, $0) } })
  }

  /// Erases the value that a commit gave a name.
  mutating func erase(_ touch: Touch, of revision: Int) {
    for index in revision...head where states[index][touch]?.touched == revision {
      states[index][touch]?.content = nil
      states[index][touch]?.isErased = true
    }
  }
}

// MARK: - Editing

extension WalkModel {
  private func edited(_ changes: [WalkCommand.Change]) -> (State, [Touch]) {
    var new = now
    for change in changes { new[change.touch, default: Cell()].content = change.content }
    var touched: [Touch] = []
    for touch in changes.map(\.touch) where !touched.contains(touch) {
      guard new[touch]?.content != now[touch]?.content else { continue }
      touched.append(touch)
      new[touch]?.effective = head + 1
    }
    return (new, touched)
  }

  private mutating func edit(
    _ author: String, _ changes: [WalkCommand.Change], _ policy: WalkCommand.Policy,
    _ key: String?
  ) -> WalkOutcome {
    if let used = key.flatMap({ keys[$0] }) { return unchanged(at: used) }
    let (new, touched) = edited(changes)
    if let key { keys[key] = head + 1 }
    guard !touched.isEmpty else {
      // That a key was used is recorded all the same.
      guard key != nil else { return unchanged(at: head) }
      record()
      return recorded
    }
    switch policy {
    case .none: record(new, touched)
    case .step: record(new, touched, .push(author: author, continues: nil))
    case .group(let token):
      let continued = step(of: author, token, continuedBy: touched)
      tokens[head + 1] = token
      record(new, touched, .push(author: author, continues: continued))
    }
    return recorded
  }

  /// The first commit of the step that a gesture goes on with; nil when it begins one.
  private func step(of author: String, _ token: String, continuedBy touched: [Touch]) -> Int? {
    guard let own = stacks.own[author], own.redo.isEmpty, let top = own.undo.last,
      tokens[top.last] == token
    else { return nil }
    let isUndisturbed = touched.allSatisfy { touch in
      let newest = now[touch]?.touched ?? 0
      return newest < top.first || top.commits.contains(newest)
    }
    return isUndisturbed ? top.first : nil
  }

  private mutating func pend(
    _ author: String, _ changes: [WalkCommand.Change], _ seconds: Int
  ) -> WalkOutcome {
    let (new, touched) = edited(changes)
    if touched.contains(where: { waits($0.name) }) { return WalkOutcome(word: "pending") }
    guard !touched.isEmpty else { return unchanged(at: head) }
    record(new, touched, .push(author: author, continues: nil))
    pending[head] = time.later(by: seconds)
    return recorded
  }

  private mutating func tag(_ name: String, _ revision: Int?, _ move: Bool) -> WalkOutcome {
    if let revision {
      if revision > head { return WalkOutcome(word: "noSuchRevision") }
      if revision < floor - 1 { return compacted }
      if tags[name] == revision { return unchanged(at: head) }
      if tags[name] != nil, !move { return WalkOutcome(word: "tagExists") }
    } else if tags[name] == nil {
      return WalkOutcome(word: "noSuchTag")
    }
    tags[name] = revision
    record()
    return recorded
  }
}
