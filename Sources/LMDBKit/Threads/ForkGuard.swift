internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// True in a child that `fork` made of a process that had opened an environment.
///
/// A child shares the parent's locks and map, and the C library has no defence against that: it
/// would corrupt the parent's reader table. So every entry looks here before it touches anything.
private let processIsForkedChild = Atomic<Bool>(false)

enum ForkGuard {
  /// Makes sure that a forked child will know what it is.
  ///
  /// Cheap after the first time.
  static func install() { _ = installed }

  private static let installed: Bool = {
    let mark: @convention(c) () -> Void = {
      processIsForkedChild.store(true, ordering: .relaxed)
    }
    return pthread_atfork(nil, nil, mark) == 0
  }()

  @inline(__always)
  static var isForkedChild: Bool { processIsForkedChild.load(ordering: .relaxed) }

  @inline(__always)
  static func check(
    _ operation: StaticString, _ path: @autoclosure () -> String
  ) throws(LMDBError) {
    if isForkedChild {
      throw LMDBError(.forked, operation: operation.description, path: path())
    }
  }
}
