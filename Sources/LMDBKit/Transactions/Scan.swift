/// The way a scan goes.
@usableFromInline
package enum Direction: Sendable {
  /// From the smaller keys to the greater.
  case forward
  /// From the greater keys to the smaller.
  case backward
}

/// Where a scan starts.
@usableFromInline
package enum Bound<Key> {
  /// At the key, or, when it is not there, at the next one in the scan's direction.
  case inclusive(Key)
  /// At the next key in the scan's direction.
  case exclusive(Key)
}

extension Bound: Sendable where Key: Sendable {}

/// What a scan does after an entry.
@usableFromInline
package enum ScanStep: Sendable {
  case next
  case stop
}

extension Reading where Self: ~Copyable {
  /// Visits entries in the order of their keys.
  ///
  /// In a write, the closure may change the table: the scan goes on after the key it has just
  /// visited, and sees the changes that lie ahead of it.
  /// - Parameters:
  ///   - table: the table to visit.
  ///   - start: where to start; `nil` is the table's first entry, or the last when going backward.
  ///   - direction: the order of the keys.
  ///   - limit: how many entries to visit at most.
  ///   - body: is given each key and value, and says whether to go on.
  /// - Throws: `LMDBError`, what decoding throws, and what the closure throws; each ends the scan.
  /// - Complexity: O(log of the table's count) to start, then O(1) for each entry.
  @inlinable
  package func scan<K, V>(
    _ table: Table<K, V>, from start: Bound<K>? = nil, _ direction: Direction = .forward,
    limit: Int? = nil, _ body: (K, V) throws -> ScanStep
  ) throws {
    try scanBytes(table, from: start, direction, limit: limit) { key, value in
      try body(K(decoding: key), V(decoding: value))
    }
  }

  /// Visits entries as they are stored, without copying them; otherwise like `scan`.
  @inlinable
  package func scanBytes<K, V>(
    _ table: Table<K, V>, from start: Bound<K>? = nil, _ direction: Direction = .forward,
    limit: Int? = nil, _ body: (Span<UInt8>, Span<UInt8>) throws -> ScanStep
  ) throws {
    var left = limit ?? .max
    guard left > 0, var cursor = try Cursor(context, table.index, direction) else { return }
    var isThere: Bool
    switch start {
    case nil: isThere = try cursor.moveToStart()
    case .inclusive(let key):
      isThere = try key.withEncoded { try cursor.move(to: $0, inclusive: true) }
    case .exclusive(let key):
      isThere = try key.withEncoded { try cursor.move(to: $0, inclusive: false) }
    }
    while isThere {
      let step = try unsafe body(
        Span(_unsafeBytes: cursor.key), Span(_unsafeBytes: cursor.value))
      left -= 1
      guard step == .next, left > 0 else { return }
      isThere = try cursor.moveOn()
    }
  }
}
