import Dispatch
import Synchronization

/// Those who wait until the log has moved on, and the call that wakes them.
///
/// A wake-up says only that it is worth looking: who waits says under which condition that is needless,
/// and the condition is looked at once more after the waiter has been noted. So no news is missed.
package final class CommitSignal: Sendable {
  private let waiters = Mutex<[UInt64: CheckedContinuation<Void, Never>]>([:])
  /// The number of waiters, so that writing without any costs one look.
  private let count = Atomic(0)
  private let lastTicket = Atomic<UInt64>(0)
  private let queue = DispatchQueue(label: "settings-ledger.streams")

  /// More waiters than this are woken on a queue of their own, so that they do not delay the writer.
  private static let mostWokenInline = 16

  /// Waits for the next wake-up, or for the end of the task.
  ///
  /// - Parameter isNeedless: whether there is news already; called under a lock, which ``wakeAll()``
  ///   takes after the news was published.
  package func wait(unless isNeedless: () -> Bool) async {
    let ticket = lastTicket.add(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = waiters.withLock { waiters in
          count.store(waiters.count + 1, ordering: .sequentiallyConsistent)
          if !Task.isCancelled && !isNeedless() {
            waiters[ticket] = continuation
            return true
          }
          count.store(waiters.count, ordering: .sequentiallyConsistent)
          return false
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      let continuation = waiters.withLock { waiters in
        let found = waiters.removeValue(forKey: ticket)
        count.store(waiters.count, ordering: .sequentiallyConsistent)
        return found
      }
      continuation?.resume()
    }
  }

  /// Wakes everybody who waits now; no lock is held while they are woken.
  package func wakeAll() {
    guard count.load(ordering: .sequentiallyConsistent) > 0 else { return }
    let woken = waiters.withLock { waiters in
      let all = Array(waiters.values)
      waiters = [:]
      count.store(0, ordering: .sequentiallyConsistent)
      return all
    }
    if woken.count <= Self.mostWokenInline {
      for continuation in woken { continuation.resume() }
    } else {
      queue.async { for continuation in woken { continuation.resume() } }
    }
  }

  /// How many wait.
  package var waiting: Int { waiters.withLock { $0.count } }
}
