package import LMDBKit
package import SettingsCore

/// What each author can undo and redo, saved as a row a step.
///
/// A row's key is the length of the author's name, the name, the stack and the step's first revision, so
/// that the top of a stack is one seek away. Its content are the distances between the step's commits and
/// the one that put it there.
package struct UndoIndex: Projection {
  package static let table = ProjectionTable("undo", version: 1)

  /// The fold of a log from its beginning, which needs nothing that is saved.
  private var stacks: UndoStacks?
  /// Otherwise what is to be folded on top of what is saved.
  private var acts: [UndoAct] = []

  package init() {}

  package mutating func fold(_ commit: SettingsCommit) {
    if commit.revision == 1 { stacks = UndoStacks(hasSaved: false) }
    guard let act = UndoAct(commit) else { return }
    if stacks == nil { acts.append(act) } else { stacks?.apply(act) { _ in [] } }
  }

  package func rows(_ state: SettingsState) throws -> [ProjectionRow] {
    var folded = stacks ?? UndoStacks(hasSaved: false)
    for act in acts { folded.apply(act) { _ in [] } }
    return folded.layers.flatMap { author, layers in
      layers.flatMap { layer in layer.steps.map { Self.row(author, layer.stack, $0) } }
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
  }

  package func save(
    _ state: SettingsState, in transaction: borrowing WriteTransaction
  ) throws {
    var folded = stacks ?? UndoStacks(hasSaved: true)
    for act in acts { try folded.apply(act) { try Self.answer($0, in: transaction) } }
    for (author, layers) in folded.layers {
      for layer in layers {
        if layer.hidesSaved {
          try Self.table.remove(prefix: Self.prefix(author, layer.stack), in: transaction)
        }
        for first in layer.taken {
          try Self.table.remove(Self.key(author, layer.stack, first), in: transaction)
        }
        for step in layer.steps {
          try Self.table.put(Self.row(author, layer.stack, step), in: transaction)
        }
      }
    }
  }
}

extension UndoIndex {
  /// Looks up what is saved.
  static func answer(
    _ query: UndoStacks.Query, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [OwnedStep] {
    switch query {
    case .step(let author, let stack, let first):
      try step(author, stack, first, in: transaction)
    case .top(let author, let stack, let above, let except):
      try top(author, stack, below: above, except, in: transaction)
    case .owner(let stack, let first):
      try eachAuthor(in: transaction) { try step($0, stack, first, in: transaction) }
    case .tops(let stack):
      try eachAuthor(in: transaction) { try top($0, stack, below: nil, [], in: transaction) }
    }
  }

  private static func step(
    _ author: AuthorName, _ stack: UndoStacks.Stack, _ first: Revision,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> [OwnedStep] {
    let key = key(author, stack, first)
    guard let payload = try table.row(key, in: transaction) else { return [] }
    return [OwnedStep(author, try step(first, payload))]
  }

  private static func top(
    _ author: AuthorName, _ stack: UndoStacks.Stack, below above: Revision?,
    _ except: Set<Revision>, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [OwnedStep] {
    let prefix = prefix(author, stack)
    let end =
      stack == .undo
      ? above?.previous ?? Revision(rawValue: .max) : above?.next ?? .zero
    var found: [OwnedStep] = []
    try table.scan(
      from: prefix + end.rawValue.bigEndianBytes, stack == .undo ? .backward : .forward,
      in: transaction
    ) { row in
      guard row.key.starts(with: prefix) else { return .stop }
      guard let first = UInt64(bigEndian: row.key[prefix.count...]) else { throw DamagedRow() }
      if except.contains(Revision(rawValue: first)) { return .next }
      found = [OwnedStep(author, try step(Revision(rawValue: first), row.payload))]
      return .stop
    }
    return found
  }

  /// - Complexity: O(number of authors), a seek for each.
  private static func eachAuthor(
    in transaction: borrowing some Reading & ~Copyable,
    _ body: (AuthorName) throws -> [OwnedStep]
  ) throws -> [OwnedStep] {
    var found: [OwnedStep] = []
    var start: [UInt8] = []
    while true {
      var name: [UInt8]?
      try table.scan(from: start, .forward, in: transaction) { row in
        guard let length = row.key.first, row.key.count == Int(length) + 10 else {
          throw DamagedRow()
        }
        name = Array(row.key.dropFirst().prefix(Int(length)))
        return .stop
      }
      guard let name else { return found }
      let author = AuthorName(String(decoding: name, as: UTF8.self))
      found += try body(author)
      start = authorPrefix(author) + [.max]
    }
  }
}

// MARK: - Rows

extension UndoIndex {
  private static func authorPrefix(_ author: AuthorName) -> [UInt8] {
    let name = Array(author.text.utf8)
    return [UInt8(truncatingIfNeeded: name.count)] + name
  }

  private static func prefix(_ author: AuthorName, _ stack: UndoStacks.Stack) -> [UInt8] {
    authorPrefix(author) + [stack.rawValue]
  }

  private static func key(
    _ author: AuthorName, _ stack: UndoStacks.Stack, _ first: Revision
  ) -> [UInt8] {
    prefix(author, stack) + first.rawValue.bigEndianBytes
  }

  private static func row(
    _ author: AuthorName, _ stack: UndoStacks.Stack, _ step: StackedStep
  ) -> ProjectionRow {
    ProjectionRow(
      key: key(author, stack, step.first),
      payload: .packed(step.rest + [step.moved], after: step.first))
  }

  private static func step(_ first: Revision, _ payload: [UInt8]) throws -> StackedStep {
    var rest = payload.unpacked(after: first)
    guard let moved = rest.popLast() else { throw DamagedRow() }
    return StackedStep(first, rest: rest, moved: moved)
  }
}
