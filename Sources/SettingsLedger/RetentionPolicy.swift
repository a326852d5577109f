import EventLog
import SettingsCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How much of its history a store keeps by itself.
///
/// ```swift
/// configuration.retention = .commits(10_000)
/// configuration.retention = RetentionPolicy(commits: 1000, age: .seconds(90 * 86_400))
/// ```
///
/// A write that finds much more than that compacts the store: now and then, not with each write. A commit
/// is dropped when it is beyond both limits. Tags and commits that wait for their confirmation hold what
/// they need: nothing is dropped past them.
public struct RetentionPolicy: Hashable, Sendable {
  /// At least so many of the newest commits are kept; nil for no such limit.
  public var commits: Int?
  /// Commits that are younger than this are kept; nil for no such limit.
  ///
  /// It is told by the system's clock, and one that is set far ahead makes all commits old: a number of
  /// commits beside it is kept all the same.
  public var age: Duration?

  /// Makes a policy; one without any limit drops nothing.
  public init(commits: Int? = nil, age: Duration? = nil) {
    self.commits = commits
    self.age = age
  }

  /// Keeps at least so many of the newest commits.
  public static func commits(_ count: Int) -> RetentionPolicy { RetentionPolicy(commits: count) }

  /// Keeps the commits that are younger than this, and the state before them.
  public static func age(_ age: Duration) -> RetentionPolicy { RetentionPolicy(age: age) }

  func limits(now: Timestamp) -> RetentionLimits? {
    guard commits != nil || age != nil else { return nil }
    return RetentionLimits(
      commits: commits.map { UInt64(max(1, $0)) }, since: age.map { Self.time($0, before: now) })
  }

  /// The time a while ago; the earliest that can be told for one that is too long, which keeps everything.
  private static func time(_ age: Duration, before now: Timestamp) -> Timestamp {
    guard age > .zero else { return now }
    let (seconds, attoseconds) = age.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (past, isTooFar) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    let (time, isTooEarly) = now.microseconds.subtractingReportingOverflow(past)
    return Timestamp(microseconds: isTooLong || isTooFar || isTooEarly ? .min : time)
  }
}

extension SettingsStore {
  /// Drops what the configuration does not keep, when a write has just saved state.
  ///
  /// The write itself has succeeded: what goes wrong here is told to the fault handler.
  func applyRetention() {
    guard let policy = connection.configuration.retention,
      let limits = policy.limits(now: connection.now()), connection.isOpen,
      connection.ledger.takeRetentionTurn()
    else { return }
    let facts = facts(reason: nil, source: "retention", expecting: nil, idempotencyKey: nil)
    do {
      try connection.files.run { try $0.retain(limits, facts: facts) }
    } catch {
      // The store may have been closed meanwhile, which is nobody's fault.
      guard connection.isOpen else { return }
      connection.fault(SettingsError(error, path: path))
    }
  }
}
