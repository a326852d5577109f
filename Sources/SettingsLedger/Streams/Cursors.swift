import EventLog
import SettingsCore

/// A place in the log that moves on: what every stream of commits and changes is made of.
///
/// It keeps a revision, nothing else: no queue that writers fill, no transaction.
struct LogCursor {
  let connection: Connection
  private var position: Result<Revision, SettingsError>
  /// What the digest at the place to begin at must be; nil when nobody told.
  private let expected: Digest?
  private var hasBegun = false
  /// Nil once the stream has ended.
  private var subscription: LogSubscription?

  init(_ connection: Connection, after start: StreamStart) {
    self.connection = connection
    self.position = start.revision
    self.expected = start.digest
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
        try connection.follow(&subscription)
        if try await !begin(after: revision) { continue }
        let commits = try connection.run { try $0.following(revision) }
        if let last = commits.last {
          position = .success(last.revision)
          return commits
        }
        await connection.news(subscription) { $0.seenRevision > revision }
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
    try checkDigest(at: start)
    hasBegun = true
    return true
  }
}

extension LogCursor {
  /// Throws `diverged` when the log is not the one that the place was noted in.
  fileprivate func checkDigest(at start: Revision) throws(SettingsError) {
    guard let expected else { return }
    let digest = try connection.run { try $0.digest(at: start) }
    guard digest == expected else {
      throw SettingsError(
        .diverged,
        "The log of \(connection.path) is another one than before: its revision \(start) has the "
          + "digest \(digest), and \(expected) was expected. If it was restored from a backup, begin "
          + "again from a snapshot.", path: connection.path, revision: start)
    }
  }
}

/// Where a stream of commits or changes begins.
struct StreamStart: Sendable {
  /// The revision to begin after; the error when it was not to be had.
  let revision: Result<Revision, SettingsError>
  /// The digest there, when the log must be the one in which the place was noted.
  var digest: Digest?

  init(_ revision: Result<Revision, SettingsError>) { self.revision = revision }

  init(_ place: LogHead) {
    revision = .success(place.revision)
    digest = place.digest
  }
}

extension Connection {
  /// Waits until there is news, the connection is closed, or the task cancelled.
  ///
  /// Waits where somebody looks: the reading before may have gone on to another file, which the
  /// subscription does not know yet.
  func news(_ subscription: LogSubscription?, _ isThere: (Ledger) -> Bool) async {
    guard let followed = subscription?.ledger else { return }
    await followed.signal.wait {
      !isOpen || ledger !== followed || followed.isReplaced || isThere(followed)
    }
  }

  /// Keeps a subscription at the store's present file.
  ///
  /// - Throws: `storeReplaced` when somebody has put another store in its place, or none.
  func follow(_ subscription: inout LogSubscription?) throws(SettingsError) {
    guard let current = subscription?.ledger else { return }
    if current !== ledger { subscription = ledger.subscribe() }
    guard !ledger.isReplaced else {
      throw SettingsError(
        .storeReplaced,
        "The file of the store \(path) was removed or replaced while it was open; nothing that is "
          + "recorded there now is seen here. Close the store and open it again.", path: path)
    }
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
