import Dispatch
import LMDBKit
import Synchronization

/// Looks for the commits of other processes, and for another file, while somebody follows the log.
///
/// One per ledger: the first subscription starts the watcher of the file, the end of the last stops it.
final class LogWatch: Sendable {
  private struct State: Sendable {
    var subscribers = 0
    var watcher: FileWatcher?
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "settings-ledger.watch")
  /// Counts the notifications, so that only the last one's series of looks goes on.
  private let series = Atomic(0)

  /// How often to look without a notification, in milliseconds.
  private static let beat = 1000
  /// After how many milliseconds to look again.
  ///
  /// A notification can come before what was written can be read.
  private static let pauses = [1, 2, 4, 8, 16, 32, 64]

  func begin(_ ledger: Ledger) {
    state.withLock { state in
      state.subscribers += 1
      guard state.subscribers == 1 else { return }
      state.watcher = FileWatcher(ledger.environment, on: queue, every: Self.beat) {
        // Held until the last subscription ends: a weak reference would make each read slower.
        [self, ledger] in
        let series = self.series.add(1, ordering: .relaxed).newValue
        self.look(ledger, series, attempt: 0)
      }
    }
  }

  func end() {
    let stopped = state.withLock { state in
      state.subscribers -= 1
      guard state.subscribers == 0 else { return nil as FileWatcher? }
      defer { state.watcher = nil }
      return state.watcher
    }
    stopped?.stop()
  }

  var isWatching: Bool { state.withLock { $0.watcher != nil } }

  private func look(_ ledger: Ledger, _ series: Int, attempt: Int) {
    guard series == self.series.load(ordering: .relaxed) else { return }
    if attempt == 0 { ledger.lookForFile() }
    let isSettled = ledger.lookForNews()
    // Two more looks when there seemed to be nothing, all of them while something is on its way.
    guard attempt < (isSettled ? 2 : Self.pauses.count) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.pauses[attempt])) {
      [self, ledger] in
      look(ledger, series, attempt: attempt + 1)
    }
  }
}

extension Ledger {
  /// Folds in what others have committed, if there is any.
  ///
  /// - Returns: whether the state is that of the newest commit that the map shows.
  fileprivate func lookForNews() -> Bool {
    let isCurrent = memory.withLock { memory, id in id == nil || id == memory.stamp }
    if isCurrent { return true }
    // Whoever follows the log meets the same error when it reads.
    guard (try? refresh()) != nil else {
      signal.wakeAll()
      return true
    }
    return memory.withLock { memory, id in id == nil || id == memory.stamp }
  }
}
