public import SettingsCore

/// Every commit of a store after some revision, in order: see ``SettingsStore/commits(after:)``.
///
/// * **Initial value:** the first commit after the revision, at once when it exists; else it is waited
///   for.
/// * **Order and loss:** by revision; each commit once and whole, none left out.
/// * **Buffering:** none that grows. The iterator keeps its place in the log and at most 256 commits
///   read ahead; a slow or sleeping consumer costs writers nothing and holds no read transaction.
/// * **Cancellation:** when the task is cancelled or the store closed, `next()` gives nil, then and
///   ever after. Dropping the iterator frees what it held. Until then it keeps the store open, unless
///   that is closed.
/// * **Isolation:** the sequence is `Sendable`, and each iterator begins at the same revision and is
///   independent. An iterator is not `Sendable`; it reads on the actor that asks, a slice at a time.
public struct CommitSequence: AsyncSequence, Sendable {
  let connection: Connection
  let start: StreamStart

  /// An iterator that stands at the first commit.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(cursor: LogCursor(connection, after: start))
  }

  /// Goes through the commits of a store and waits for new ones.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var cursor: LogCursor
    private var commits: ArraySlice<SettingsCommit> = []

    init(cursor: LogCursor) { self.cursor = cursor }

    /// The next commit; nil when the task was cancelled or the store closed.
    ///
    /// - Throws: `noSuchRevision` when the log did not reach the revision to go on from; `compacted` when
    ///   what comes after it was dropped; `diverged`; `storeReplaced`; whatever keeps the log from being
    ///   read. The stream has ended then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SettingsError) -> SettingsCommit? {
      guard cursor.goesOn() else {
        commits = []
        return nil
      }
      if commits.isEmpty {
        guard let read = try await cursor.next() else { return nil }
        commits = read[...]
      }
      return commits.popFirst()
    }
  }
}

@available(*, unavailable)
extension CommitSequence.AsyncIterator: Sendable {}

extension SettingsStore {
  /// Every commit after a revision, in order, once, as they are recorded by any process.
  ///
  /// ```swift
  /// for try await commit in store.commits(after: lastSeen) {
  ///   print(commit.revision, commit.author, commit.events.count)
  /// }
  /// ```
  ///
  /// What was recorded before the call comes first, then what is recorded next, without gap or
  /// overlap. To go on later, also in another process or after a restart, keep the last commit's
  /// revision. To begin with a state and follow it, take a snapshot and begin after its revision.
  /// Writing to the store inside the loop works.
  ///
  /// - Parameter revision: the revision to begin after; 0 for all commits. On a store that has not
  ///   reached it, the first `next()` throws `noSuchRevision`. When a compaction has dropped what comes
  ///   after it, it throws `compacted` with the oldest revision to begin after; a snapshot there has the
  ///   state that the dropped commits led to.
  public func commits(after revision: Revision) -> CommitSequence {
    CommitSequence(connection: connection, start: StreamStart(.success(revision)))
  }

  /// Every commit after a place that was noted earlier, in order, once.
  ///
  /// ```swift
  /// for try await commit in store.commits(after: lastSeen) { lastSeen = LogHead(after: commit) }
  /// ```
  ///
  /// - Parameter place: the place to begin after. When the store's log is not the one in which it was
  ///   noted, because a backup was restored or a power cut undid commits that were not yet durable, the
  ///   first `next()` throws `diverged`, or `noSuchRevision` when the log does not reach it.
  public func commits(after place: LogHead) -> CommitSequence {
    CommitSequence(connection: connection, start: StreamStart(place))
  }
}
