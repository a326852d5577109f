/// A value that is only reached with its lock held.
///
/// `@unchecked Sendable`: `withLock` is the only way to the value.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
