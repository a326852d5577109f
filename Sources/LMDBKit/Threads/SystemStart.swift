#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The clock that counts from the start of the system, and the identity of that start.
///
/// It goes on while the system sleeps, and setting the wall clock does not move it.
package enum SystemStart {
  /// Microseconds since the start of the system.
  package static var microseconds: Int64 {
    #if canImport(Darwin)
      return Int64(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW) / 1000)
    #else
      var time = timespec()
      unsafe clock_gettime(CLOCK_BOOTTIME, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    #endif
  }

  /// The identity of this start as the system writes it, a UUID; nil when the system does not tell.
  package static let identity: String? = readIdentity()

  private static func readIdentity() -> String? {
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: 64)
      var size = buffer.count
      guard unsafe sysctlbyname("kern.bootsessionuuid", &buffer, &size, nil, 0) == 0 else {
        return nil
      }
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    #else
      let path = "/proc/sys/kernel/random/boot_id"
      let file = try? OpenFile(path, O_RDONLY, operation: "read")
      guard let bytes = try? file?.read(64, at: 0) else { return nil }
    #endif
    return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }
}
