#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// An open LMDB environment: a directory with a data file and a lock file.
///
/// One file is open once in a process: opening it again, also by another path, gives the same
/// instance, and every `open` is balanced by one `close`. Reads and writes take a synchronous
/// closure and may be called from any thread.
///
/// Locks are taken in this order: the tables', the writer's, the gate, the state's. Inside
/// `Resident.withLock`, which holds the state's, no transaction may be begun.
///
/// `@unchecked Sendable`, because the C library's handle and the mutable properties below are
/// guarded by the locks named beside them, which the compiler cannot see.
@safe
@usableFromInline
package final class Environment: @unchecked Sendable {
  /// The directory, as it was given when the environment was first opened.
  package let path: String
  /// Whether this process has the environment open for reading only.
  package let isReadOnly: Bool

  let file: StoreFile
  let identity: FileIdentity
  let lockIdentity: FileIdentity?
  let mapLimit: Int

  /// How many openings are not yet closed.
  ///
  /// Guarded by the registry's lock.
  var openings = 1
  /// Whether the last opening has been closed.
  ///
  /// Guarded by the registry's lock.
  var isRetired = false

  /// Guards the C library's handle against the map moving or going away.
  ///
  /// See `Resident`.
  let stateLock = Lock()
  /// The handle while its map may be looked at.
  ///
  /// Changed with the state's lock held.
  var mapped: OpaquePointer?

  /// Guards who is inside: readers, writers, and those who want everybody out.
  let gate = Gate()
  /// Held by the one thread that writes or moves the map.
  let writerLock = Lock()

  /// One thread at a time may open tables.
  let tablesLock = Lock()
  /// The last commit after which absent tables were looked for.
  ///
  /// Guarded by the tables' lock.
  var lastTableSearch: TransactionID?

  let attachments = Attachments()
  /// The handle until it is closed, for those who are inside the gate.
  let handle: OpaquePointer

  init(_ opened: OpenedHandle, _ file: StoreFile, _ options: EnvironmentOptions) {
    self.path = file.directory
    self.file = file
    self.isReadOnly = options.access == .readOnly
    self.identity = opened.identity
    self.lockIdentity = opened.lockIdentity
    self.mapLimit = options.mapLimit
    unsafe self.handle = opened.pointer
    unsafe self.mapped = opened.pointer
  }

  /// Whether the path still names the files that this environment has open.
  ///
  /// When it does not, what is written here reaches nobody who opens the path now.
  package func namesItsFile() -> Bool {
    FileIdentity(path: file.data) == identity
      && (lockIdentity == nil || FileIdentity(path: file.lock) == lockIdentity)
  }

  /// The one object of a type that belongs to this environment: found, or else made.
  ///
  /// The environment keeps it until its last opening is closed. While the closure runs, other threads that ask for an
  /// attachment wait; the closure may read and write, but must not ask for an attachment itself.
  package func attachment<T: AnyObject & Sendable>(_ make: () throws -> T) rethrows -> T {
    try attachments.find(make)
  }

  /// An error of this environment.
  func error(_ code: LMDBError.Code, _ operation: StaticString) -> LMDBError {
    LMDBError(code, operation: operation.description, path: path)
  }
}
