#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
import LMDBKit
package import SettingsCore

/// A moment on the clock that deadlines of confirmation are told by.
package struct BootTime: Hashable, Sendable {
  /// The identity of the system's start.
  package var boot: UUID
  /// Microseconds since that start.
  package var microseconds: Int64

  package init(boot: UUID, microseconds: Int64) {
    self.boot = boot
    self.microseconds = microseconds
  }

  /// The moment now; nil when the system does not tell one start from another.
  package static func now() -> BootTime? {
    guard let text = SystemStart.identity, let boot = UUID(uuidString: text) else { return nil }
    return BootTime(boot: boot, microseconds: SystemStart.microseconds)
  }

  /// The deadline after a while; nil when it is not later, or beyond what can be told.
  func deadline(after limit: Duration) -> ConfirmationDeadline? {
    let (seconds, attoseconds) = limit.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (pause, isOverlong) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    let (end, isTooFar) = microseconds.addingReportingOverflow(pause)
    guard limit > .zero, !isTooLong, !isOverlong, !isTooFar else { return nil }
    return ConfirmationDeadline(boot: boot, microseconds: end)
  }
}

extension ConfirmationDeadline {
  /// How long it is from a moment until the deadline; zero when it has passed, and after another start
  /// of the system.
  package func remaining(at moment: BootTime?) -> Duration {
    guard let moment, moment.boot == boot, moment.microseconds < microseconds else { return .zero }
    return .microseconds(microseconds - moment.microseconds)
  }
}
