import Foundation

/// The three descriptors that every process is given, and some are not.
enum StandardStreams {
  /// What stands in for the streams that the caller has closed, kept open for good.
  private static let standIns: [FileHandle] = (0...2).compactMap { descriptor in
    guard fcntl(Int32(descriptor), F_GETFD) == -1 else { return nil }
    // It gets the lowest number that is free. Input can only be written and output only be read, so
    // that using them fails, as it should.
    return descriptor == 0
      ? FileHandle(forWritingAtPath: "/dev/null") : FileHandle(forReadingAtPath: "/dev/null")
  }

  /// Sees to it that all three are open: else a file of the store gets the number of one, and what is
  /// printed goes into it.
  static func occupy() { _ = standIns }
}
