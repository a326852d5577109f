/// A settings store as simple as can be: every state there ever was, in a list.
///
/// It shares no code with the store, and says what each command must come to.
struct WalkModel {
  enum Side: CaseIterable {
    case value, visibility
  }

  struct Touch: Hashable {
    var name: String
    var side: Side
  }

  /// One side of a setting: what it is, the position that it comes from, and who touched it last.
  struct Cell: Equatable {
    /// A value, or 1 for hidden; nil when unset or shown.
    var content: Int64?
    var effective = 0
    var touched = 0
  }

  typealias State = [Touch: Cell]

  struct Step: Equatable {
    var commits: [Int]
    var token: String?
    /// The commit that put it onto its stack.
    var moved: Int
  }

  enum Expected: Equatable {
    case recorded
    case unchanged
    case failure(String)
  }

  struct Stacks {
    var undo: [Step] = []
    var redo: [Step] = []
  }

  /// The state after each revision, the empty one first.
  private(set) var states: [State] = [[:]]
  /// What each revision touched.
  private(set) var touches: [[Touch]] = [[]]
  private(set) var stacks: [String: Stacks] = [:]
  private(set) var tags: [String: Int] = [:]

  var head: Int { states.count - 1 }
  var now: State { states[head] }

  func content(_ name: String, _ side: Side, at revision: Int) -> Int64? {
    states[revision][Touch(name: name, side: side)]?.content
  }

  mutating func edit(
    _ author: String, _ changes: [(Touch, Int64?)], isStep: Bool = true, token: String? = nil
  ) -> Expected {
    var new = now
    for (touch, content) in changes { new[touch, default: Cell()].content = content }
    var touched: [Touch] = []
    for (touch, _) in changes where !touched.contains(touch) {
      if new[touch]?.content != now[touch]?.content {
        touched.append(touch)
        new[touch]?.effective = head + 1
      }
    }
    guard !touched.isEmpty else { return .unchanged }
    if isStep { push(author, touched, token) }
    record(new, touched)
    return .recorded
  }

  mutating func undo(
    _ author: String, _ count: Int, redo: Bool, all: Bool, force: Bool
  ) -> Expected {
    var (new, stacks) = (now, stacks)
    for _ in 0..<count {
      let owner = all ? newestOwner(stacks, redo) : author
      guard let owner,
        var step = redo ? stacks[owner]?.redo.popLast() : stacks[owner]?.undo.popLast()
      else { return .failure(redo ? "nothingToRedo" : "nothingToUndo") }
      guard restore(step.commits, forward: redo, force, &new) else { return .failure("conflict") }
      step.moved = head + 1
      if redo { stacks[owner]?.undo.append(step) } else { stacks[owner]?.redo.append(step) }
    }
    self.stacks = stacks
    record(new, changed(to: new))
    return .recorded
  }

  mutating func revert(_ author: String, _ revision: Int, force: Bool) -> Expected {
    guard revision > 0, revision <= head else { return .failure("noSuchRevision") }
    guard !touches[revision].isEmpty else { return .failure("nothingToRevert") }
    var new = now
    guard restore([revision], forward: false, force, &new) else { return .failure("conflict") }
    let touched = changed(to: new)
    guard !touched.isEmpty else { return .unchanged }
    push(author, touched, nil)
    record(new, touched)
    return .recorded
  }

  mutating func rollback(_ author: String, to revision: Int, prefix: String) -> Expected {
    var (new, touched) = (now, [Touch]())
    for touch in now.keys where touch.name.hasPrefix(prefix) {
      let then = states[revision][touch] ?? Cell()
      guard then.content != now[touch]?.content else { continue }
      new[touch] = then
      touched.append(touch)
    }
    guard !touched.isEmpty else { return .unchanged }
    push(author, touched, nil)
    record(new, touched)
    return .recorded
  }

  mutating func tag(_ name: String, _ revision: Int?, move: Bool) -> Expected {
    if let revision {
      if tags[name] == revision { return .unchanged }
      if tags[name] != nil, !move { return .failure("tagExists") }
    } else if tags[name] == nil {
      return .failure("noSuchTag")
    }
    tags[name] = revision
    record(now, [])
    return .recorded
  }

  private func newestOwner(_ stacks: [String: Stacks], _ redo: Bool) -> String? {
    let tops = stacks.compactMap { owner, own in
      (redo ? own.redo : own.undo).last.map {
        (owner: owner, moved: $0.moved, last: $0.commits.last ?? 0)
      }
    }
    return tops.max {
      ($0.moved, redo ? -$0.last : $0.last) < ($1.moved, redo ? -$1.last : $1.last)
    }?
    .owner
  }

  /// Brings back what was before some commits, or what they left; false for a conflict.
  private func restore(
    _ commits: [Int], forward: Bool, _ force: Bool, _ new: inout State
  ) -> Bool {
    var seen: Set<Touch> = []
    for first in commits {
      for touch in touches[first] where seen.insert(touch).inserted {
        let last = commits.last { touches[$0].contains(touch) } ?? first
        let (before, after) = (states[first - 1][touch] ?? Cell(), states[last][touch] ?? Cell())
        let (found, target) = forward ? (before, after) : (after, before)
        if !force, (new[touch] ?? Cell()).effective != found.effective { return false }
        new[touch, default: Cell()].content = target.content
        new[touch, default: Cell()].effective = target.effective
      }
    }
    return true
  }

  private func changed(to new: State) -> [Touch] {
    new.keys.filter {
      new[$0]?.content != now[$0]?.content || new[$0]?.effective != (now[$0] ?? Cell()).effective
    }
  }

  private mutating func push(_ author: String, _ touched: [Touch], _ token: String?) {
    var own = stacks[author] ?? Stacks()
    let revision = head + 1
    if let token, let top = own.undo.last, top.token == token, own.redo.isEmpty,
      touched.allSatisfy({ touch in
        let newest = now[touch]?.touched ?? 0
        return newest < top.commits[0] || top.commits.contains(newest)
      })
    {
      own.undo[own.undo.count - 1].commits.append(revision)
      own.undo[own.undo.count - 1].moved = revision
    } else {
      own.undo.append(Step(commits: [revision], token: token, moved: revision))
    }
    own.redo = []
    stacks[author] = own
  }

  private mutating func record(_ new: State, _ touched: [Touch]) {
    var new = new
    for touch in touched { new[touch]?.touched = states.count }
    states.append(new)
    touches.append(touched)
  }
}
