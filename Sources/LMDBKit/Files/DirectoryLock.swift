#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Keeps a store's two files together: who opens them holds it shared, who swaps them alone.
///
/// The system takes it back from a process that ends.
struct DirectoryLock: ~Copyable {
  private let directory: OpenFile

  private init(_ directory: consuming OpenFile) { self.directory = directory }

  /// Waits until nobody opens the files of a directory or swaps them.
  static func swapping(_ path: String) throws(LMDBError) -> DirectoryLock {
    let lock = DirectoryLock(try OpenFile(path, O_RDONLY | O_DIRECTORY, operation: "lock"))
    if !lock.take(LOCK_EX) { throw LMDBError(status: errno, "lock", path) }
    return lock
  }

  /// Waits until nobody swaps the files of a directory.
  ///
  /// Where that cannot be asked, nobody could swap them either.
  static func opening(_ path: String) -> DirectoryLock? {
    do throws(LMDBError) {
      let lock = DirectoryLock(try OpenFile(path, O_RDONLY | O_DIRECTORY, operation: "lock"))
      _ = lock.take(LOCK_SH)
      return lock
    } catch {
      return nil
    }
  }

  private borrowing func take(_ operation: Int32) -> Bool {
    while flock(directory.descriptor, operation) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  deinit { _ = flock(directory.descriptor, LOCK_UN) }
}
