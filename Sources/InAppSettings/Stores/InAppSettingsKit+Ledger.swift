// Not built on Linux, since InAppSettingsKit needs UIKit, and not yet built elsewhere. It is compiled
// where that module was built before this one; otherwise an app compiles a copy of this file itself.
#if canImport(InAppSettingsKit)
  import Foundation
  public import InAppSettingsKit
  public import SettingsLedger
  import SettingsSchema

  /// The settings store to give to InAppSettingsKit's own view controllers, so that what people
  /// change there is recorded in a ledger.
  ///
  /// ```swift
  /// viewController.settingsStore = LedgerBackedSettingsStore(store)
  /// ```
  public final class LedgerBackedSettingsStore: InAppSettingsKit.IASKAbstractSettingsStore {
    private let settings: IASKSettingsStoreLedger

    /// Makes a store of a ledger, whose author is the author of the changes.
    public init(_ store: SettingsStore, source: String = "InAppSettingsKit") {
      settings = IASKSettingsStoreLedger(store, source: source)
      super.init()
    }

    /// The last write that failed; nil as long as none has.
    public var lastFailure: StoreFailure? { settings.lastFailure }

    /// Sets a setting; `NSNull` resets it.
    public override func setObject(_ value: Any, forKey key: String) {
      if value is NSNull { return settings.setObject(nil, forKey: key) }
      do throws(PropertyListError) {
        settings.setObject(try SettingValue(propertyList: value), forKey: key)
      } catch {
        settings.reportFailure(
          StoreFailure(
            .unsupportedValue, key: key, message: "\(key) was not stored: \(error)",
            underlying: error))
      }
    }

    /// The value of a setting: what is stored, else the registered default.
    public override func object(forKey key: String) -> Any? {
      settings.object(forKey: key)?.propertyList
    }

    /// Whether every write since the last call is on the disk.
    public override func synchronize() -> Bool { settings.synchronize() }
  }
#endif
