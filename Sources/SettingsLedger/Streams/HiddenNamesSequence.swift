public import SettingsCore

/// The names of the hidden settings, now and whenever they change: see
/// ``SettingsStore/hiddenNames(prefix:)``.
///
/// Initial value, order, loss, buffering, failure, cancellation and isolation are those of
/// ``ValueSequence``.
public struct HiddenNamesSequence: AsyncSequence, Sendable {
  let connection: Connection
  let prefix: String

  /// An iterator whose first element is the current set.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(cursor: StateCursor(connection), prefix: prefix)
  }

  /// Gives the current set, then waits for newer ones.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var cursor: StateCursor
    let prefix: String
    private var last: [SettingName]?

    init(cursor: StateCursor, prefix: String) {
      self.cursor = cursor
      self.prefix = prefix
    }

    /// The hidden names, once they differ from those before; nil when the task was cancelled or the
    /// store closed.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> Set<SettingName>? {
      while let names = await cursor.next({ [prefix] in $0.hiddenNames(prefix: prefix) }) {
        guard names != last else { continue }
        last = names
        return Set(names)
      }
      return nil
    }
  }
}

@available(*, unavailable)
extension HiddenNamesSequence.AsyncIterator: Sendable {}

extension SettingsStore {
  /// The hidden settings: the current set at once, then the newest whenever it has changed.
  ///
  /// ```swift
  /// for await hidden in store.hiddenNames() { form.show(except: hidden) }
  /// ```
  ///
  /// Where an array is wanted, or nothing says what is, the method that gives the array is taken.
  @_disfavoredOverload
  public func hiddenNames(prefix: String = "") -> HiddenNamesSequence {
    HiddenNamesSequence(connection: connection, prefix: prefix)
  }
}
