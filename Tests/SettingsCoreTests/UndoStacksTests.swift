import Foundation
import SettingsCore
import Testing

/// The fold of the stacks of undo, held against stacks that are nothing but lists.
@Suite struct UndoStacksTests {
  private typealias Stack = UndoStacks.Stack

  private func act(
    _ revision: Revision, _ author: String = "alice", _ cause: CommitCause = .edit,
    undo: UndoFacts = UndoFacts(), events: [SettingsEvent] = [SettingsEvent("x", .reset)]
  ) -> UndoAct? {
    UndoAct(
      SettingsCommit(
        revision: revision, time: Timestamp(microseconds: 1), author: author, origin: UUID(),
        cause: cause, undo: undo, events: events))
  }

  private func folded(_ acts: [UndoAct?]) -> UndoStacks {
    acts.reduce(into: UndoStacks(hasSaved: false)) { stacks, act in
      if let act { stacks.apply(act) { _ in [] } }
    }
  }

  private func steps(_ stacks: UndoStacks, _ stack: Stack, _ author: String = "alice")
    -> [[Revision]]
  {
    var (stacks, steps) = (stacks, [[Revision]]())
    while let step = stacks.top(AuthorName(author), stack, { _ in [] }) {
      steps.append(step.commits)
      stacks.move(OwnedStep(AuthorName(author), step), from: stack, by: 1000)
    }
    return steps
  }

  @Test func `edits, imports, reverts and rollbacks with events are steps, nothing else is`() {
    let steps: [CommitCause] = [.edit, .import, .revert(of: [1]), .rollback(to: 1, prefix: nil)]
    for cause in steps {
      #expect(act(1, "a", cause)?.kind == .push(continues: nil))
      #expect(act(1, "a", cause, events: []) == nil)
      #expect(act(1, "a", cause, undo: UndoFacts(isUndoable: false)) == nil)
    }
    let others: [CommitCause] = [
      .tag("t", 1), .confirm(of: 1), .redact([]),
      .compact(.init(floor: 1, baseline: .zero)),
    ]
    for cause in others { #expect(act(1, "a", cause) == nil) }
    #expect(act(9, "a", .undo(of: [1]), events: [])?.kind == .undo([1]))
    #expect(act(9, "a", .expire(of: 1), events: [])?.kind == .drop(1))
  }

  @Test func `a commit continues a step only while that is its author's top`() {
    let goesOn = UndoFacts(continues: 1)
    let stacks = folded([
      act(1), act(2, "bob"), act(3, undo: goesOn), act(4), act(5, undo: goesOn),
    ])
    #expect(steps(stacks, .undo) == [[5], [4], [1, 3]])
  }

  @Test func `steps that are named by their first commits move, from wherever they stand`() {
    let edits = [act(1), act(2, undo: UndoFacts(continues: 1)), act(3), act(4)]
    let undone = folded(edits + [act(5, "bob", .undo(of: [2, 1, 4]))])
    #expect(steps(undone, .undo) == [[3]] && steps(undone, .redo) == [[1, 2], [4]])
    #expect(steps(undone, .undo, "bob").isEmpty)
    let redone = folded(edits + [act(5, "bob", .undo(of: [1])), act(6, "eve", .redo(of: [1]))])
    #expect(steps(redone, .undo) == [[4], [3], [1, 2]])
    let again = folded(edits + [act(5, "bob", .undo(of: [1, 99])), act(6)])
    #expect(steps(again, .redo).isEmpty, "a new step clears what could be redone")
  }

  @Test(arguments: 0..<20)
  func `lying on a saved fold gives the same as folding everything`(seed: Int) {
    var random = Random(state: UInt64(seed))
    let authors = ["alice", "bob", "e\u{301}ve", "\u{e9}ve"]
    var model = authors.map { _ in Lists() }
    var acts: [UndoAct] = []
    for number in 1...300 {
      let revision = Revision(rawValue: UInt64(number))
      let index = random.below(authors.count)
      let owner = random.below(4) == 0 ? random.below(authors.count) : index
      var new: UndoAct?
      switch random.below(7) {
      case 0...2:
        let top = model[index].undo.last?.first
        let continued = random.below(3) == 0 ? top : nil
        new = act(revision, authors[index], undo: UndoFacts(continues: continued))
        model[index].push(revision, continues: continued != nil)
      case 3...4:
        if let step = model[owner].undo.popLast() {
          new = act(revision, authors[index], .undo(of: step))
          model[owner].redo.append(step)
        }
      case 5:
        let all = model[owner].undo + model[owner].redo
        guard let dropped = all.isEmpty ? nil : all[random.below(all.count)].first else { continue }
        new = act(revision, authors[index], .expire(of: dropped))
        model[owner].undo.removeAll { $0.first == dropped }
        model[owner].redo.removeAll { $0.first == dropped }
      default:
        if let step = model[owner].redo.popLast() {
          new = act(revision, authors[index], .redo(of: step))
          model[owner].undo.append(step)
        }
      }
      if let new { acts.append(new) }
    }
    let split = random.below(acts.count)
    let saved = folded(Array(acts[..<split]))
    let lookup: UndoStacks.Lookup = { answer($0, saved) }
    var stacks = UndoStacks(hasSaved: true)
    for act in acts[split...] { try? stacks.apply(act, lookup) }
    for (author, lists) in zip(authors, model) {
      let name = AuthorName(author)
      for (stack, expected) in [(Stack.undo, lists.undo), (.redo, lists.redo)] {
        var (rest, found) = (stacks, [[Revision]]())
        while let step = try? rest.top(name, stack, lookup) {
          found.append(step.commits)
          rest.move(OwnedStep(name, step), from: stack, by: 1000, isTop: true)
        }
        #expect(found == expected.reversed(), "seed \(seed), \(author), split at \(split)")
      }
    }
    let newest = model.compactMap(\.undo.last?.last).max()
    #expect((try? stacks.top(.undo, lookup))?.step.last == newest, "seed \(seed)")
  }

  /// What a table would answer that holds a fold.
  private func answer(_ query: UndoStacks.Query, _ saved: UndoStacks) -> [OwnedStep] {
    func all(_ stack: Stack) -> [OwnedStep] {
      saved.layers.flatMap { author, layers in
        layers[Int(stack.rawValue)].steps.map { OwnedStep(author, $0) }
      }
    }
    switch query {
    case .step(let author, let stack, let first):
      return all(stack).filter { $0.author == author && $0.step.first == first }
    case .owner(let stack, let first): return all(stack).filter { $0.step.first == first }
    case .tops(let stack):
      return saved.layers.keys.flatMap { answer(.top($0, stack, below: nil, except: []), saved) }
    case .top(let author, let stack, let above, let except):
      let steps = all(stack).filter { $0.author == author && !except.contains($0.step.first) }
        .filter { step in
          above.map { stack == .undo ? step.step.first < $0 : step.step.first > $0 } ?? true
        }
        .sorted { $0.step.first < $1.step.first }
      return (stack == .undo ? steps.last : steps.first).map { [$0] } ?? []
    }
  }
}

/// An author's stacks as lists, the top last.
private struct Lists {
  var undo: [[Revision]] = []
  var redo: [[Revision]] = []

  mutating func push(_ revision: Revision, continues: Bool) {
    if continues, let top = undo.popLast() {
      undo.append(top + [revision])
    } else {
      undo.append([revision])
    }
    redo = []
  }
}

private struct Random {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
