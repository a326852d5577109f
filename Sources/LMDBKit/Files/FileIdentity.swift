#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Which file a path names at the moment.
struct FileIdentity: Hashable, Sendable {
  let device: UInt64
  let inode: UInt64

  /// The identity of what a path names, `nil` when it names nothing that can be reached.
  init?(path: String) {
    #if os(Linux)
      if let found = NarrowStatus.identity(AT_FDCWD, path) {
        self = found
        return
      }
    #endif
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of an open file.
  init?(descriptor: Int32) {
    #if os(Linux)
      if let found = NarrowStatus.identity(descriptor, "") {
        self = found
        return
      }
    #endif
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  var bytes: [UInt8] {
    [device, inode].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  fileprivate init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  private init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}

#if os(Linux)
  /// `statx`, asked for the inode's number only.
  ///
  /// `stat` also asks for the times, and since kernel 6.13 a file whose times have been asked for
  /// takes a new time, and a place in the journal, at its next write. Asked after every commit, that
  /// made commits slower by a fifth. The C headers hide `statx` from Swift, so it is looked up; its
  /// result's layout is part of the kernel's interface.
  private enum NarrowStatus {
    typealias Call =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
      ) -> Int32

    private static let call: Call? = unsafe dlsym(nil, "statx").map { symbol in
      unsafe unsafeBitCast(symbol, to: Call.self)
    }

    private static let emptyPath: Int32 = 0x1000
    private static let inodeOnly: UInt32 = 0x100

    /// The identity, `nil` when it cannot be had in this way and `stat` must decide.
    static func identity(_ directory: Int32, _ path: String) -> FileIdentity? {
      guard let call = unsafe call else { return nil }
      let flags = path.isEmpty ? emptyPath : 0
      return unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) {
        (result) -> FileIdentity? in
        guard let start = result.baseAddress,
          unsafe call(directory, path, flags, inodeOnly, start) == 0
        else { return nil }
        let major = unsafe result.load(fromByteOffset: 136, as: UInt32.self)
        let minor = unsafe result.load(fromByteOffset: 140, as: UInt32.self)
        return unsafe FileIdentity(
          device: deviceNumber(UInt64(major), UInt64(minor)),
          inode: result.load(fromByteOffset: 32, as: UInt64.self))
      }
    }

    /// The number that `stat` gives to the same device.
    private static func deviceNumber(_ major: UInt64, _ minor: UInt64) -> UInt64 {
      minor & 0xFF | (major & 0xFFF) << 8 | (minor & ~0xFF) << 12 | (major & ~0xFFF) << 32
    }
  }
#endif
