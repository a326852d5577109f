import EventLog
public import SettingsCore

/// The value of one setting, or the values of several, now and whenever they change: see
/// ``SettingsStore/values(of:)``.
///
/// * **Initial value:** the current one, at once.
/// * **Order and loss:** newer ones follow; values in between may be skipped, the newest never. Several
///   values always come from one moment: no commit is seen half. Equal values are not repeated.
/// * **Buffering:** none.
/// * **Cancellation:** when the task is cancelled or the store closed, `next()` gives nil, then and
///   ever after. Dropping the iterator frees what it held.
/// * **Failure:** never. A stored value of another type reads as the key's default, and the
///   configuration's fault handler is told; so it is when the store cannot be read any more, and then
///   the stream ends.
/// * **Isolation:** the sequence is `Sendable`, and its iterators are independent. An iterator is not
///   `Sendable`; it reads on the actor that asks.
public struct ValueSequence<each Value: Sendable>: AsyncSequence, Sendable {
  let connection: Connection
  let names: [SettingName]
  let keys: (repeat SettingKey<each Value>)

  init(_ connection: Connection, _ keys: repeat SettingKey<each Value>) {
    self.connection = connection
    self.keys = (repeat each keys)
    var names: [SettingName] = []
    for key in repeat each keys { names.append(key.name) }
    self.names = names
  }

  /// An iterator whose first element is the current value.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(sequence: self, cursor: StateCursor(connection))
  }

  /// Gives the current value, then waits for newer ones.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let sequence: ValueSequence
    var cursor: StateCursor
    private var last: ValueReader?

    init(sequence: ValueSequence, cursor: StateCursor) {
      self.sequence = sequence
      self.cursor = cursor
    }

    /// The newest value, once it differs from the one before; nil when the task was cancelled or the
    /// store closed.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Never) -> (repeat each Value)? {
      let (names, keys) = (sequence.names, sequence.keys)
      while let stored = await cursor.next({ state in names.map { state[$0] } }) {
        var reader = ValueReader(sequence.connection, names, stored)
        if let last, last.stored == reader.stored { continue }
        let values = (repeat reader.read(each keys))
        defer { last = reader }
        if let last, last.forms == reader.forms { continue }
        return values
      }
      return nil
    }
  }
}

@available(*, unavailable)
extension ValueSequence.AsyncIterator: Sendable {}

/// Turns the stored values of one moment into values of their keys' types, one after another.
struct ValueReader {
  private let connection: Connection
  /// What is stored or else registered.
  let stored: [SettingValue?]
  /// What was read, in its stored form: equal for equal values.
  private(set) var forms: [SettingValue?] = []

  init(_ connection: Connection, _ names: [SettingName], _ stored: [SettingValue?]) {
    self.connection = connection
    self.stored = zip(names, stored).map { $1 ?? connection.defaults[$0] }
  }

  mutating func read<Value>(_ key: SettingKey<Value>) -> Value {
    let found = stored[forms.count]
    var value = key.defaultValue
    if let found {
      do {
        value = try key.coding.decode(found)
      } catch {
        connection.fault(SettingsError(error, key: key.name, path: connection.path))
      }
    }
    do {
      forms.append(try key.coding.encode(value))
    } catch {
      forms.append(found)  // a default that cannot be stored
    }
    return value
  }
}

extension SettingsStore {
  /// The value of a setting: the current one at once, then the newest whenever it has changed.
  ///
  /// ```swift
  /// for await size in store.values(of: .fontSize) { editor.fontSize = size }
  /// ```
  ///
  /// It may skip values that were replaced before they were asked for, and never ends on an older
  /// value than the store's. Registered defaults count as in the subscript.
  public func values<Value>(of key: SettingKey<Value>) -> ValueSequence<Value> {
    ValueSequence(connection, key)
  }

  /// The values of several settings, as a tuple that always comes from one moment.
  ///
  /// ```swift
  /// for await (size, name) in store.values(of: fontSize, nickname) { … }
  /// ```
  ///
  /// The current values come at once, then the newest whenever one of them has changed.
  public func values<each Value>(
    of keys: repeat SettingKey<each Value>
  ) -> ValueSequence<repeat each Value> {
    ValueSequence(connection, repeat each keys)
  }
}
