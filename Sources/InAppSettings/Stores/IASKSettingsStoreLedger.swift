public import SettingsLedger

/// The store that keeps settings in a ledger: every write is a commit, with author and source.
///
/// ```swift
/// let settings = IASKSettingsStoreLedger(store)
/// settings.setBool(true, forKey: "sounds")
/// settings.synchronize()                     // true: a commit is durable when it returns
/// ```
///
/// A value that is not stored reads as the default that was registered with the ledger. Changes to
/// the items of a list are made inside the commit, so that none of another process is lost.
public final class IASKSettingsStoreLedger: IASKAbstractSettingsStore {
  /// The ledger.
  public let store: SettingsStore
  /// What became of the last write that did not fail; nil as long as there was none.
  public private(set) var lastOutcome: CommitOutcome?

  private let source: String

  /// Makes a store of a ledger.
  ///
  /// - Parameters:
  ///   - store: The ledger; its author is the author of the changes.
  ///   - source: What the commits name as their source.
  public init(_ store: SettingsStore, source: String = "InAppSettings") {
    self.store = store
    self.source = source
  }

  /// Sets a setting, or resets it when the value is nil.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The setting's name. One that cannot be a name is the failure `invalidKey`.
  public override func setObject(_ value: SettingValue?, forKey key: String) {
    write(key) { draft, name in draft[name] = value }
  }

  /// The value of a setting: what is stored, else the registered default.
  ///
  /// When the ledger cannot be read, this is nil, and its fault handler is told.
  public override func object(forKey key: String) -> SettingValue? {
    (try? SettingName(key)).flatMap { store[$0] }
  }

  /// Replaces a value in one commit; none when it stays the same.
  public override func updateObject(
    forKey key: String, _ change: (SettingValue?) throws(StoreFailure) -> SettingValue?
  ) {
    write(key) { draft, name in
      let old = draft[name]
      let new = try change(old)
      // A registered default is not to become a stored value.
      if new != old { draft[name] = new }
    }
  }

  /// Whether every write since the last call is on the disk (rule T9).
  ///
  /// A commit is durable when it returns, as far as the durability that the ledger was opened with
  /// goes, so there is nothing to wait for.
  @discardableResult
  public override func synchronize() -> Bool { !takeFailure() }

  private func write(
    _ key: String, _ change: (inout CommitDraft, SettingName) throws -> Void
  ) {
    do {
      let name = try SettingName(key)
      lastOutcome = try store.commit(source: source) { draft in try change(&draft, name) }
    } catch {
      reportFailure(StoreFailure(error, key: key))
    }
  }
}
