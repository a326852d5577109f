public import SettingsLedger
public import SettingsSchema

/// The base of settings stores: everything that a page asks, made of three methods.
///
/// A store of your own overrides ``setObject(_:forKey:)``, ``object(forKey:)`` and
/// ``synchronize()``, reports writes that fail with ``reportFailure(_:)``, and asks
/// ``takeFailure()`` in `synchronize`. One that does not override them keeps nothing and says so.
///
/// Like the pages of an app, a store belongs to one actor or thread at a time.
open class IASKAbstractSettingsStore: IASKSettingsStore {
  /// The last write that failed; nil as long as none has.
  public private(set) var lastFailure: StoreFailure?

  /// Told of each write that fails, at once; not of those that it makes itself.
  public var failureHandler: ((StoreFailure) -> Void)?

  private var hasFailed = false
  private var isTelling = false

  /// Makes a store.
  public init() {}

  // MARK: To override

  /// Stores a value under a key; nil removes it (rule T2).
  open func setObject(_ value: SettingValue?, forKey key: String) {
    reportFailure(
      StoreFailure(
        .notImplemented, key: key,
        message: "\(key): \(type(of: self)) keeps no values; override setObject(_:forKey:)."))
  }

  /// The value stored under a key; nil when there is none.
  open func object(forKey key: String) -> SettingValue? { nil }

  /// Makes what was written durable (rule T9).
  @discardableResult
  open func synchronize() -> Bool {
    _ = takeFailure()
    return false
  }

  /// Replaces a stored value by what a closure makes of it; what it throws is reported, and nothing
  /// is written then.
  ///
  /// Override it where others may write between reading and writing.
  open func updateObject(
    forKey key: String, _ change: (SettingValue?) throws(StoreFailure) -> SettingValue?
  ) {
    do throws(StoreFailure) {
      let old = object(forKey: key)
      let new = try change(old)
      if new != old { setObject(new, forKey: key) }
    } catch {
      reportFailure(error)
    }
  }

  // MARK: Failures

  /// Remembers that a write failed.
  public func reportFailure(_ failure: StoreFailure) {
    lastFailure = failure
    hasFailed = true
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    failureHandler?(failure)
  }

  /// Whether a write has failed since the last time this was asked.
  public func takeFailure() -> Bool {
    defer { hasFailed = false }
    return hasFailed
  }

  // MARK: By specifier

  /// Stores a value where the entry says; nil removes (rules T2–T5).
  open func setObject(_ value: SettingValue?, for specifier: Specifier) {
    guard let value else { return removeObject(with: specifier) }
    switch specifier.item?.position {
    case nil:
      if let key = specifier.key { setObject(value, forKey: key.text) }
    case .new: add(value, for: specifier)
    case .existing(let index):
      updateItems(of: specifier) { $0.set(value, at: index, key: specifier.key) }
    }
  }

  /// The value stored where the entry says; nil when there is none, and for a row that adds an item
  /// (rules T3, T4, T6).
  open func object(for specifier: Specifier) -> SettingValue? {
    guard let item = specifier.item else {
      return specifier.key.flatMap { object(forKey: $0.text) }
    }
    guard case .existing(let index) = item.position, let list = item.list else { return nil }
    return ListItems(object(forKey: list.text))?.value(at: index, key: specifier.key)
  }

  /// Adds an item to the list that the entry is a row of; ignored for an entry that is none (rule
  /// T4).
  ///
  /// When the list's key holds a value that is no list, that value stays, and the failure `notAList`
  /// is reported (rule T8).
  open func add(_ object: SettingValue, for specifier: Specifier) {
    guard let list = specifier.item?.list?.text else { return }
    updateObject(forKey: list) { stored throws(StoreFailure) in
      guard var items = ListItems(stored) else {
        throw .notAList(list, stored ?? .array([]))
      }
      items.append(object)
      return items.stored
    }
  }

  /// Takes away what the entry stands for; ignored when there is no such item (rules T2, T7).
  open func removeObject(with specifier: Specifier) {
    switch specifier.item?.position {
    case nil:
      if let key = specifier.key { setObject(nil, forKey: key.text) }
    case .new: break
    case .existing(let index): updateItems(of: specifier) { $0.remove(at: index) }
    }
  }

  /// Stores a list.
  open func setArray(_ array: [SettingValue], for specifier: Specifier) {
    setObject(.array(array), for: specifier)
  }

  /// The stored list; empty when there is none or the value is no list (rule T8).
  open func array(for specifier: Specifier) -> [SettingValue] {
    if case .array(let values) = object(for: specifier) { values } else { [] }
  }

  /// Stores a truth value (rule T1).
  open func setBool(_ value: Bool, for specifier: Specifier) {
    setObject(.bool(value), for: specifier)
  }

  /// Stores a number.
  open func setFloat(_ value: Float, for specifier: Specifier) {
    setObject(.double(Double(value)), for: specifier)
  }

  /// Stores a number.
  open func setDouble(_ value: Double, for specifier: Specifier) {
    setObject(.double(value), for: specifier)
  }

  /// Stores a whole number.
  open func setInteger(_ value: Int, for specifier: Specifier) {
    setObject(.integer(Int64(value)), for: specifier)
  }

  /// The stored truth value; false when there is none (rule T1).
  open func bool(for specifier: Specifier) -> Bool { object(for: specifier).boolValue }

  /// The stored number; 0 when there is none.
  open func float(for specifier: Specifier) -> Float { Float(object(for: specifier).doubleValue) }

  /// The stored number; 0 when there is none.
  open func double(for specifier: Specifier) -> Double { object(for: specifier).doubleValue }

  /// The stored whole number; 0 when there is none.
  open func integer(for specifier: Specifier) -> Int { object(for: specifier).integerValue }

  /// Changes the items of the list that the entry is a row of; ignored when its value is no list.
  private func updateItems(of specifier: Specifier, _ change: (inout ListItems) -> Void) {
    guard let list = specifier.item?.list else { return }
    updateObject(forKey: list.text) { stored in
      guard var items = ListItems(stored), stored != nil else { return stored }
      change(&items)
      return items.stored
    }
  }
}
