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

/// What comes of opening: the C library's handle and the files that it has open.
@safe
struct OpenedHandle {
  let pointer: OpaquePointer
  let identity: FileIdentity
  let lockIdentity: FileIdentity?

  /// The number of tables that one environment may have open.
  private static let tableLimit: MDB_dbi = 64
  /// A smaller map than this is not tried when address space is scarce.
  private static let smallestMap = 1 << 20

  /// Opens an environment whose file has been checked, with as large a map as can be had.
  init(_ file: StoreFile, _ options: EnvironmentOptions) throws(LMDBError) {
    var size = options.mapLimit
    if let initial = options.initialMapSize { size = min(size, initial) }
    size = Self.wholePages(max(size, 1))
    while true {
      do {
        unsafe self.pointer = try Self.open(file, options, mapSize: size)
        break
      } catch {
        guard error.code == .outOfMemory, size > Self.smallestMap else { throw error }
        size = Self.wholePages(size / 2)
      }
    }
    var descriptor: Int32 = -1
    unsafe mdb_env_get_fd(pointer, &descriptor)
    // The only descriptor of the C library that programs started from here would inherit.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard let identity = FileIdentity(descriptor: descriptor) else {
      unsafe mdb_env_close(pointer)
      throw LMDBError(.storeReplaced, operation: "open", path: file.data)
    }
    self.identity = identity
    self.lockIdentity = FileIdentity(path: file.lock)
  }

  static func wholePages(_ size: Int) -> Int {
    let page = FileSystem.pageSize
    let (rounded, overflow) = size.addingReportingOverflow(page - 1)
    return (overflow ? size : rounded) / page * page
  }

  /// Tries a few times: the lock file can be half made by another process at this moment.
  private static func open(
    _ file: StoreFile, _ options: EnvironmentOptions, mapSize: Int
  ) throws(LMDBError) -> OpaquePointer {
    var attempts = 0
    while true {
      do {
        return try unsafe openOnce(file, options, mapSize: mapSize)
      } catch {
        attempts += 1
        let mayPass: [LMDBError.Code] = [
          .invalidArgument, .temporarilyUnavailable, .interrupted,
        ]
        guard mayPass.contains(error.code), attempts < 20 else { throw error }
        FileSystem.pause(milliseconds: 2)
      }
    }
  }

  private static func openOnce(
    _ file: StoreFile, _ options: EnvironmentOptions, mapSize: Int
  ) throws(LMDBError) -> OpaquePointer {
    var created: OpaquePointer?
    let creation = unsafe mdb_env_create(&created)
    guard creation == 0, let pointer = unsafe created else {
      throw LMDBError(status: creation, "open", file.directory)
    }
    let isReadOnly = options.access == .readOnly
    var flags = MDB_NOTLS
    if isReadOnly { flags |= MDB_RDONLY }
    if options.durability == .relaxed { flags |= MDB_NOMETASYNC }
    var status = unsafe mdb_env_set_mapsize(pointer, mapSize)
    if status == 0 { status = unsafe mdb_env_set_maxdbs(pointer, tableLimit) }
    let readers = UInt32(clamping: max(options.maxReaders, 1))
    if status == 0 { status = unsafe mdb_env_set_maxreaders(pointer, readers) }
    if status == 0 {
      status = unsafe mdb_env_open(pointer, file.directory, UInt32(flags), 0o600)
    }
    if status == 0 { return unsafe pointer }
    unsafe mdb_env_close(pointer)
    throw file.refusal(status, readOnly: isReadOnly)
  }
}
