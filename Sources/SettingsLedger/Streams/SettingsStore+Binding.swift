// Not built on Linux, which has no SwiftUI.
#if canImport(SwiftUI)
  public import SettingsCore
  public import SwiftUI

  extension SettingsStore {
    /// A binding to a setting, for controls.
    ///
    /// It reads and writes at once; a write that fails is told to the fault handler. A view that must
    /// follow changes made elsewhere holds an ``ObservedSetting``.
    @MainActor public func binding<Value>(_ key: SettingKey<Value>) -> Binding<Value> {
      Binding(
        get: { self[key] },
        set: { value in
          do throws(SettingsError) {
            try self.set(key, to: value)
          } catch {
            self.connection.fault(error)
          }
        })
    }
  }
#endif
