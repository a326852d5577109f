import EventLog
import LMDBKit
import SettingsCore

extension SettingsError {
  static func closed(path: String) -> SettingsError {
    SettingsError(.closed, "The store \(path) has been closed; open it again.", path: path)
  }

  /// The error for whatever a lower layer threw.
  init(_ error: any Error, path: String, key: SettingName? = nil) {
    switch error {
    case let error as SettingsError: self = error
    case let error as EventLogError: self.init(error, path: path, key: key)
    case let error as LMDBError: self.init(error, path: path, key: key)
    case let error as InvalidNameError:
      self.init(.invalidName, error.description, path: path, underlying: error)
    case let error as InvalidValueError:
      self.init(error, key: key, path: path)
    default:
      self.init(
        .failed, "The store \(path) failed: \(error).", key: key, path: path, underlying: error)
    }
  }

  init(_ error: InvalidValueError, key: SettingName?, path: String) {
    let subject = key.map { "\($0): " } ?? ""
    self.init(
      .invalidValue, subject + error.description, key: key, path: path, underlying: error)
  }

  init(_ mismatch: SettingMismatch, key: SettingName, path: String) {
    self.init(
      .typeMismatch,
      "\(key): \(mismatch). The stored value is unchanged; read it with another type, set it anew, "
        + "or reset it.", key: key, path: path, underlying: mismatch)
  }

  init(_ notice: LedgerNotice, path: String) {
    switch notice {
    case .rebuilt(let projection):
      self.init(
        .checkpointRebuilt,
        "The saved state \(projection) of \(path) did not match its checksums and is folded from "
          + "the log again; nothing is lost. When it happens again, check the disk.", path: path)
    }
  }

  private init(_ error: EventLogError, path: String, key: SettingName?) {
    var key = key
    let code: Code
    switch error.code {
    case .notAStore: code = .notAStore
    case .newerFormat, .newerRecord: code = .newerFormat
    case .damaged: code = .damaged
    case .conflict: code = .conflict
    case .idempotencyKeyReused: code = .idempotencyKeyReused
    case .limitExceeded: code = .limitExceeded
    case .invalidValue(let name, _): (code, key) = (.invalidValue, name)
    case .noSuchRevision: code = .noSuchRevision
    case .cryptoFailed: code = .failed
    case .cancelled: code = .cancelled
    case .recordMismatch: code = .recordMismatch
    case .notEmpty: code = .notEmpty
    }
    let hint =
      switch code {
      case .damaged:
        " Nothing was changed: keep the files as they are and restore a backup elsewhere."
      case .conflict: " Look at the commits in between and try again."
      default: ""
      }
    self.init(
      code, "The store \(path): \(error).\(hint)", key: key, path: path, revision: error.revision,
      conflicts: error.conflicts, underlying: error)
  }

  private init(_ error: LMDBError, path: String, key: SettingName?) {
    let code: Code
    switch error.code {
    case .noSuchFile: code = .storeMissing
    case .notADirectory, .notADatabase, .invalidFile, .isADirectory: code = .notAStore
    case .versionMismatch: code = .newerFormat
    case .truncated, .corrupted, .pageNotFound, .undecodable, .mapLost: code = .damaged
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: code = .permissionDenied
    case .readOnly, .openReadOnly: code = .readOnly
    case .diskFull: code = .diskFull
    case .mapFull, .mapLimitReached: code = .mapFull
    case .readersFull, .pidNamespace, .temporarilyUnavailable, .interrupted: code = .busy
    case .nestedWrite, .writeInsideRead: code = .nestedWrite
    case .forked: code = .forked
    case .closed: code = .closed
    case .storeReplaced: code = .storeReplaced
    case .outcomeUnknown, .panic: code = .outcomeUnknown
    case .inputOutput: code = .inputOutput
    default: code = .failed
    }
    let isUnknown = error.code == .outcomeUnknown || error.code == .storeReplaced
    self.init(
      code, error.description, key: key, path: error.path,
      stateLeft: isUnknown ? .unknown : .unchanged, underlying: error)
  }
}
