#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LMDBError {
  /// The reason of an error; an open set, because the operating system may answer anything.
  ///
  /// Raw values are the C library's (`MDB_…`, negative), the operating system's (`errno`,
  /// positive), and, below -40000, this module's own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
  }
}

// MARK: - Conditions of the C library

extension LMDBError.Code {
  /// The key is already there.
  ///
  /// The corresponding C constant is `MDB_KEYEXIST`.
  package static let keyExists = Self(rawValue: MDB_KEYEXIST)
  /// The key or table is not there.
  ///
  /// The corresponding C constant is `MDB_NOTFOUND`.
  package static let notFound = Self(rawValue: MDB_NOTFOUND)
  /// A page that must exist does not.
  ///
  /// The corresponding C constant is `MDB_PAGE_NOTFOUND`.
  package static let pageNotFound = Self(rawValue: MDB_PAGE_NOTFOUND)
  /// A page has the wrong type.
  ///
  /// The corresponding C constant is `MDB_CORRUPTED`.
  package static let corrupted = Self(rawValue: MDB_CORRUPTED)
  /// The environment is dead until reopened.
  ///
  /// The corresponding C constant is `MDB_PANIC`.
  package static let panic = Self(rawValue: MDB_PANIC)
  /// Another library version's format.
  ///
  /// The corresponding C constant is `MDB_VERSION_MISMATCH`.
  package static let versionMismatch = Self(rawValue: MDB_VERSION_MISMATCH)
  /// The file is not one of LMDB's.
  ///
  /// The corresponding C constant is `MDB_INVALID`.
  package static let invalidFile = Self(rawValue: MDB_INVALID)
  /// The map has no room.
  ///
  /// The corresponding C constant is `MDB_MAP_FULL`.
  package static let mapFull = Self(rawValue: MDB_MAP_FULL)
  /// No room for another table.
  ///
  /// The corresponding C constant is `MDB_DBS_FULL`.
  package static let tablesFull = Self(rawValue: MDB_DBS_FULL)
  /// No free reader slot.
  ///
  /// The corresponding C constant is `MDB_READERS_FULL`.
  package static let readersFull = Self(rawValue: MDB_READERS_FULL)
  /// Too many changed pages.
  ///
  /// The corresponding C constant is `MDB_TXN_FULL`.
  package static let transactionFull = Self(rawValue: MDB_TXN_FULL)
  /// Another process grew the map.
  ///
  /// The corresponding C constant is `MDB_MAP_RESIZED`.
  package static let mapResized = Self(rawValue: MDB_MAP_RESIZED)
  /// The operation does not fit the table.
  ///
  /// The corresponding C constant is `MDB_INCOMPATIBLE`.
  package static let incompatible = Self(rawValue: MDB_INCOMPATIBLE)
  /// A reader slot was reused wrongly.
  ///
  /// The corresponding C constant is `MDB_BAD_RSLOT`.
  package static let badReaderSlot = Self(rawValue: MDB_BAD_RSLOT)
  /// A failed change spoiled the transaction.
  ///
  /// The corresponding C constant is `MDB_BAD_TXN`.
  package static let badTransaction = Self(rawValue: MDB_BAD_TXN)
  /// A key or value of a forbidden size.
  ///
  /// The corresponding C constant is `MDB_BAD_VALSIZE`.
  package static let badValueSize = Self(rawValue: MDB_BAD_VALSIZE)
}

// MARK: - Conditions of the operating system

extension LMDBError.Code {
  /// No space on the device.
  ///
  /// The corresponding C constant is `ENOSPC`.
  package static let diskFull = Self(rawValue: ENOSPC)
  /// The device failed.
  ///
  /// The corresponding C constant is `EIO`.
  package static let inputOutput = Self(rawValue: EIO)
  /// A signal came in between.
  ///
  /// The corresponding C constant is `EINTR`.
  package static let interrupted = Self(rawValue: EINTR)
  /// The user lacks a permission.
  ///
  /// The corresponding C constant is `EACCES`.
  package static let permissionDenied = Self(rawValue: EACCES)
  /// The user must own it to do this.
  ///
  /// The corresponding C constant is `EPERM`.
  package static let notPermitted = Self(rawValue: EPERM)
  /// The file system is mounted read-only.
  ///
  /// The corresponding C constant is `EROFS`.
  package static let readOnlyFileSystem = Self(rawValue: EROFS)
  /// No such file or directory.
  ///
  /// The corresponding C constant is `ENOENT`.
  package static let noSuchFile = Self(rawValue: ENOENT)
  /// A file stands where a directory is needed.
  ///
  /// The corresponding C constant is `ENOTDIR`.
  package static let notADirectory = Self(rawValue: ENOTDIR)
  /// A directory stands where a file is needed.
  ///
  /// The corresponding C constant is `EISDIR`.
  package static let isADirectory = Self(rawValue: EISDIR)
  /// Something of that name exists.
  ///
  /// The corresponding C constant is `EEXIST`.
  package static let fileExists = Self(rawValue: EEXIST)
  /// No memory or address space.
  ///
  /// The corresponding C constant is `ENOMEM`.
  package static let outOfMemory = Self(rawValue: ENOMEM)
  /// An argument was refused.
  ///
  /// The corresponding C constant is `EINVAL`.
  package static let invalidArgument = Self(rawValue: EINVAL)
  /// The resource is held for the moment.
  ///
  /// The corresponding C constant is `EAGAIN`.
  package static let temporarilyUnavailable = Self(rawValue: EAGAIN)
}

// MARK: - Conditions of this module

extension LMDBError.Code {
  /// A write was begun inside another write on the same thread.
  package static let nestedWrite = Self(rawValue: -40_001)
  /// A write was begun inside a read of the same environment on the same thread.
  package static let writeInsideRead = Self(rawValue: -40_002)
  /// The process is a forked child of the one that opened the environment.
  package static let forked = Self(rawValue: -40_003)
  /// The environment has been closed.
  package static let closed = Self(rawValue: -40_004)
  /// The path no longer names the file that this environment has open.
  package static let storeReplaced = Self(rawValue: -40_005)
  /// The file is shorter than its own meta pages say.
  package static let truncated = Self(rawValue: -40_006)
  /// The file's first pages are not those of an LMDB file.
  package static let notADatabase = Self(rawValue: -40_007)
  /// The commit failed so late that it may or may not have happened.
  package static let outcomeUnknown = Self(rawValue: -40_008)
  /// This process already has the environment open, read-only.
  package static let openReadOnly = Self(rawValue: -40_009)
  /// A process of the same number in another PID namespace has the environment open.
  package static let pidNamespace = Self(rawValue: -40_010)
  /// The map cannot grow beyond the configured limit.
  package static let mapLimitReached = Self(rawValue: -40_011)
  /// A write was asked of an environment opened read-only.
  package static let readOnly = Self(rawValue: -40_012)
  /// The table was not named when the environment was opened.
  package static let undeclaredTable = Self(rawValue: -40_013)
  /// Stored bytes are not the text or number they should be.
  package static let undecodable = Self(rawValue: -40_014)
  /// The map could not be put back after an attempt to change its size.
  package static let mapLost = Self(rawValue: -40_015)
}
