import LMDBKit

/// What LMDB or the file system reported, in the words of the layers above, which do not know LMDB.
package struct StorageFailure: Error, CustomStringConvertible {
  package enum Code: Sendable {
    case storeMissing, notAStore, newerFormat, damaged
    case permissionDenied, readOnly, diskFull, mapFull, busy
    case nestedWrite, forked, closed
    case storeReplaced, outcomeUnknown, inputOutput, other
  }

  package let code: Code
  /// The sentence that says what failed, why, and what to do.
  package let description: String
  /// The store's directory, or the file that the error is about.
  package let path: String
  /// Whether it is not known what became of the commit.
  package let leavesOutcomeUnknown: Bool

  /// Makes the failure of an error from below; nil for an error from elsewhere.
  package init?(_ error: any Error) {
    guard let error = error as? LMDBError else { return nil }
    code = Code(error.code)
    description = error.description
    path = error.path
    leavesOutcomeUnknown = error.code == .outcomeUnknown || error.code == .storeReplaced
  }
}

extension StorageFailure.Code {
  fileprivate init(_ code: LMDBError.Code) {
    switch code {
    case .noSuchFile: self = .storeMissing
    case .notADirectory, .notADatabase, .invalidFile, .isADirectory: self = .notAStore
    case .versionMismatch: self = .newerFormat
    case .truncated, .corrupted, .pageNotFound, .undecodable, .mapLost: self = .damaged
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .permissionDenied
    case .readOnly, .openReadOnly: self = .readOnly
    case .diskFull: self = .diskFull
    case .mapFull, .mapLimitReached: self = .mapFull
    case .readersFull, .pidNamespace, .temporarilyUnavailable, .interrupted: self = .busy
    case .nestedWrite, .writeInsideRead: self = .nestedWrite
    case .forked: self = .forked
    case .closed: self = .closed
    case .storeReplaced: self = .storeReplaced
    case .outcomeUnknown, .panic: self = .outcomeUnknown
    case .inputOutput: self = .inputOutput
    default: self = .other
    }
  }
}
