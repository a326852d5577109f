/// What each author can undo and redo, folded from the beginning of what is kept.
struct WalkStacks {
  /// What a commit does to the stacks.
  enum Act {
    case push(author: String, continues: Int?)
    case move([Int], author: String, redo: Bool)
    case drop(Int)
  }

  struct Step {
    var commits: [Int]
    /// The commit that put it onto its stack.
    var moved: Int
    var first: Int { commits.first ?? 0 }
    var last: Int { commits.last ?? 0 }
  }

  /// An author's steps; the last one of each list is next.
  struct Own {
    var undo: [Step] = []
    var redo: [Step] = []

    subscript(redo isRedo: Bool) -> [Step] {
      get { isRedo ? redo : undo }
      set {
        if isRedo {
          redo = newValue.sorted { $0.first > $1.first }
        } else {
          undo = newValue.sorted { $0.first < $1.first }
        }
      }
    }
  }

  private(set) var own: [String: Own] = [:]

  /// Folds the acts of a log.
  init(_ acts: [(revision: Int, act: Act)] = []) {
    for (revision, act) in acts { apply(act, at: revision) }
  }

  mutating func apply(_ act: Act, at revision: Int) {
    switch act {
    case .push(let author, let continued):
      var steps = own[author] ?? Own()
      if let continued, steps.undo.last?.first == continued, var step = steps.undo.popLast() {
        step.commits.append(revision)
        steps.undo.append(Step(commits: step.commits, moved: revision))
      } else {
        steps.undo.append(Step(commits: [revision], moved: revision))
      }
      steps.redo = []
      own[author] = steps
    case .move(let named, let author, let redo):
      for first in named { move(first, by: revision, preferring: author, redo: redo) }
    case .drop(let first):
      for author in own.keys {
        own[author]?.undo.removeAll { $0.first == first }
        own[author]?.redo.removeAll { $0.first == first }
      }
    }
  }

  private mutating func move(
    _ first: Int, by revision: Int, preferring author: String, redo: Bool
  ) {
    for owner in [author] + own.keys.filter({ $0 != author }) {
      guard let step = own[owner]?[redo: redo].first(where: { $0.first == first }) else { continue }
      own[owner]?[redo: redo].removeAll { $0.first == first }
      own[owner]?[redo: !redo].append(Step(commits: step.commits, moved: revision))
      return
    }
  }

  /// Takes the step off that is next to be undone or redone; an author's, or among all.
  mutating func pop(_ author: String?, redo: Bool) -> Step? {
    guard let owner = author ?? newestOwner(redo) else { return nil }
    return own[owner]?[redo: redo].popLast()
  }

  private func newestOwner(_ redo: Bool) -> String? {
    let tops = own.compactMap { author, own in own[redo: redo].last.map { (author, $0) } }
    return tops.max {
      ($0.1.moved, redo ? -$0.1.last : $0.1.last) < ($1.1.moved, redo ? -$1.1.last : $1.1.last)
    }?.0
  }
}
