#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A mutual-exclusion lock that thread sanitizers and every platform know.
///
/// `@unchecked Sendable`: the only state is a `pthread_mutex_t` that never moves and whose purpose
/// is to be used by several threads.
@safe
final class Lock: @unchecked Sendable {
  fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  @inline(__always)
  func lock() { unsafe pthread_mutex_lock(mutex) }

  @inline(__always)
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  func withLock<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// A condition that threads wait for while they hold a lock.
///
/// `@unchecked Sendable` for the same reason as `Lock`.
@safe
final class Condition: @unchecked Sendable {
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
  }

  func broadcast() { unsafe pthread_cond_broadcast(condition) }

  /// Gives the lock back, waits for a broadcast, and takes the lock again.
  func wait(_ lock: Lock) { unsafe pthread_cond_wait(condition, lock.mutex) }

  /// Like `wait`, but no longer than the given time.
  func wait(_ lock: Lock, atMost milliseconds: Int) {
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds * 1_000_000
    deadline.tv_sec += nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    unsafe pthread_cond_timedwait(condition, lock.mutex, &deadline)
  }
}

/// A number that tells the running threads of this process apart.
@inline(__always)
func currentThread() -> UInt {
  #if canImport(Darwin)
    unsafe UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
