import EventLog
import Foundation
import SettingsLedger

/// A moment on the clock that says whether a commit was confirmed in time.
struct WalkTime: Codable, Equatable {
  /// The number of the system's start.
  var start = 1
  /// Seconds since that start.
  var seconds = 1000

  func later(by seconds: Int) -> WalkTime {
    WalkTime(start: start, seconds: self.seconds + seconds)
  }

  /// Whether a deadline has passed, as it has after another start of the system.
  func isPast(_ deadline: WalkTime) -> Bool {
    start != deadline.start || seconds >= deadline.seconds
  }

  fileprivate var bootTime: BootTime? {
    UUID(uuidString: String(format: "00000000-0000-4000-8000-%012x", start)).map {
      BootTime(boot: $0, microseconds: Int64(seconds) * 1_000_000)
    }
  }
}

/// What all stores of a walk in a process share: the clock, which goes on when told to, and their faults.
final class WalkClock: @unchecked Sendable {
  /// The size of the memory map at first; nil for one that never grows.
  let mapSize: Int?
  private let lock = NSLock()
  private var moment: WalkTime
  private var faults: [String] = []

  init(at moment: WalkTime, mapSize: Int?) {
    self.moment = moment
    self.mapSize = mapSize
  }

  var now: WalkTime {
    get { lock.withLock { moment } }
    set { lock.withLock { moment = newValue } }
  }

  /// Throws when a store has told of a failure by its fault handler.
  func checkFaults() throws {
    if let fault = lock.withLock({ faults.first }) { throw WalkDifference("fault: \(fault)") }
  }

  /// How the stores of a walk are opened.
  ///
  /// - Parameter retained: how many commits they keep at least; nil when they drop none by themselves.
  func configuration(retaining retained: Int?) -> StoreConfiguration {
    var configuration = StoreConfiguration(
      durability: .relaxed, initialMapSize: mapSize, retention: retained.map { .commits($0) },
      faultHandler: { fault in self.lock.withLock { self.faults.append("\(fault)") } })
    configuration.bootClock = { self.now.bootTime }
    return configuration
  }
}
