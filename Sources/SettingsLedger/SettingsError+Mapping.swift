import EventLog
import SettingsCore

extension SettingsError {
  static func closed(path: String) -> SettingsError {
    SettingsError(.closed, "The store \(path) has been closed; open it again.", path: path)
  }

  static func readOnly(path: String) -> SettingsError {
    SettingsError(
      .readOnly,
      "The store \(path) was opened for reading only; open it with the access `existing` to write.",
      path: path)
  }

  static func redacted(
    _ name: SettingName, at revision: Revision, path: String
  ) -> SettingsError {
    SettingsError(
      .redacted,
      "The store \(path): the value that \(name) had at revision \(revision) was erased from the log.",
      key: name, path: path, revision: revision)
  }

  /// The error for whatever a lower layer threw.
  init(_ error: any Error, path: String, key: SettingName? = nil) {
    switch error {
    case let error as SettingsError: self = error
    case let error as EventLogError: self.init(error, path: path, key: key)
    case let error as InvalidNameError:
      self.init(.invalidName, error.description, path: path, underlying: error)
    case let error as InvalidValueError:
      self.init(error, key: key, path: path)
    default:
      if let failure = StorageFailure(error) {
        self.init(failure, key: key)
        return
      }
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
    case .checkpointFailed(let problem):
      self.init(
        .damaged,
        "State of \(path) could not be saved: \(problem). Commits go on, but opening gets slower; verify "
          + "the store and compare with a backup.", path: path)
    case .expiryFailed(let problem):
      self.init(
        .expiryFailed,
        "What was not confirmed in time could not be taken back in \(path): \(problem). It is tried again "
          + "every few seconds, and before the next write.", path: path)
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
    case .compacted: code = .compacted
    case .tagsBelowFloor: code = .tagsBelowFloor
    case .redacted(let name): (code, key) = (.redacted, name)
    case .currentValue(let name): (code, key) = (.currentValue, name)
    case .nothingToErase(let name): (code, key) = (.nothingToErase, name)
    case .pending(let name): (code, key) = (.pending, name)
    case .notPending: code = .notPending
    case .noBootClock: code = .failed
    case .cryptoFailed: code = .failed
    case .cancelled: code = .cancelled
    case .recordMismatch: code = .recordMismatch
    case .notEmpty: code = .notEmpty
    case .nothingToUndo: code = .nothingToUndo
    case .nothingToRedo: code = .nothingToRedo
    case .restorationConflict(let conflict): (code, key) = (.conflict, conflict.name)
    case .nothingToRevert: code = .nothingToRevert
    case .tagExists: code = .tagExists
    case .noSuchTag: code = .noSuchTag
    case .invalidTag: code = .invalidTag
    }
    let hint =
      switch code {
      case .conflict where key != nil:
        " Nothing was recorded; look at that change, or force it to be overwritten."
      case .tagExists: " Move it, or take another name."
      case .damaged:
        " Nothing was changed: keep the files as they are and restore a backup elsewhere."
      case .currentValue: " Change or reset it first; nothing was erased."
      case .nothingToErase: " Look at the history of the setting for the revisions that did."
      case .pending: " Confirm or cancel it first; nothing was changed."
      case .conflict: " Look at the commits in between and try again."
      case .tagsBelowFloor: " Move or delete them, or have the compaction drop them."
      default: ""
      }
    // The sentence on a value is whole already.
    let sentence = "\(error)"
    let end = sentence.hasSuffix(".") ? "" : "."
    self.init(
      code, "The store \(path): \(sentence)\(end)\(hint)", key: key, path: path,
      revision: error.revision,
      conflicts: error.conflicts, underlying: error)
  }

  private init(_ failure: StorageFailure, key: SettingName?) {
    let code: Code =
      switch failure.code {
      case .storeMissing: .storeMissing
      case .notAStore: .notAStore
      case .newerFormat: .newerFormat
      case .damaged: .damaged
      case .permissionDenied: .permissionDenied
      case .readOnly: .readOnly
      case .diskFull: .diskFull
      case .mapFull: .mapFull
      case .busy: .busy
      case .nestedWrite: .nestedWrite
      case .forked: .forked
      case .closed: .closed
      case .storeReplaced: .storeReplaced
      case .outcomeUnknown: .outcomeUnknown
      case .inputOutput: .inputOutput
      case .other: .failed
      }
    self.init(
      code, failure.description, key: key, path: failure.path,
      stateLeft: failure.leavesOutcomeUnknown ? .unknown : .unchanged, underlying: failure)
  }
}
