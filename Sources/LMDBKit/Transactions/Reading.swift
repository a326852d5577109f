/// What can be read in a transaction, be it a read or a write.
///
/// Write functions as `func f(_ transaction: borrowing some Reading & ~Copyable)` to use them in
/// both. Everything read in one transaction belongs to one moment; a write sees its own changes.
@usableFromInline
package protocol Reading: ~Copyable {
  /// The transaction behind it, for this protocol's own methods only.
  var context: TransactionContext { get }
}

extension Reading where Self: ~Copyable {
  /// The last commit that a read sees; in a write, the number that its commit is to have.
  package var id: TransactionID { context.id }

  /// The value stored for a key, `nil` when there is none.
  /// - Throws: `LMDBError`, and what decoding the value throws.
  /// - Complexity: O(log of the table's count).
  @inlinable
  package func get<K, V>(_ table: Table<K, V>, _ key: K) throws -> V? {
    try withBytes(of: table, key) { try V(decoding: $0) }
  }

  /// The result of a closure that looks at a key's stored bytes where they are, without a copy.
  @inlinable
  package func withBytes<K, V, R>(
    of table: Table<K, V>, _ key: K, _ body: (Span<UInt8>) throws -> R
  ) throws -> R? {
    let found = try unsafe key.withEncoded { try unsafe context.value(table.index, $0) }
    guard let bytes = unsafe found else { return nil }
    return try unsafe body(Span(_unsafeBytes: bytes))
  }

  /// The number of entries.
  /// - Complexity: O(1).
  @inlinable
  package func count<K, V>(_ table: Table<K, V>) throws -> Int {
    try context.count(table.index)
  }

  /// The entry with the smallest key, `nil` when the table is empty.
  @inlinable
  package func first<K, V>(_ table: Table<K, V>) throws -> (K, V)? {
    try end(of: table, .forward)
  }

  /// The entry with the greatest key, `nil` when the table is empty.
  @inlinable
  package func last<K, V>(_ table: Table<K, V>) throws -> (K, V)? {
    try end(of: table, .backward)
  }

  @inlinable
  func end<K, V>(of table: Table<K, V>, _ direction: Direction) throws -> (K, V)? {
    var entry: (K, V)?
    try scan(table, direction, limit: 1) { key, value in
      entry = (key, value)
      return .stop
    }
    return entry
  }
}

/// A consistent view of the environment at one commit, valid inside the closure of `read`.
@usableFromInline
package struct ReadTransaction: ~Copyable, Reading {
  @usableFromInline package let context: TransactionContext
}
