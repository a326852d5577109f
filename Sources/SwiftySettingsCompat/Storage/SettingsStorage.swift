public import InAppSettings
public import SettingsLedger

/// The storage that keeps settings in a ledger, or in another store of a settings page.
///
/// ```swift
/// let storage = SettingsStorage(store)
/// storage["light1"] = true               // a commit, with author and source
/// ```
///
/// A value of another kind reads as nil and stays as it is; numbers read across their kinds when they
/// are the same number. A subscript cannot throw: a write that fails is told to the failure handler
/// and kept in ``lastFailure``.
public final class SettingsStorage: SettingsStorageType {
  private let settings: any IASKSettingsStore

  /// Makes a storage of a ledger.
  ///
  /// - Parameters:
  ///   - ledger: The ledger; its author is the author of the changes.
  ///   - source: What the commits name as their source.
  ///   - failureHandler: Told of each write that fails, at once.
  public init(
    _ ledger: SettingsStore, source: String = "SwiftySettings",
    failureHandler: ((StoreFailure) -> Void)? = nil
  ) {
    let settings = IASKSettingsStoreLedger(ledger, source: source)
    settings.failureHandler = failureHandler
    self.settings = settings
  }

  /// Makes a storage of any store that settings pages use: a file, the user defaults, memory.
  ///
  /// Who makes it keeps the store, to ask it to `synchronize()`: a file is not written before.
  public init(_ settings: any IASKSettingsStore) { self.settings = settings }

  /// The last write that failed; nil as long as none has.
  public var lastFailure: StoreFailure? { settings.lastFailure }

  /// The ledger; nil when the values are kept elsewhere.
  public var ledger: SettingsStore? { (settings as? IASKSettingsStoreLedger)?.store }

  /// The commit of the last change; nil when that recorded none, or the values are kept elsewhere.
  var lastRevision: Revision? {
    (settings as? IASKSettingsStoreLedger)?.lastOutcome?.commit?.revision
  }

  private func set(_ value: SettingValue?, _ key: String) {
    settings.setObject(value, forKey: key)
  }

  /// The truth value of a key; nil when there is none.
  public subscript(key: String) -> Bool? {
    get { if case .bool(let value) = settings.object(forKey: key) { value } else { nil } }
    set { set(newValue.map(SettingValue.bool), key) }
  }

  /// The number of a key; nil when there is none.
  public subscript(key: String) -> Float? {
    get {
      switch settings.object(forKey: key) {
      case .double(let number): Float(number)
      case .integer(let number): Float(number)
      default: nil
      }
    }
    set { set(newValue.map { .double($0.shortest) }, key) }
  }

  /// The whole number of a key; nil when there is none.
  public subscript(key: String) -> Int? {
    get {
      switch settings.object(forKey: key) {
      case .integer(let number): Int(exactly: number)
      case .double(let number): Int(exactly: number)
      default: nil
      }
    }
    set { set(newValue.map { .integer(Int64($0)) }, key) }
  }

  /// The text of a key; nil when there is none.
  public subscript(key: String) -> String? {
    get { if case .string(let text) = settings.object(forKey: key) { text } else { nil } }
    set { set(newValue.map(SettingValue.string), key) }
  }
}

extension Float {
  /// The number as people write it, 0.1 and not 0.10000000149, as long as it reads back the same.
  var shortest: Double {
    guard let number = Double("\(self)"), Float(number) == self else { return Double(self) }
    return number
  }
}
