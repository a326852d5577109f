#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file opened for a while, closed when the value goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32
  let path: String

  /// Opens a file.
  /// - Throws: `LMDBError` with the operating system's code and this path.
  init(
    _ path: String, _ flags: Int32, mode: mode_t = 0, operation: StaticString
  ) throws(LMDBError) {
    var descriptor: Int32
    repeat {
      descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
    } while descriptor < 0 && errno == EINTR
    if descriptor < 0 { throw LMDBError(status: errno, operation, path) }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// The file's length in bytes, 0 when it cannot be asked.
  var size: Int { FileSystem.size(ofDescriptor: descriptor) }

  /// The bytes of a range, fewer where the file ends.
  func read(_ count: Int, at offset: Int) throws(LMDBError) -> [UInt8] {
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        unsafe got = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      } while got < 0 && errno == EINTR
      initialized = max(got, 0)
    }
    if got < 0 { throw LMDBError(status: errno, "read", path) }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int = 0) throws(LMDBError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe pwrite(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written,
          off_t(offset + written))
      }
      if count < 0 && errno != EINTR { throw LMDBError(status: errno, "write", path) }
      written += max(count, 0)
    }
  }

  func synchronize() throws(LMDBError) {
    while fsync(descriptor) != 0 {
      if errno != EINTR { throw LMDBError(status: errno, "synchronize", path) }
    }
  }
}

/// The few things this module asks of the file system itself.
enum FileSystem {
  /// Takes the numbers of standard streams that this process was started without.
  ///
  /// Else a file that is opened next gets one, and what the program prints goes into it.
  static func occupyStandardStreams() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given. Using the stream fails, as it did.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Makes a directory for its owner only; one that is there already is fine when asked for.
  static func makeDirectory(_ path: String, mayExist: Bool) throws(LMDBError) {
    if unsafe mkdir(path, 0o700) == 0 { return }
    let status = errno
    if status == EEXIST && mayExist { return }
    throw LMDBError(status: status, "make directory", path)
  }

  /// Makes what a directory lists as durable as the files themselves.
  static func synchronizeDirectory(_ path: String) throws(LMDBError) {
    try OpenFile(path, O_RDONLY | O_DIRECTORY, operation: "synchronize").synchronize()
  }

  /// The directory that a path's last component is in.
  static func parent(of path: String) -> String {
    var trimmed = Substring(path)
    while trimmed.count > 1 && trimmed.hasSuffix("/") { trimmed.removeLast() }
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Gives a file a second name, unless that name is taken.
  ///
  /// Says whether it did.
  static func addName(_ other: String, to path: String) throws(LMDBError) -> Bool {
    if unsafe link(path, other) == 0 { return true }
    if errno == EEXIST { return false }
    throw LMDBError(status: errno, "create", other)
  }

  /// Gives a file a name that may be another file's, at once.
  static func rename(_ path: String, to other: String) throws(LMDBError) {
    if systemRename(path, other) != 0 { throw LMDBError(status: errno, "rename", path) }
  }

  /// Gives a file the owner and permissions of another.
  static func copyOwnership(of path: String, to other: String) throws(LMDBError) {
    var wanted = stat()
    var present = stat()
    guard unsafe stat(path, &wanted) == 0, unsafe stat(other, &present) == 0 else {
      throw LMDBError(status: errno, "look at", path)
    }
    if wanted.st_uid != present.st_uid || wanted.st_gid != present.st_gid,
      unsafe chown(other, wanted.st_uid, wanted.st_gid) != 0
    {
      throw LMDBError(status: errno, "change owner", other)
    }
    if unsafe chmod(other, wanted.st_mode & 0o7777) != 0 {
      throw LMDBError(status: errno, "change permissions", other)
    }
  }

  static func size(ofDescriptor descriptor: Int32) -> Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The length in bytes of what a path names, 0 when it cannot be asked.
  static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The bytes that a file system still has for this user, `nil` when it cannot be asked.
  static func availableBytes(_ path: String) -> Int? {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    return Int(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(
        by: UInt64(status.f_frsize)
      ).partialValue)
  }

  static func remove(_ path: String) { unsafe unlink(path) }
  static func removeDirectory(_ path: String) { unsafe rmdir(path) }
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
  static func mayRead(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
  static func mayWrite(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }
  static func mayEnter(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  static var processNumber: Int32 { getpid() }
  static var pageSize: Int { Int(getpagesize()) }
  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Whether that much address space can be had at the moment, beside what is mapped already.
  static func canMap(_ size: Int) -> Bool {
    let flags = MAP_PRIVATE | anonymousMapping
    guard let address = unsafe mmap(nil, size, PROT_NONE, flags, -1, 0),
      unsafe address != mapFailed
    else { return false }
    unsafe munmap(address, size)
    return true
  }

  private static var mapFailed: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: -1)
  }
  #if canImport(Darwin)
    private static let anonymousMapping = MAP_ANON
  #else
    private static let anonymousMapping = MAP_ANONYMOUS | MAP_NORESERVE
  #endif
}

/// The C function, which the method of the same name hides.
private func systemRename(_ path: String, _ other: String) -> Int32 { unsafe rename(path, other) }
