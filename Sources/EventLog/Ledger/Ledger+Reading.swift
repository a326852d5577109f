import LMDBKit
package import SettingsCore

extension Ledger {
  /// Runs a closure with a view of the store at one moment.
  ///
  /// - Throws: ``RetiredStore`` before the closure runs, when the store has another file now.
  func read<R>(_ body: (borrowing ReadTransaction) throws -> R) throws -> R {
    try environment.read { transaction in
      try checkNotRetired(in: transaction)
      return try body(transaction)
    }
  }

  /// Runs a closure that changes the store, as `Environment.write` does.
  ///
  /// - Throws: ``RetiredStore`` before the closure runs, when the store has another file now.
  func write<R>(_ body: (borrowing WriteTransaction) throws -> Completion<R>) throws -> R {
    var decided: Completion<R>?
    do {
      try environment.createAbsentTables()
      return try environment.write { transaction in
        decided = nil
        try checkNotRetired(in: transaction)
        let completion = try body(transaction)
        decided = completion
        return completion
      }
    } catch let error as LMDBError where error.code == .storeReplaced {
      // A file that was replaced right after this by a copy of it has the mark; the copy holds the commit.
      let isRetired = try? environment.read { try Self.isRetired(environment, in: $0) }
      guard isRetired == true else { throw error }
      guard case .commit(let result) = decided else { throw RetiredStore() }
      return result
    }
  }

  /// The stored value of a name; nil when it is unset.
  ///
  /// - Parameter hint: where a key remembers the slot; brought up to date.
  package func value(of name: SettingName, hint: SlotHint?) throws -> SettingValue? {
    try withState { state in
      if let slot = hint?.slot(inStore: number), slot < state.entries.count {
        return state.entries[slot].value
      }
      guard let slot = state.slot(of: name) else { return nil }
      hint?.remember(slot, inStore: number)
      return state.entries[slot].value
    }
  }
}
