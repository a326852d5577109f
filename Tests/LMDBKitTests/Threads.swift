import Foundation

/// Runs a closure on a new thread and waits for it.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
  try onThreads(1) { _ in try body() }
}

/// Runs a closure on several new threads at once, waits for all, and throws the first error.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let outcome = Outcome()
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      do { try body(index) } catch { outcome.fail(error) }
    }
  }
  group.wait()
  try outcome.check()
}

private final class Outcome: @unchecked Sendable {
  private let lock = NSLock()
  private var error: (any Error)?

  func fail(_ error: any Error) { lock.withLock { self.error = self.error ?? error } }
  func check() throws { if let error = lock.withLock({ error }) { throw error } }
}
