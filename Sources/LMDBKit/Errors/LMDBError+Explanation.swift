#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension LMDBError.Code {
  /// Why it failed and what to do, as the second half of a sentence.
  var explanation: String {
    if let known = Self.explanations[self] { return known }
    return unsafe String(cString: mdb_strerror(rawValue))
  }

  private static let explanations: [Self: String] = [
    .keyExists: "the key is not greater than the table's last key; read the end again",
    .corrupted: "a page is damaged; restore a backup or salvage what can be read",
    .pageNotFound: "a page is missing; restore a backup or salvage what can be read",
    .panic: "an earlier commit failed fatally; close every handle and open again",
    .versionMismatch: "it was written by a version of LMDB with another format",
    .mapFull: "the memory map has no room left",
    .tablesFull: "too many tables are open; name fewer when opening",
    .readersFull: "every reader slot is taken by a living reader; close some or raise maxReaders",
    .transactionFull: "one transaction changes too many pages; commit in smaller steps",
    .mapResized: "another process grew the file; end the outer read and try again",
    .badTransaction: "an earlier change in this transaction failed; let that error be thrown",
    .badValueSize: "the size is not allowed",
    .diskFull: "no space is left on the device; earlier commits are safe, free some and retry",
    .inputOutput: "the device reported an error; earlier commits are safe, check the disk",
    .permissionDenied: "a permission is missing",
    .readOnlyFileSystem: "the file system can only be read; nothing can be written there",
    .noSuchFile: "there is no such file; open with create access to make a new one",
    .notADirectory: "the path names a file where a directory is expected",
    .fileExists: "something of that name exists already; choose another name",
    .outOfMemory: "memory or address space ran out; open with a smaller map",
    .nestedWrite: "this thread is already inside a write; finish that one first",
    .writeInsideRead: "this thread is inside a read of the same environment; end it first",
    .forked: "this process is a forked child; open the environment in a process of its own",
    .closed: "the environment has been closed; open it again",
    .storeReplaced: "the path no longer names the open file; close and open again",
    .truncated: "the file is shorter than its meta pages say; restore a backup",
    .notADatabase: "the file is not an LMDB database of this machine's kind",
    .outcomeUnknown:
      "the commit may or may not be on disk; close every handle, open again and look",
    .openReadOnly: "this process has it open read-only; close that first",
    .pidNamespace:
      "a process with the same number in another PID namespace (container) has it open; "
      + "share the PID namespace or use one container at a time",
    .mapLimitReached:
      "the store has reached the size that its configuration allows; raise the limit",
    .readOnly: "the environment is open read-only",
    .undeclaredTable: "the table was not named when the environment was opened",
    .undecodable: "the stored bytes are not of the expected form",
    .mapLost: "the memory map could not be restored; close every handle and open again",
  ]
}
