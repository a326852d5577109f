#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// A place in a table that moves in one direction.
@usableFromInline
@safe
struct Cursor: ~Copyable {
  @usableFromInline private(set) var key = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  @usableFromInline private(set) var value = unsafe UnsafeRawBufferPointer(start: nil, count: 0)

  private let pointer: OpaquePointer
  private let context: TransactionContext
  private let direction: Direction
  /// In a write: the key it is at, and the changes that were made when it got there.
  ///
  /// A change may move or free the entries under a cursor, so it then finds its place again by the
  /// key.
  private var place: [UInt8] = []
  private var changesSeen = 0

  /// A cursor of a table, `nil` when the table does not exist yet.
  @usableFromInline
  init?(
    _ context: TransactionContext, _ table: Int, _ direction: Direction
  ) throws(LMDBError) {
    guard let handle = try context.handle(table, "scan") else { return nil }
    var opened: OpaquePointer?
    let status = unsafe mdb_cursor_open(context.pointer, handle, &opened)
    guard status == 0, let cursor = unsafe opened else {
      throw LMDBError(status: status, "scan", context.path)
    }
    unsafe self.pointer = unsafe cursor
    self.context = context
    self.direction = direction
  }

  deinit {
    // A forked child must not touch what it shares with its parent.
    if !ForkGuard.isForkedChild { unsafe mdb_cursor_close(pointer) }
  }

  /// Moves to the first entry in its direction.
  ///
  /// False when there is none.
  @usableFromInline
  mutating func moveToStart() throws(LMDBError) -> Bool {
    try move(direction == .forward ? MDB_FIRST : MDB_LAST)
  }

  /// Moves to the next entry in its direction.
  ///
  /// False when there is none.
  @usableFromInline
  mutating func moveOn() throws(LMDBError) -> Bool {
    if context.isWrite && context.changes != changesSeen {
      let place = place
      return try move(to: place.span, inclusive: false)
    }
    return try move(direction == .forward ? MDB_NEXT : MDB_PREV)
  }

  /// Moves to a key, or to the next one in its direction when it is not there or not wanted.
  @usableFromInline
  mutating func move(to bound: Span<UInt8>, inclusive: Bool) throws(LMDBError) -> Bool {
    try context.checkKey(bound, "scan")
    // The C library looks for the first key that is not smaller.
    guard try move(MDB_SET_RANGE, from: bound) else {
      return direction == .forward ? false : try move(MDB_LAST)
    }
    let isExact = unsafe Self.equal(key, bound)
    switch direction {
    case .forward: return isExact && !inclusive ? try move(MDB_NEXT) : true
    case .backward: return isExact && inclusive ? true : try move(MDB_PREV)
    }
  }

  private mutating func move(
    _ operation: MDB_cursor_op, from bound: Span<UInt8>? = nil
  ) throws(LMDBError) -> Bool {
    try ForkGuard.check("scan", context.path)
    var found = unsafe (key: MDB_val(), value: MDB_val())
    let status: Int32
    if let bound {
      status = unsafe bound.withUnsafeBytes { bytes in
        unsafe found.key = unsafe MDB_val(bytes)
        return unsafe mdb_cursor_get(pointer, &found.key, &found.value, operation)
      }
    } else {
      status = unsafe mdb_cursor_get(pointer, &found.key, &found.value, operation)
    }
    if status == MDB_NOTFOUND { return false }
    try check(status, "scan", context.path)
    unsafe key = unsafe UnsafeRawBufferPointer(found.key)
    unsafe value = unsafe UnsafeRawBufferPointer(found.value)
    if context.isWrite { remember() }
    return true
  }

  private mutating func remember() {
    place.removeAll(keepingCapacity: true)
    unsafe place.append(contentsOf: key)
    changesSeen = context.changes
  }

  private static func equal(_ key: UnsafeRawBufferPointer, _ bound: Span<UInt8>) -> Bool {
    unsafe key.count == bound.count && bound.withUnsafeBytes { unsafe key.elementsEqual($0) }
  }
}
