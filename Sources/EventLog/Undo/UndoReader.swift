#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// The stacks of undo at a revision: what is saved, and the log's tail on top.
struct UndoReader {
  private var stacks: UndoStacks
  private var head: Revision

  /// Reads the stacks.
  ///
  /// - Parameters:
  ///   - usesTable: false when what is saved cannot be trusted: the log is folded instead.
  /// - Throws: ``DamagedIndex`` when it turns out that what is saved cannot be trusted.
  init(
    through head: Revision, firstOrigin: UUID?, usesTable: Bool,
    in transaction: borrowing some Reading & ~Copyable
  ) throws {
    let saved = usesTable ? try UndoIndex.table.reached(through: head, in: transaction) : nil
    stacks = UndoStacks(hasSaved: saved != nil)
    self.head = head
    let start = try saved ?? LogReading.floor(in: transaction).previous
    try LogReading.forEachRecord(after: start, through: head, in: transaction) {
      let record = try LogReading.record($1, $0, firstOrigin: $0 == 1 ? nil : firstOrigin)
      try apply(record.commit, in: transaction)
    }
  }

  mutating func apply(
    _ commit: SettingsCommit, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    head = commit.revision
    guard let act = UndoAct(commit) else { return }
    try DamagedIndex.naming(UndoIndex.table) {
      try stacks.apply(act) { try UndoIndex.answer($0, in: transaction) }
    }
  }

  /// The step that is next; of an author, or of all.
  func top(
    _ stack: UndoStacks.Stack, of author: AuthorName?,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> OwnedStep? {
    try DamagedIndex.naming(UndoIndex.table) {
      guard let author else {
        return try stacks.top(stack) { try UndoIndex.answer($0, in: transaction) }
      }
      return try stacks.top(author, stack) { try UndoIndex.answer($0, in: transaction) }
        .map { OwnedStep(author, $0) }
    }
  }

  /// Takes the step that is next off its stack, so that the one below is next.
  mutating func move(_ step: OwnedStep, from stack: UndoStacks.Stack) {
    stacks.move(step, from: stack, by: head.next, isTop: true)
  }
}
