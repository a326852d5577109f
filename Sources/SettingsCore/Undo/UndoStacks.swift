/// What each author can undo and redo: the fold of the log's acts, on top of what was saved.
///
/// The steps that an author could undo are ordered by their first commits, and so are those that can be
/// redone: the newest of the former is undone next, the oldest of the latter is redone next. That is the
/// order of stacks, since a new step clears what could be redone.
///
/// What is saved is looked up when an act needs it, by a closure that each call is given.
package struct UndoStacks: Sendable {
  /// One of an author's two stacks.
  package enum Stack: UInt8, CaseIterable, Sendable {
    case undo = 0
    case redo = 1

    var other: Stack { self == .undo ? .redo : .undo }

    /// Whether a step came onto the stack before another one, which may be another author's; several that
    /// one commit moved came one after the other.
    fileprivate func isBelow(_ step: StackedStep, _ other: StackedStep) -> Bool {
      guard step.moved == other.moved else { return step.moved < other.moved }
      return self == .undo ? step.last < other.last : step.last > other.last
    }
  }

  /// A question to what is saved.
  package enum Query {
    /// The step of an author that begins with a revision.
    case step(AuthorName, Stack, first: Revision)
    /// The author's top step below one that begins with a revision, but for those that begin with some.
    case top(AuthorName, Stack, below: Revision?, except: Set<Revision>)
    /// The step that begins with a revision, whosever it is.
    case owner(Stack, first: Revision)
    /// The top step of every author.
    case tops(Stack)
  }

  package typealias Lookup = (Query) throws -> [OwnedStep]

  /// The changes of one stack.
  package struct Layer: Sendable {
    package let stack: Stack
    /// Steps that are not saved, or not so; the last one is the top.
    package fileprivate(set) var steps: [StackedStep] = []
    /// Saved steps that were taken off, or are among ``steps`` now, by their first commits.
    package fileprivate(set) var taken: Set<Revision> = []
    /// The saved step that all those were taken off with that were above it: none need be looked at.
    fileprivate var lowest: Revision?
    /// Whether nothing that is saved counts any more.
    package fileprivate(set) var hidesSaved: Bool
  }

  private let hasSaved: Bool
  package private(set) var layers: [AuthorName: [Layer]] = [:]

  /// The stacks before any act.
  ///
  /// - Parameter hasSaved: whether they lie on saved ones; without, nothing is ever looked up.
  package init(hasSaved: Bool) { self.hasSaved = hasSaved }

  private func layer(_ author: AuthorName, _ stack: Stack) -> Layer {
    layers[author]?[Int(stack.rawValue)] ?? Layer(stack: stack, hidesSaved: !hasSaved)
  }

  private mutating func change(
    _ author: AuthorName, _ stack: Stack, _ body: (inout Layer) -> Void
  ) {
    let fresh = Stack.allCases.map { Layer(stack: $0, hidesSaved: !hasSaved) }
    body(&layers[author, default: fresh][Int(stack.rawValue)])
  }
}

extension UndoStacks {
  /// The fold of one act.
  package mutating func apply(_ act: UndoAct, _ saved: Lookup) rethrows {
    switch act.kind {
    case .push(let continued): try push(act, continued, saved)
    case .undo(let revisions): try move(revisions, from: .undo, act, saved)
    case .redo(let revisions): try move(revisions, from: .redo, act, saved)
    case .drop(let revision):
      for stack in Stack.allCases {
        guard let step = try step(revision, on: stack, act.author, saved) else { continue }
        change(step.author, stack) { $0.remove(revision) }
      }
    }
  }

  /// The step of an author that is next to be undone or redone.
  package func top(
    _ author: AuthorName, _ stack: Stack, _ saved: Lookup
  ) rethrows -> StackedStep? {
    let layer = layer(author, stack)
    let below =
      layer.hidesSaved
      ? nil
      : try saved(
        .top(author, stack, below: layer.lowest, except: layer.taken)
      ).first?.step
    guard let own = layer.steps.last else { return below }
    return below.map { layer.isAbove($0, own) } == true ? below : own
  }

  /// Of the steps that are next to be undone or redone, among all authors', the one that came last onto
  /// its stack: what was done or undone last is taken back first.
  ///
  /// - Complexity: O(number of authors).
  package func top(_ stack: Stack, _ saved: Lookup) rethrows -> OwnedStep? {
    let others = hasSaved ? try saved(.tops(stack)).map(\.author) : []
    let tops = try Set(layers.keys).union(others).compactMap { author in
      try top(author, stack, saved).map { OwnedStep(author, $0) }
    }
    return tops.max { stack.isBelow($0.step, $1.step) }
  }

  /// Takes a step off one stack of its author and puts it onto the other.
  ///
  /// - Parameters:
  ///   - revision: the commit that does so.
  ///   - isTop: whether the step is known to be its author's top, so that the next is found below it.
  package mutating func move(
    _ step: OwnedStep, from stack: Stack, by revision: Revision, isTop: Bool = false
  ) {
    change(step.author, stack) { $0.remove(step.step.first, isTop: isTop) }
    let moved = StackedStep(step.step.first, rest: step.step.rest, moved: revision)
    change(step.author, stack.other) { $0.insert(moved) }
  }

  private mutating func push(
    _ act: UndoAct, _ continued: Revision?, _ saved: Lookup
  ) rethrows {
    var step = StackedStep(act.revision)
    if let continued, let top = try top(act.author, .undo, saved), top.first == continued {
      change(act.author, .undo) { $0.remove(continued) }
      step = StackedStep(top.first, rest: top.rest + [act.revision])
    }
    change(act.author, .undo) { $0.insert(step) }
    change(act.author, .redo) { $0.clear() }
  }

  private mutating func move(
    _ revisions: [Revision], from stack: Stack, _ act: UndoAct, _ saved: Lookup
  ) rethrows {
    var moved: Set<Revision> = []
    // A step's first commit comes before those that continue it, which need not be looked for.
    for revision in revisions.sorted() where !moved.contains(revision) {
      guard let step = try step(revision, on: stack, act.author, saved) else { continue }
      move(step, from: stack, by: act.revision)
      moved.formUnion(step.step.rest)
    }
  }

  /// The step that begins with a revision: the author's own, else anybody's.
  private func step(
    _ first: Revision, on stack: Stack, _ author: AuthorName, _ saved: Lookup
  ) rethrows -> OwnedStep? {
    let own = layer(author, stack)
    if let step = own.step(first) { return OwnedStep(author, step) }
    if !own.hides(first), let step = try saved(.step(author, stack, first: first)).first {
      return step
    }
    for (other, layers) in layers where other != author {
      if let step = layers[Int(stack.rawValue)].step(first) { return OwnedStep(other, step) }
    }
    guard hasSaved, let step = try saved(.owner(stack, first: first)).first else { return nil }
    return layer(step.author, stack).hides(first) ? nil : step
  }
}

extension UndoStacks.Layer {
  /// Whether a step is taken before another.
  fileprivate func isAbove(_ step: StackedStep, _ other: StackedStep) -> Bool {
    stack == .undo ? step.first > other.first : step.first < other.first
  }

  fileprivate func hides(_ first: Revision) -> Bool { hidesSaved || taken.contains(first) }

  /// Where a step is, or would have to be.
  private func index(of first: Revision) -> Int {
    let sought = StackedStep(first)
    var (low, high) = (0, steps.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(sought, steps[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate func step(_ first: Revision) -> StackedStep? {
    let index = index(of: first)
    return index < steps.count && steps[index].first == first ? steps[index] : nil
  }

  fileprivate mutating func insert(_ step: StackedStep) {
    let index = index(of: step.first)
    if index < steps.count, steps[index].first == step.first {
      steps[index] = step
    } else {
      steps.insert(step, at: index)
    }
  }

  fileprivate mutating func remove(_ first: Revision, isTop: Bool = false) {
    if step(first) != nil {
      steps.remove(at: index(of: first))
    } else if isTop {
      lowest = first
    }
    if !hidesSaved { taken.insert(first) }
  }

  fileprivate mutating func clear() {
    steps = []
    taken = []
    hidesSaved = true
  }
}
