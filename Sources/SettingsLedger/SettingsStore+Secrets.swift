import EventLog
public import SettingsCore
import Synchronization

extension SettingsStore {
  /// Registers the names of secrets that a schema declares, such as a bundle's secure fields.
  ///
  /// ```swift
  /// try store.registerSecrets(bundle.secretNames())
  /// ```
  ///
  /// They are masked from now on. A store that can be written records the marks that are missing, as one
  /// commit, so that the names stay masked on machines that do not have the schema; one that was opened
  /// for reading keeps them in memory. The commit is no step of undo.
  ///
  /// - Parameters:
  ///   - names: the names.
  ///   - source: what declares them, such as the bundle's file name.
  /// - Returns: the commit, or that nothing had to be recorded.
  /// - Throws: a `SettingsError`; nothing is recorded then, but the names are masked in memory.
  @discardableResult
  public func registerSecrets(
    _ names: Set<SettingName>, source: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    if connection.secrets.register(names) { connection.ledger.signal.wakeAll() }
    guard connection.configuration.access != .readOnly else {
      return .unchanged(at: try revision(at: .latest))
    }
    // Not a step of undo: whoever takes back the last edit does not ask for secrets to be shown.
    let facts = facts(reason: "Declared secret", source: source, undo: .none)
    return try unwrapped {
      try commit(facts) { draft in
        for name in names.sorted() { draft.markSecret(name) }
      }
    }
  }
}

extension SettingsStore {
  /// Whether the program registered a name as a secret, whatever the store says.
  package func isRegisteredSecret(_ name: SettingName) -> Bool {
    connection.secrets.contains(name)
  }
}

/// Names of secrets that a program registers at run time.
final class RegisteredSecrets: Sendable {
  private let names = Mutex<Set<SettingName>>([])

  /// Counts the names, for those who follow values.
  var version: Int { names.withLock { $0.count } }

  /// Says whether there was a new name among them.
  func register(_ new: Set<SettingName>) -> Bool {
    names.withLock { names in
      let count = names.count
      names.formUnion(new)
      return names.count > count
    }
  }

  func contains(_ name: SettingName) -> Bool { names.withLock { $0.contains(name) } }
}
