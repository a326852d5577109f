public import Foundation
public import SettingsLedger
import SettingsSchema

/// The store that keeps settings in the user defaults.
///
/// On Linux, Foundation's user defaults lose keys when several processes write, and replace their
/// file without care; there, prefer ``IASKSettingsStoreFile`` or ``IASKSettingsStoreLedger``.
public final class IASKSettingsStoreUserDefaults: IASKAbstractSettingsStore {
  /// The user defaults.
  public let defaults: UserDefaults

  /// Makes a store of user defaults.
  public init(userDefaults: UserDefaults) { defaults = userDefaults }

  /// Makes a store of the app's own user defaults.
  public override convenience init() { self.init(userDefaults: .standard) }

  /// Stores a value; nil removes it.
  public override func setObject(_ value: SettingValue?, forKey key: String) {
    if let value {
      defaults.set(value.propertyList, forKey: key)
    } else {
      defaults.removeObject(forKey: key)
    }
  }

  /// The value of a key: what is stored, else a registered default; nil when there is none, or when
  /// it does not fit a ``SettingsCore/SettingValue``, such as a whole number of more than 64 bits.
  public override func object(forKey key: String) -> SettingValue? {
    defaults.object(forKey: key).flatMap { try? SettingValue(propertyList: $0) }
  }

  /// Changes a value by what it is; one that does not fit a ``SettingsCore/SettingValue`` stays, and is
  /// the failure `unsupportedValue`.
  public override func updateObject(
    forKey key: String, _ change: (SettingValue?) throws(StoreFailure) -> SettingValue?
  ) {
    do throws(PropertyListError) {
      if let stored = defaults.object(forKey: key) { _ = try SettingValue(propertyList: stored) }
    } catch {
      return reportFailure(
        StoreFailure(
          .unsupportedValue, key: key, message: "\(key) stays as it is: \(error)",
          underlying: error))
    }
    super.updateObject(forKey: key, change)
  }

  /// Has the user defaults written (rule T9).
  @discardableResult
  public override func synchronize() -> Bool {
    let hadFailure = takeFailure()
    return defaults.synchronize() && !hadFailure
  }
}
