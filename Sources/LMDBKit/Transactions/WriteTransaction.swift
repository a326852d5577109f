/// A change of the environment in the making, valid inside the closure of `write`.
///
/// LMDB cannot undo a single change: after one has failed, the whole transaction can only be
/// aborted, so let its error be thrown.
@usableFromInline
package struct WriteTransaction: ~Copyable, Reading {
  @usableFromInline package let context: TransactionContext

  /// Whether anything has been changed; when not, a commit takes no number and writes nothing.
  package var hasChanges: Bool { context.changes > 0 }

  /// Stores a value for a key, in place of the one before.
  /// - Throws: `.badValueSize` for a key outside 1 to 511 bytes (nothing is changed), `.mapFull`
  ///   when the map must grow (`write` does that and runs its closure again).
  @inlinable
  package func put<K, V>(_ table: Table<K, V>, _ key: K, _ value: V) throws {
    try store(table, key, value, appending: false)
  }

  /// Stores a value for a key greater than all others of the table; faster and denser than `put`.
  /// - Throws: `.keyExists` when the key is not the greatest; nothing is changed.
  @inlinable
  package func append<K, V>(_ table: Table<K, V>, _ key: K, _ value: V) throws {
    try store(table, key, value, appending: true)
  }

  /// Removes a key and its value.
  /// - Returns: whether it was there.
  @inlinable
  @discardableResult
  package func delete<K, V>(_ table: Table<K, V>, _ key: K) throws -> Bool {
    try key.withEncoded { try context.delete(table.index, $0) }
  }

  /// Removes every entry of a named table.
  /// - Throws: `.incompatible` for the main table, which holds the others.
  @inlinable
  package func clear<K, V>(_ table: Table<K, V>) throws {
    try context.clear(table.index)
  }

  @inlinable
  func store<K, V>(
    _ table: Table<K, V>, _ key: K, _ value: V, appending: Bool
  ) throws {
    try key.withEncoded { key in
      try value.withEncoded { value in
        try context.put(table.index, key, value, appending: appending)
      }
    }
  }
}

/// How a write ends.
@usableFromInline
package enum Completion<R> {
  /// Make the changes durable and visible, then return the result.
  case commit(R)
  /// Drop the changes and return the result.
  case abort(R)
}
