import EventLog
import SettingsCore

/// A place in the log that moves on: what every stream of commits and changes is made of.
///
/// It keeps a revision, nothing else: no queue that writers fill, no transaction.
struct LogCursor {
  let connection: Connection
  private var position: Result<Revision, SettingsError>
  private var hasBegun = false
  /// Nil once the stream has ended.
  private var subscription: LogSubscription?

  init(_ connection: Connection, after start: Result<Revision, SettingsError>) {
    self.connection = connection
    self.position = start
    self.subscription = connection.ledger.subscribe()
  }

  /// Whether the stream goes on; when the task was cancelled or the store closed, it ends for good,
  /// with what was read ahead.
  mutating func goesOn() -> Bool {
    if Task.isCancelled || !connection.isOpen { end() }
    return subscription != nil
  }

  /// The next commits, at least one; nil at the end of the stream.
  mutating func next() async throws(SettingsError) -> [SettingsCommit]? {
    while goesOn() {
      do throws(SettingsError) {
        let revision = try position.get()
        if try await !begin(after: revision) { continue }
        let commits = try connection.run { try $0.following(revision) }
        if let last = commits.last {
          position = .success(last.revision)
          return commits
        }
        await connection.news { $0.seenRevision > revision }
      } catch {
        end()
        if error.code == .closed { return nil }
        throw error
      }
    }
    return nil
  }

  /// Ends the stream, and frees what it held.
  mutating func end() { subscription = nil }

  /// Makes sure, once, that the log reaches the place to begin at.
  ///
  /// - Returns: false when the task was cancelled meanwhile.
  private mutating func begin(after start: Revision) async throws(SettingsError) -> Bool {
    if hasBegun { return true }
    var head = try connection.run { try $0.withState { $0.revision } }
    // What another process has just committed can take some milliseconds to appear.
    for pause in [1, 2, 4, 8, 16, 32, 64, 128] where head < start {
      guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return false }
      head = try connection.run { try $0.withState { $0.revision } }
    }
    guard start <= head else {
      throw SettingsError(
        .noSuchRevision,
        "The store \(connection.path) has no revision \(start) to go on from; its newest is "
          + "\(head). If it was restored from a backup, begin again from revision 0.",
        path: connection.path, revision: start)
    }
    hasBegun = true
    return true
  }
}

/// The newest state, again and again: what streams of values are made of.
struct StateCursor {
  let connection: Connection
  private var seen: Moment?
  private var subscription: LogSubscription?

  private struct Moment: Equatable {
    let revision: Revision
    let defaults: Int
  }

  init(_ connection: Connection) {
    self.connection = connection
    self.subscription = connection.ledger.subscribe()
  }

  /// What a closure reads of the first state not read yet; nil at the end of the stream.
  mutating func next<R>(_ read: (borrowing SettingsState) -> R) async -> R? {
    while subscription != nil, !Task.isCancelled, connection.isOpen {
      do throws(SettingsError) {
        let defaults = connection.defaults.version
        let (revision, result) = try connection.run { ledger in
          try ledger.withState { ($0.revision, read($0)) }
        }
        let moment = Moment(revision: revision, defaults: defaults)
        guard moment == seen else {
          seen = moment
          return result
        }
        let registered = connection.defaults
        await connection.news {
          $0.seenRevision > moment.revision || registered.version != moment.defaults
        }
      } catch {
        guard error.code != .closed else { break }
        connection.fault(error)
        guard error.code == .busy else { break }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
    subscription = nil
    return nil
  }
}

extension Connection {
  /// Waits until there is news, the connection is closed, or the task cancelled.
  func news(_ isThere: (Ledger) -> Bool) async {
    await ledger.signal.wait { !isOpen || isThere(ledger) }
  }

  /// The newest revision, as a place to begin at.
  var head: Result<Revision, SettingsError> {
    do throws(SettingsError) {
      return .success(try run { try $0.withState { $0.revision } })
    } catch {
      return .failure(error)
    }
  }
}
