import Dispatch
import LMDBKit
import SettingsCore
import Synchronization

/// Has a ledger take back what was not confirmed in time, also while nobody reads or writes.
final class ExpiryTimer: Sendable {
  private struct State: Sendable {
    /// The number of the look that is planned; earlier plans are void.
    var number = 0
    /// When it comes, on the clock of this process, and who looks.
    ///
    /// Held until then, or until the ledger is closed: a weak reference would make each read slower.
    var planned: (moment: ContinuousClock.Instant, ledger: Ledger)?
    var isFailing = false

    mutating func takePlanned() -> Ledger? {
      defer { planned = nil }
      return planned?.ledger
    }
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "settings-ledger.expiry")

  /// The longest pause between two looks: the queue's clock stands still while the system sleeps.
  private static let longestPause = Duration.seconds(10)

  /// Plans the next look after a while, unless one is planned that comes earlier.
  func plan(_ ledger: Ledger, in pause: Duration) {
    let pause = min(pause, Self.longestPause)
    let moment = ContinuousClock.now + pause
    let number: Int? = state.withLock { state in
      if let planned = state.planned, planned.moment <= moment { return nil }
      state.number += 1
      state.planned = (moment, ledger)
      return state.number
    }
    guard let number else { return }
    let (seconds, attoseconds) = pause.components
    // A little late is right: a little early would find nothing due.
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000) + 1_000_000
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
      if let ledger = begin(number) { look(ledger) }
    }
  }

  /// Gives up what is planned, and the ledger with it.
  func stop() { _ = state.withLock { $0.takePlanned() } }

  private func begin(_ number: Int) -> Ledger? {
    state.withLock { $0.number == number ? $0.takePlanned() : nil }
  }

  private func look(_ ledger: Ledger) {
    do {
      try ledger.expireDue()
      state.withLock { $0.isFailing = false }
      // What is still due then could not be taken back, for the time being.
      ledger.planExpiry(ifDue: Self.longestPause)
    } catch is RetiredStore {
      // The ledger of the store's new file goes on, once somebody has followed there.
      guard ledger.isUsable else { return }
      do {
        guard let pause = try ledger.expireInNextFile() else { return }
        plan(ledger, in: pause == .zero ? Self.longestPause : pause)
      } catch {
        plan(ledger, in: Self.longestPause)
      }
    } catch {
      guard ledger.isUsable else { return }
      let isNew = state.withLock { state in
        defer { state.isFailing = true }
        return !state.isFailing
      }
      if isNew { ledger.note(.expiryFailed(String(describing: error))) }
      plan(ledger, in: Self.longestPause)
    }
  }
}

extension Ledger {
  /// Tells everybody that commits were folded in.
  func announce() {
    signal.wakeAll()
    planExpiry()
  }

  /// Has the next deadline kept, when there is one.
  ///
  /// - Parameter pause: when to look for what is due already.
  func planExpiry(ifDue pause: Duration = .seconds(1)) {
    guard !environment.isReadOnly, let remaining = untilExpiry else { return }
    timer.plan(self, in: remaining == .zero ? pause : remaining)
  }

  /// How long it is until the next deadline; nil when nothing waits to be confirmed.
  var untilExpiry: Duration? {
    let waiting = memory.withLock { memory, _ in memory.state.unconfirmed }
    let now = bootClock()
    return waiting.deadlines.values.lazy.map { $0.remaining(at: now) }.min()
  }

  /// Takes back what was not confirmed in time.
  package func expireDue() throws {
    try refresh()
    let now = bootClock()
    let isDue = memory.withLock { memory, _ in
      memory.state.unconfirmed.deadlines.values.contains { $0.remaining(at: now) == .zero }
    }
    // The transaction looks again: another process may be first.
    if isDue { _ = try commit([]) }
  }

  /// Whether the ledger is neither closed nor failed for good.
  var isUsable: Bool { memory.withLock { _, id in id != nil } }
}
