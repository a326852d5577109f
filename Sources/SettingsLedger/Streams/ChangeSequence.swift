import EventLog
public import SettingsCore

/// Every event on some settings, in order: see ``SettingsStore/changes(of:_:after:)``.
///
/// * **Initial value:** none. It begins after the revision given, or after the newest one at the moment
///   that the sequence was made: what happens between that and the first `next()` is delivered.
/// * **Order and loss:** by position in the log; each event once, none left out. Events of one commit
///   follow one another and share ``SettingChange/commit``.
/// * **Buffering:** none that grows with the log: a place in it, at most 256 commits read ahead, and what
///   is known of the names in them and of up to 4,096 others. A sleeping consumer costs writers nothing and holds no read
///   transaction.
/// * **Cancellation:** when the task is cancelled or the store closed, `next()` gives nil, then and
///   ever after. Dropping the iterator frees what it held.
/// * **Isolation:** the sequence is `Sendable`, and each iterator begins at the same revision and is
///   independent. An iterator is not `Sendable`; it reads on the actor that asks, a slice at a time.
public struct ChangeSequence: AsyncSequence, Sendable {
  let connection: Connection
  let filter: NameFilter
  let start: StreamStart

  /// An iterator that stands at the first event.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(cursor: ChangeCursor(connection, filter, after: start))
  }

  /// Goes through the events and waits for new ones.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var cursor: ChangeCursor

    /// The next event; nil when the task was cancelled or the store closed.
    ///
    /// - Throws: `noSuchRevision` when the log did not reach the revision to go on from; `compacted` when
    ///   what comes after it was dropped; `diverged`; `storeReplaced`; whatever keeps the log from being
    ///   read. The stream has ended then.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SettingsError) -> SettingChange? {
      try await cursor.next()?.change
    }
  }
}

/// Every event on one setting, with typed values: see ``SettingsStore/changes(of:after:)``.
///
/// Initial value, order, loss, buffering, cancellation and isolation are those of ``ChangeSequence``.
/// A stored value of another type does not end the stream: it is an unreadable ``SettingReading``.
public struct KeyChangeSequence<Value: Sendable>: AsyncSequence, Sendable {
  let connection: Connection
  let key: SettingKey<Value>
  let start: StreamStart

  /// An iterator that stands at the first event.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      cursor: ChangeCursor(connection, .names([key.name]), after: start), key: key)
  }

  /// Goes through the events and waits for new ones.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var cursor: ChangeCursor
    let key: SettingKey<Value>

    /// The next event; nil when the task was cancelled or the store closed.
    ///
    /// - Throws: as ``ChangeSequence/AsyncIterator/next(isolation:)``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SettingsError) -> KeyChange<Value>? {
      try await cursor.next().map { KeyChange($0, key) }
    }
  }
}

@available(*, unavailable)
extension ChangeSequence.AsyncIterator: Sendable {}
@available(*, unavailable)
extension KeyChangeSequence.AsyncIterator: Sendable {}

extension SettingsStore {
  /// Every event on a setting, with its values before and after in the key's type.
  ///
  /// ```swift
  /// for try await change in store.changes(of: .fontSize) {
  ///   print(change.commit.author, change.old, change.new)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: the setting.
  ///   - revision: the revision to begin after; nil is the newest one now.
  public func changes<Value>(
    of key: SettingKey<Value>, after revision: Revision? = nil
  ) -> KeyChangeSequence<Value> {
    KeyChangeSequence(connection: connection, key: key, start: start(revision))
  }

  /// Every event on a setting, after a place that was noted earlier.
  ///
  /// - Parameters:
  ///   - key: the setting.
  ///   - place: the place to begin after; see ``commits(after:)-(LogHead)``.
  public func changes<Value>(
    of key: SettingKey<Value>, after place: LogHead
  ) -> KeyChangeSequence<Value> {
    KeyChangeSequence(connection: connection, key: key, start: StreamStart(place))
  }

  /// Every event on several settings, whatever the types of their keys.
  ///
  /// ```swift
  /// for try await change in store.changes(of: .fontSize, .nickname) {
  ///   if let size = change.new(of: .fontSize) { print(size) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - first: a setting.
  ///   - second: another one.
  ///   - others: more of them.
  ///   - revision: the revision to begin after; nil is the newest one now.
  public func changes<First, Second, each Value>(
    of first: SettingKey<First>, _ second: SettingKey<Second>,
    _ others: repeat SettingKey<each Value>, after revision: Revision? = nil
  ) -> ChangeSequence {
    var names = [first.name, second.name]
    for key in repeat each others { names.append(key.name) }
    return changes(of: names, after: revision)
  }

  /// Every event on some settings, by name.
  ///
  /// - Parameters:
  ///   - name: a setting.
  ///   - others: more of them.
  ///   - revision: the revision to begin after; nil is the newest one now.
  public func changes(
    of name: SettingName, _ others: SettingName..., after revision: Revision? = nil
  ) -> ChangeSequence {
    changes(of: [name] + others, after: revision)
  }

  /// Every event on some settings, by name; the array may be made at run time.
  public func changes(of names: [SettingName], after revision: Revision? = nil) -> ChangeSequence {
    ChangeSequence(connection: connection, filter: .names(Set(names)), start: start(revision))
  }

  /// Every event on some settings, after a place that was noted earlier.
  ///
  /// - Parameters:
  ///   - names: the settings.
  ///   - place: the place to begin after; see ``commits(after:)-(LogHead)``.
  public func changes(of names: [SettingName], after place: LogHead) -> ChangeSequence {
    ChangeSequence(connection: connection, filter: .names(Set(names)), start: StreamStart(place))
  }

  /// Every event on the settings whose names start with a prefix; without one, on all settings.
  ///
  /// - Parameters:
  ///   - prefix: what the names start with.
  ///   - revision: the revision to begin after; nil is the newest one now.
  public func changes(prefix: String = "", after revision: Revision? = nil) -> ChangeSequence {
    ChangeSequence(connection: connection, filter: .prefix(prefix), start: start(revision))
  }

  /// Every event on the settings whose names start with a prefix, after a place that was noted earlier.
  ///
  /// - Parameters:
  ///   - prefix: what the names start with.
  ///   - place: the place to begin after. When the store's log is not the one in which it was noted, as
  ///     after a backup was restored, the first `next()` throws `diverged`.
  public func changes(prefix: String = "", after place: LogHead) -> ChangeSequence {
    ChangeSequence(connection: connection, filter: .prefix(prefix), start: StreamStart(place))
  }

  private func start(_ revision: Revision?) -> StreamStart {
    StreamStart(revision.map { .success($0) } ?? connection.head)
  }
}
