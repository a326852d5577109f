import EventLog
@_exported public import SettingsCore

/// A settings store that remembers: every change is an event in a log on disk, and the current values
/// are what the log folds to.
///
/// ```swift
/// let store = try SettingsStore(path: "settings.ledger", author: "alice")
/// store[.fontSize]                                   // 13.0
/// try store.set(.fontSize, to: 14, reason: "Too small")
/// try store.history(of: .fontSize)                   // who, when, why, from what, to what
/// ```
///
/// A write is durable when it returns, and read by every handle of every process from then on. Reading
/// takes no system call while nothing has changed. A store may be used from any thread and any task;
/// several handles and processes may have the same store open.
public final class SettingsStore: Sendable {
  /// Who the changes made through this handle are recorded for.
  ///
  /// A claim, not an authentication.
  public let author: String

  /// What all handles made from one opening share.
  let connection: Connection

  /// Opens the store in a directory.
  ///
  /// Opening it for writing takes back what was not confirmed in time, so that it is never read.
  ///
  /// - Parameters:
  ///   - path: the store's directory. It is made, readable by its owner only, when it is absent and the
  ///     configuration allows it.
  ///   - author: who the changes are recorded for: 1…255 bytes of UTF-8.
  ///   - configuration: how to open it; see ``StoreConfiguration``.
  /// - Throws: an error that names the path when the store is missing, newer, damaged, or not
  ///   permitted. Nothing has been written then.
  /// - Complexity: O(number of names), whatever the number of commits.
  public convenience init(
    path: String, author: String, configuration: StoreConfiguration = StoreConfiguration()
  ) throws(SettingsError) {
    self.init(try Connection(path: path, configuration), author: author)
  }

  init(_ connection: Connection, author: String) {
    self.connection = connection
    self.author = author
  }

  /// The same store for another author, as a server needs it for each of its users.
  ///
  /// Closing either closes both.
  public func withAuthor(_ author: String) -> SettingsStore {
    SettingsStore(connection, author: author)
  }

  /// Closes the store.
  ///
  /// Everything that was written is durable already, so a store need not be closed; dropping the last
  /// handle closes it too. Afterwards reads by subscript give defaults, and everything else throws
  /// an error with the code `closed`. Closing again does nothing.
  public func close() { connection.close() }

  /// Whether the store was opened for reading only, so that every write throws.
  public var isReadOnly: Bool { connection.configuration.access == .readOnly }

  /// The directory of the store, as it was given.
  public var path: String { connection.path }
}
