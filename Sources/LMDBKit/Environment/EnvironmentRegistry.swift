#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

/// The environments that this process has open, one for each data file.
///
/// Opening a file twice would be silent corruption: closing one of the two drops the process's lock
/// on the lock file, and the next process to open resets the table of readers under the other. The
/// registry's lock is also held while the C library opens or closes, which must not overlap.
final class EnvironmentRegistry: @unchecked Sendable {
  // `@unchecked Sendable`: the dictionary is only used with the lock held.
  static let shared = EnvironmentRegistry()

  private let lock = Lock()
  private let closed = Condition()
  private var environments: [FileIdentity: Environment] = [:]

  /// The environment of a directory, opened when this process does not have it open yet.
  func open(
    _ file: StoreFile, _ options: EnvironmentOptions
  ) throws(LMDBError) -> Environment {
    try lock.withLock { () throws(LMDBError) in
      if let shared = try find(file, options) { return shared }
      FileSystem.occupyStandardStreams()
      if options.access == .create { try file.create() }
      // Held until the C library has opened both files, so that they belong together.
      let lock = DirectoryLock.opening(file.directory)
      defer { _ = lock }
      try file.check(readOnly: options.access == .readOnly)
      try file.createLock(maxReaders: max(options.maxReaders, 1))
      let opened = try OpenedHandle(file, options)
      let environment = Environment(opened, file, options)
      environments[environment.identity] = environment
      return environment
    }
  }

  private func find(
    _ file: StoreFile, _ options: EnvironmentOptions
  ) throws(LMDBError) -> Environment? {
    while let identity = FileIdentity(path: file.data), let found = environments[identity] {
      guard found.isRetired else { return try share(found, options) }
      closed.wait(lock)
    }
    // Another data file with the same lock file: somebody replaced it. Both open in one process
    // would share the locks that only one of them should drop.
    if let lockIdentity = FileIdentity(path: file.lock),
      environments.values.contains(where: { $0.lockIdentity == lockIdentity })
    {
      throw LMDBError(.storeReplaced, operation: "open", path: file.data)
    }
    return nil
  }

  private func share(
    _ environment: Environment, _ options: EnvironmentOptions
  ) throws(LMDBError) -> Environment {
    if environment.isReadOnly && options.access != .readOnly {
      throw environment.error(.openReadOnly, "open")
    }
    if let failure = environment.gate.failure { throw environment.error(failure, "open") }
    if options.durability == .full { environment.gate.requireFullDurability() }
    environment.openings += 1
    return environment
  }

  /// Takes one opening back.
  ///
  /// The last one closes the environment.
  func close(_ environment: Environment) {
    let isLast = lock.withLock {
      guard environment.openings > 0 else { return false }
      environment.openings -= 1
      environment.isRetired = environment.openings == 0
      return environment.isRetired
    }
    guard isLast else { return }
    environment.gate.close { [self] in
      lock.withLock {
        environment.closeHandle()
        environments[environment.identity] = nil
        closed.broadcast()
      }
    }
  }
}
