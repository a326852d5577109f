import EventLog
import SettingsCore

/// What there is to read: another one when a commit was made, or when the program registered defaults or
/// secrets.
package struct StateStamp: Hashable, Sendable {
  fileprivate let revision: Revision
  fileprivate let registrations: Int
}

/// The newest state, again and again: what streams of values are made of.
package struct StateCursor: Sendable {
  let connection: Connection
  private var seen: StateStamp?
  private var subscription: LogSubscription?

  init(_ connection: Connection) {
    self.connection = connection
    self.subscription = connection.ledger.subscribe()
  }

  /// What a closure reads of the first state not read yet; nil at the end of the stream.
  ///
  /// The fault handler is told of errors; the stream ends then, except while the store is busy.
  mutating func next<R>(_ read: (borrowing SettingsState) -> R) async -> R? {
    while true {
      do throws(SettingsError) {
        return try await newest(read)
      } catch {
        connection.fault(error)
        guard error.code == .busy else { break }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    subscription = nil
    return nil
  }

  /// Waits for a state not seen yet; false at the end of the stream.
  ///
  /// - Throws: what makes the store unreadable; the next call tries again.
  package mutating func next() async throws(SettingsError) -> Bool {
    try await newest { _ in } != nil
  }

  private mutating func newest<R>(
    _ read: (borrowing SettingsState) -> R
  ) async throws(SettingsError) -> R? {
    while subscription != nil, !Task.isCancelled, connection.isOpen {
      do throws(SettingsError) {
        try connection.follow(&subscription)
        let registrations = connection.registrations
        let (revision, result) = try connection.run { ledger in
          try ledger.withState { ($0.revision, read($0)) }
        }
        let stamp = StateStamp(revision: revision, registrations: registrations)
        guard stamp == seen else {
          seen = stamp
          return result
        }
        let connection = connection
        await connection.news(subscription) {
          $0.seenRevision > revision || connection.registrations != registrations
        }
      } catch {
        guard error.code == .closed else { throw error }
        break
      }
    }
    subscription = nil
    return nil
  }
}

extension SettingsStore {
  /// What there is to read now.
  ///
  /// - Throws: a `SettingsError` when the store cannot be read.
  package var stamp: StateStamp {
    get throws(SettingsError) {
      // Registered first: what is registered meanwhile is news.
      let registrations = connection.registrations
      let revision = try connection.run { try $0.withState { $0.revision } }
      return StateStamp(revision: revision, registrations: registrations)
    }
  }

  /// A cursor whose first state is the present one.
  package func states() -> StateCursor { StateCursor(connection) }
}

extension Connection {
  /// Counts what the program has registered.
  fileprivate var registrations: Int { defaults.version &+ secrets.version }
}
