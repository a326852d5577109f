import LMDBKit
import SettingsCore

/// The store's file was replaced by a smaller one: open the path again.
///
/// Nothing was read or written.
package struct RetiredStore: Error {}

extension Ledger {
  /// Puts a copy without free pages in the place of the store's file.
  ///
  /// This ledger and all others of the file are retired then: each meets the mark and throws
  /// ``RetiredStore``.
  package func shrink() throws {
    removeDeadRecords()
    do {
      try environment.swapForCompactCopy {
        try environment.write { transaction -> Completion<Void> in
          try checkNotRetired(in: transaction)
          try environment.copyForSwap()
          try transaction.put(LogTables.main, LogTables.retiredRow, environment.fileToken)
          return .commit(())
        }
      }
    } catch let error as LMDBError where error.code == .storeReplaced {
      // Perhaps by another process that shrank it while this one waited.
      try read { _ in }
      throw error
    }
    signal.wakeAll()
  }

  func checkNotRetired(in transaction: borrowing some Reading & ~Copyable) throws {
    if try Self.isRetired(environment, in: transaction) { throw RetiredStore() }
  }

  /// Whether the file has the mark of a swap.
  ///
  /// A copy of a marked file is another file, and was not meant.
  static func isRetired(
    _ environment: Environment, in transaction: borrowing some Reading & ~Copyable
  ) throws -> Bool {
    try transaction.get(LogTables.main, LogTables.retiredRow) == environment.fileToken
  }

  /// Finishes what a swap may have left when its process ended.
  ///
  /// - Throws: ``RetiredStore`` when the path names another file now, or will in a moment.
  static func finishSwap(of environment: Environment) throws {
    guard try environment.read({ try isRetired(environment, in: $0) }) else {
      return try environment.removeSwapRemains {
        try environment.read { try isRetired(environment, in: $0) }
      }
    }
    try environment.finishSwap {
      try environment.write { transaction -> Completion<Void> in
        try transaction.delete(LogTables.main, LogTables.retiredRow)
        return .commit(())
      }
    }
    throw RetiredStore()
  }
}
