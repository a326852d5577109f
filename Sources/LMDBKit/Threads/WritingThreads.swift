/// The threads of this process that are inside a write of any environment.
///
/// LMDB's write lock belongs to a thread and is not recursive: a second write begun on the same
/// thread would wait for ever. Two environments count as one here, because threads that nest them
/// in opposite orders would wait for each other.
enum WritingThreads {
  private static let threads = Guarded(Set<UInt>())

  /// Notes that this thread writes, or throws `.nestedWrite` when it already does.
  static func enter(_ path: String) throws(LMDBError) {
    let isFirst = threads.withLock { $0.insert(currentThread()).inserted }
    if !isFirst { throw LMDBError(.nestedWrite, operation: "write", path: path) }
  }

  static func leave() {
    threads.withLock { _ = $0.remove(currentThread()) }
  }

  static var includesCurrent: Bool {
    threads.withLock { $0.contains(currentThread()) }
  }
}
