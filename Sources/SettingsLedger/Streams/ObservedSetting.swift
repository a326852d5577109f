public import Observation
public import SettingsCore

/// A setting as a property that views observe.
///
/// ```swift
/// @State private var fontSize = ObservedSetting(.fontSize, in: store)
/// Text("Size").font(.system(size: fontSize.value))
/// ```
///
/// It follows the setting from its making on, whoever changes it, in this process or another, until it
/// is dropped or the store closed. It lives on the main actor, and does not keep itself alive.
@MainActor @Observable
public final class ObservedSetting<Value: Sendable> {
  @ObservationIgnored private let key: SettingKey<Value>
  @ObservationIgnored private let store: SettingsStore
  @ObservationIgnored private var following: Task<Void, Never>?
  private var current: Value

  /// What went wrong when the value was set last; nil when nothing did.
  public private(set) var error: SettingsError?

  /// Begins to follow a setting.
  ///
  /// - Parameters:
  ///   - key: the setting.
  ///   - store: where it lies. Changes are recorded for the author of this handle.
  public init(_ key: SettingKey<Value>, in store: SettingsStore) {
    self.key = key
    self.store = store
    self.current = store[key]
    let values = store.values(of: key)
    following = Task { [weak self] in
      for await value in values {
        guard let self else { return }
        self.current = value
      }
    }
  }

  deinit { following?.cancel() }

  /// The value, as the store's subscript gives it.
  ///
  /// Setting it records a commit at once. When that fails, the value stays and ``error`` says why.
  public var value: Value {
    get { current }
    set {
      do throws(SettingsError) {
        try store.set(key, to: newValue)
        error = nil
        current = store[key]
      } catch {
        self.error = error
      }
    }
  }
}
