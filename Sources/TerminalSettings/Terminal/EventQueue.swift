import Foundation
import Synchronization

/// What a terminal page waits for.
enum TerminalEvent: Hashable, Sendable {
  /// Something was typed.
  case bytes([UInt8])
  /// Nothing more can be typed.
  case ended
  /// The window has another size.
  case resized
  /// The process is asked to stop, and to go on some time later.
  case stop
  /// The process goes on after it was stopped.
  case continued
  /// The page shows something else than before.
  case changed
}

/// Brings the events of all sources to the thread that waits for them, in the order they came in.
final class EventQueue: Sendable {
  private let waiting = Mutex<[TerminalEvent]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  /// Adds an event; one that is waiting already, and says the same, stands for both.
  func push(_ event: TerminalEvent) {
    let isNew = waiting.withLock { events in
      if case .bytes = event {} else if events.contains(event) { return false }
      events.append(event)
      return true
    }
    if isNew { semaphore.signal() }
  }

  /// The next event; nil when none has come within the given time.
  func next(within time: DispatchTimeInterval? = nil) -> TerminalEvent? {
    let limit = time.map { DispatchTime.now() + $0 } ?? .distantFuture
    guard semaphore.wait(timeout: limit) == .success else { return nil }
    return waiting.withLock { $0.removeFirst() }
  }
}
