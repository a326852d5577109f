#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

extension CommitGroup.Draft {
  /// Takes back, before anything else, what was not confirmed in time.
  ///
  /// - Parameter clock: what the recorded time is read from; nil for the system's.
  mutating func expireDue(
    _ clock: (@Sendable () -> Timestamp)?, in transaction: borrowing some Reading & ~Copyable
  ) throws {
    guard !state.unconfirmed.isEmpty else { return }
    let now = bootClock()
    for revision in state.unconfirmed.revisions {
      guard state.unconfirmed[revision]?.remaining(at: now) == .zero else { continue }
      do {
        let planned = try trusting { draft in
          try draft.planExpiry(of: revision, in: transaction)
        }
        let facts = CommitFacts(
          author: try commit(revision, in: transaction).author,
          reason: "not confirmed in time", cause: planned.cause,
          clock: clock ?? { Timestamp(Date()) })
        _ = try append(facts, planned.events)
      } catch is EventLogError {
        // Other commits must not fail because this one cannot be read any more.
      }
    }
  }

  func planConfirmation(of revision: Revision) throws(EventLogError) -> PlannedCommit {
    try checkWait(of: revision)
    return PlannedCommit(cause: .confirm(of: revision))
  }

  /// What takes a commit back, for the sides of names that are still as it left them.
  func planExpiry(
    of revision: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    try checkWait(of: revision)
    let sides = TouchedSide.all(in: [try commit(revision, in: transaction)])
      .filter { state.entry(of: $0.name)?[$0.side].effective == $0.left }
    let timeline = try timeline(of: Set(sides.map(\.name)), in: transaction)
    var changes = PendingChanges(on: state)
    for touched in sides {
      let before = try timeline.entry(of: touched.name, at: revision.previous, in: transaction)
      // What was erased meanwhile cannot come back.
      if touched.side == .value, before.isRedacted { continue }
      let kind = before.kind(of: touched.side)
      if keepsMark(of: touched.name, kind) { continue }
      changes.write(
        SettingsEvent(touched.name, kind, restores: before[touched.side].effective))
    }
    return PlannedCommit(cause: .expire(of: revision), events: changes.events)
  }

  private func checkWait(of revision: Revision) throws(EventLogError) {
    guard state.unconfirmed[revision] != nil else {
      throw EventLogError(.notPending, revision: revision)
    }
  }

  /// Throws when a commit that is to be confirmed touches a name that waits already: taking one back
  /// would not bring back what was before the other.
  func checkAlone(
    _ events: [SettingsEvent], in transaction: borrowing some Reading & ~Copyable
  ) throws {
    let names = Set(events.map(\.name))
    for revision in state.unconfirmed.revisions {
      let waiting = try commit(revision, in: transaction).events
      if let event = waiting.first(where: { names.contains($0.name) }) {
        throw EventLogError(.pending(event.name), revision: revision)
      }
    }
  }

  /// Throws when a commit that is to be confirmed could not be taken back, since what was before would be
  /// too large for one commit.
  func checkTakingBack(
    _ events: [SettingsEvent], _ facts: CommitFacts
  ) throws(EventLogError) {
    let restored = events.map { event in
      let before = state.entry(of: event.name) ?? SettingsState.Entry(event.name)
      return SettingsEvent(
        event.name, before.kind(of: event.side), restores: before[event.side].effective)
    }
    let text = String(repeating: " ", count: RecordFormat.maximumTextBytes)
    let expiry = SettingsCommit(
      revision: head.revision.next, time: time, clockReading: time, author: facts.author,
      reason: text, origin: origin, cause: .expire(of: head.revision.next), events: restored)
    do {
      _ = try CommitRecord(commit: expiry, previous: head.digest, nonce: CommitRecord.makeNonce())
        .encoded(firstOrigin: nil)
    } catch {
      guard case .limitExceeded(let limit) = error.code else { throw error }
      throw EventLogError(
        .limitExceeded("taking it back would be too much for one commit (\(limit)); change less"))
    }
  }

  /// The deadline that a commit's facts ask for.
  func deadline(_ facts: CommitFacts) throws(EventLogError) -> ConfirmationDeadline? {
    guard let limit = facts.confirmWithin else { return facts.confirmBy }
    guard let now = bootClock() else { throw EventLogError(.noBootClock) }
    guard let deadline = now.deadline(after: limit) else {
      throw EventLogError(
        .limitExceeded(
          "the time to confirm within is \(limit); name a \(limit > .zero ? "shorter" : "longer") one"
        ))
    }
    return deadline
  }
}
