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

extension Environment {
  /// Writes a copy of the last commit into a new directory, durably, while others go on working.
  ///
  /// A compacting copy leaves out free pages and whatever else no entry holds any more: nothing that was
  /// deleted or overwritten is in it. It numbers its transactions from the beginning, so nothing that
  /// was stamped with this environment's ids may be used with it.
  /// - Throws: `LMDBError`: `.fileExists` when something has that name, `.diskFull`, and the like;
  ///   `.nestedWrite` inside a write, which a copy would wait for. Nothing is left behind then.
  package func copy(to directory: String, compacting: Bool = false) throws(LMDBError) {
    try ForkGuard.check("copy", path)
    if WritingThreads.includesCurrent { throw error(.nestedWrite, "copy") }
    try FileSystem.makeDirectory(directory, mayExist: false)
    let target = StoreFile(directory: directory)
    do {
      try copyData(to: target.data, compacting: compacting)
      try FileSystem.synchronizeDirectory(directory)
      try FileSystem.synchronizeDirectory(FileSystem.parent(of: directory))
    } catch {
      FileSystem.remove(target.data)
      FileSystem.removeDirectory(directory)
      throw error
    }
  }

  /// Copies into a file of our own making: the C library would let everybody read it.
  func copyData(to data: String, compacting: Bool) throws(LMDBError) {
    let file = try OpenFile(data, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, operation: "copy")
    try visit("copy") { () throws(LMDBError) in
      let flags = compacting ? UInt32(MDB_CP_COMPACT) : 0
      let status = unsafe mdb_env_copyfd2(handle, file.descriptor, flags)
      if status != 0 { throw LMDBError(status: status, "copy", data) }
    }
    if compacting { try UnusedBytes.erase(in: file) }
    try file.synchronize()
  }
}
