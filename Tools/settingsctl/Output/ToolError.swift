import SettingsLedger
import SettingsSchema

/// What a failure comes to: an exit code, a code for programs, and a sentence for people.
struct ToolError: Error {
  let exit: ExitCode
  let code: String
  let message: String

  init(_ exit: ExitCode, _ code: String, _ message: String) {
    self.exit = exit
    self.code = code
    self.message = message
  }

  static func usage(_ message: String) -> ToolError { ToolError(.usage, "usage", message) }

  static func malformed(_ message: String) -> ToolError {
    ToolError(.usage, "malformedInput", message)
  }

  /// What to report of whatever was thrown.
  init(_ error: any Error) {
    switch error {
    case let error as ToolError: self = error
    case let error as SettingsError where error.code == .storeMissing:
      self.init(
        .store, error.code.rawValue,
        "There is no settings store at \(error.path ?? "that path"); `settingsctl init` makes one.")
    case let error as SettingsError:
      self.init(
        Self.exit(for: error.code), Self.told.contains(error.code) ? error.code.rawValue : "failed",
        error.message)
    case let error as InvalidNameError: self.init(.usage, "invalidName", error.description)
    case let error as InvalidValueError: self.init(.usage, "invalidValue", error.description)
    case let error as PropertyListError: self.init(.usage, "malformedInput", error.description)
    case let error as SchemaError:
      self.init(.usage, "malformedInput", error.description)
    case let error as JSONError: self.init(.usage, "malformedInput", error.description)
    default: self.init(.store, "failed", "Something failed: \(error).")
    }
  }

  /// The codes of a store that scripts may meet; docs/command-line.md lists them.
  private static let told: Set<SettingsError.Code> = [
    .typeMismatch, .beforeHistory, .noSuchRevision, .invalidName, .invalidValue, .limitExceeded,
    .recordMismatch, .conflict, .notEmpty, .verifyFailed, .busy, .storeMissing, .notAStore,
    .newerFormat, .damaged, .permissionDenied, .readOnly, .diskFull, .mapFull, .inputOutput,
    .storeReplaced, .outcomeUnknown, .redacted, .currentValue, .nothingToErase, .nothingToUndo,
    .nothingToRedo, .nothingToRevert, .tagExists, .noSuchTag, .invalidTag, .compacted, .pending,
    .tagsBelowFloor, .notPending, .expired,
  ]

  private static func exit(for code: SettingsError.Code) -> ExitCode {
    switch code {
    case .typeMismatch, .redacted, .nothingToErase: .negative
    case .beforeHistory, .noSuchRevision, .noSuchTag, .compacted: .negative
    case .nothingToUndo, .nothingToRedo, .nothingToRevert, .notPending, .expired: .negative
    case .invalidName, .invalidValue, .invalidTag, .limitExceeded, .recordMismatch: .usage
    case .conflict, .idempotencyKeyReused, .notEmpty, .tagExists: .conflict
    case .currentValue, .pending, .tagsBelowFloor: .conflict
    case .verifyFailed: .verifyFailed
    case .busy: .busy
    default: .store
    }
  }
}
