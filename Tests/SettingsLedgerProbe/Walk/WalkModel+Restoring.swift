/// Undo, redo, revert and rollback.
extension WalkModel {
  mutating func move(
    _ author: String, _ count: Int, redo: Bool, all: Bool, _ force: Bool
  ) -> WalkOutcome {
    var (new, rest, moved) = (now, stacks, [Int]())
    for _ in 0..<count {
      guard let step = rest.pop(all ? nil : author, redo: redo) else {
        return WalkOutcome(word: redo ? "nothingToRedo" : "nothingToUndo")
      }
      guard restore(step.commits, forward: redo, force, &new) else {
        return WalkOutcome(word: "conflict")
      }
      moved += step.commits
    }
    let touched = changed(to: new)
    if holdsErased(new, touched) { return WalkOutcome(word: "redacted") }
    record(new, touched, .move(moved, author: author, redo: redo))
    return recorded
  }

  mutating func revert(_ author: String, _ revision: Int, _ force: Bool) -> WalkOutcome {
    if let refusal = refusal(of: revision) { return refusal }
    guard !touches[revision].isEmpty else { return WalkOutcome(word: "nothingToRevert") }
    var new = now
    guard restore([revision], forward: false, force, &new) else {
      return WalkOutcome(word: "conflict")
    }
    return step(author, to: new, changed(to: new))
  }

  mutating func rollback(_ author: String, _ revision: Int, _ prefix: String) -> WalkOutcome {
    if revision > head { return WalkOutcome(word: "noSuchRevision") }
    if revision < floor - 1 { return compacted }
    var (new, touched) = (now, [Touch]())
    for (touch, cell) in now where touch.side != .secrecy && touch.name.hasPrefix(prefix) {
      let then = states[revision][touch] ?? Cell()
      guard !then.reads(as: cell) else { continue }
      new[touch] = then
      touched.append(touch)
    }
    return step(author, to: new, touched)
  }

  private mutating func step(
    _ author: String, to new: State, _ touched: [Touch]
  ) -> WalkOutcome {
    if holdsErased(new, touched) { return WalkOutcome(word: "redacted") }
    guard !touched.isEmpty else { return unchanged(at: head) }
    record(new, touched, .push(author: author, continues: nil))
    return recorded
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
        if !forward, target.content == nil, keepsMark(touch) { continue }
        let isThere = touch.side == .secrecy && target.content != nil && new[touch]?.content != nil
        if !force, !isThere, (new[touch] ?? Cell()).effective != found.effective { return false }
        new[touch, default: Cell()].content = target.content
        new[touch, default: Cell()].isErased = target.isErased
        new[touch, default: Cell()].effective = target.effective
      }
    }
    return true
  }

  /// Whether a setting stays secret when what marked it is taken back: it was given a value since.
  func keepsMark(_ touch: Touch) -> Bool {
    guard touch.side == .secrecy, let mark = now[touch], mark.content != nil else { return false }
    return now[Touch(name: touch.name, side: .value)].map { $0.touched >= mark.effective } ?? false
  }

  private func changed(to new: State) -> [Touch] {
    new.keys.filter { touch in
      let (then, now) = (new[touch] ?? Cell(), now[touch] ?? Cell())
      return !then.reads(as: now) || then.effective != now.effective
    }
  }

  private func holdsErased(_ new: State, _ touched: [Touch]) -> Bool {
    touched.contains { new[$0]?.isErased ?? false }
  }
}
