import SettingsLedger
import SettingsSchema

/// Says which write to a store, or which migration, failed, and why.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The store keeps nothing: it does not implement writing.
    case notImplemented
    /// An item was to be added to a value that is no list; the value stays as it is (rule T8).
    case notAList
    /// The key cannot be the name of a setting.
    case invalidKey
    /// The value cannot be kept.
    case unsupportedValue
    /// The file cannot be read; it stays as it is.
    case unreadableFile
    /// Writing failed.
    case writeFailed
  }

  /// What kind of failure it is.
  public let reason: Reason
  /// The key in question; nil when it is about all of them.
  public let key: String?
  /// The sentence that says it.
  public let message: String
  /// The error below, when there is one.
  public let underlying: (any Error)?

  /// Makes a failure, as a store of your own reports it.
  public init(
    _ reason: Reason, key: String? = nil, message: String, underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.key = key
    self.message = message
    self.underlying = underlying
  }

  /// The sentence that says what failed.
  public var description: String { message }
}

extension StoreFailure {
  /// The failure for whatever a write to the ledger threw.
  init(_ error: any Error, key: String?) {
    switch error {
    case let error as StoreFailure: self = error
    case let error as InvalidNameError:
      self.init(.invalidKey, key: key, message: error.description, underlying: error)
    case let error as SettingsError where error.code == .invalidValue:
      self.init(.unsupportedValue, key: key, message: error.message, underlying: error)
    default: self.init(.writeFailed, key: key, message: "\(error)", underlying: error)
    }
  }

  static func notAList(_ key: String, _ value: SettingValue) -> StoreFailure {
    StoreFailure(
      .notAList, key: key,
      message: "\(key): the stored value is of kind \(value.kind), not a list, so that nothing was "
        + "added to it; remove or replace it first.")
  }
}
