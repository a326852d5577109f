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
    _ clock: (@Sendable () -> Timestamp)?, in transaction: borrowing WriteTransaction
  ) throws {
    guard !state.unconfirmed.isEmpty else { return }
    let now = bootClock()
    for revision in state.unconfirmed.revisions {
      guard state.unconfirmed[revision]?.remaining(at: now) == .zero else { continue }
      do {
        let author = try commit(revision, in: transaction).author
        let facts = CommitFacts(
          author: author, reason: "not confirmed in time", cause: .expire(of: revision),
          clock: clock ?? { Timestamp(Date()) })
        let taken = try events(CommitRequest(facts) { _ in }, in: transaction)
        _ = try append(facts, taken)
      } catch let error as EventLogError where error.isDamage {
        // Other commits must not fail because this one cannot be read any more.
      }
    }
  }

  /// Throws unless a commit that ends a wait ends one.
  func checkWait(_ cause: CommitCause) throws(EventLogError) {
    switch cause {
    case .confirm(let revision), .expire(let revision):
      guard state.unconfirmed[revision] != nil else {
        throw EventLogError(.notPending, revision: revision)
      }
    default: break
    }
  }

  /// Throws when a commit that is to be confirmed touches a name that waits already: taking one back
  /// would not bring back what was before the other.
  func checkAlone(
    _ events: [SettingsEvent], in transaction: borrowing WriteTransaction
  ) throws {
    let names = Set(events.map(\.name))
    for revision in state.unconfirmed.revisions {
      let waiting = try commit(revision, in: transaction).events
      if let event = waiting.first(where: { names.contains($0.name) }) {
        throw EventLogError(.pending(event.name), revision: revision)
      }
    }
  }

  /// The deadline that a commit's facts ask for.
  func deadline(_ facts: CommitFacts) throws(EventLogError) -> ConfirmationDeadline? {
    guard let limit = facts.confirmWithin else { return facts.confirmBy }
    guard let now = bootClock() else { throw EventLogError(.noBootClock) }
    guard let deadline = now.deadline(after: limit) else {
      throw EventLogError(
        .limitExceeded("the time to confirm within is \(limit); name a longer one"))
    }
    return deadline
  }

  /// The events that a request comes to.
  func events(
    _ request: CommitRequest, in transaction: borrowing WriteTransaction
  ) throws -> [SettingsEvent] {
    var changes = PendingChanges(on: state)
    if case .expire(let revision) = request.facts.cause {
      let waiting = try commit(revision, in: transaction)
      for event in try takingBack(waiting, in: transaction) { changes.write(event) }
    }
    try request.body(&changes)
    return changes.events
  }

  /// The events that take a commit back, for the sides of names that are still as it left them.
  private func takingBack(
    _ commit: SettingsCommit, in transaction: borrowing WriteTransaction
  ) throws -> [SettingsEvent] {
    try commit.events.compactMap { event in
      let now = state.entry(of: event.name)?[event.side].effective
      guard now == event.restores ?? commit.revision else { return nil }
      let before = try pastEntry(event.name, at: commit.revision.previous, in: transaction)
      return (before ?? SettingsState.Entry(event.name)).restoring(event.side)
    }
  }
}

extension SettingsState.Entry {
  /// The event that brings a side back to what it is here.
  ///
  /// Nil when it cannot be known any more, since the value was erased.
  fileprivate func restoring(_ side: SettingsEvent.Side) -> SettingsEvent? {
    let kind: SettingsEvent.Kind
    switch side {
    case .value:
      if isRedacted { return nil }
      kind = value.map { .set($0) } ?? .reset
    case .visibility: kind = isHidden ? .hide : .unhide
    case .secrecy: kind = isSecret ? .markSecret : .unmarkSecret
    }
    return SettingsEvent(name, kind, restores: self[side].effective)
  }
}
