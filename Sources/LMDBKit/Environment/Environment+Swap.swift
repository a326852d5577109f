extension Environment {
  /// The bytes that tell the data file from all others that there are at the same time.
  package var fileToken: [UInt8] { identity.bytes }

  /// Puts a compact copy in the place of the data file, durably.
  ///
  /// The old file must never be written to again, by nobody: the closure leaves a mark in it that says
  /// so, and whoever meets the mark leaves this environment and opens the path anew. No commit is lost:
  /// the copy is made inside the write that leaves the mark, and that is the old file's last one. A crash
  /// leaves the old file without the mark, or one that ``finishSwap(orElse:)`` can replace.
  /// - Parameter retire: one `write`, which calls ``copyForSwap()`` and leaves the mark; it may throw when
  ///   there is one already.
  /// - Throws: `LMDBError` as `write` and `copy` do, and what the closure throws; the old file is in
  ///   place then, with the mark or without.
  package func swapForCompactCopy(_ retire: () throws -> Void) throws {
    if WritingThreads.includesCurrent { throw error(.nestedWrite, "swap") }
    let lock = try DirectoryLock.swapping(path)
    defer { _ = lock }
    guard namesItsFile() else { throw error(.storeReplaced, "swap") }
    do {
      try retire()
    } catch let error as LMDBError where error.code != .outcomeUnknown {
      // No mark stands for the copy, which would only take up room.
      file.removeNext()
      throw error
    }
    try file.completeSwap()
  }

  /// Makes the copy; called inside the write that leaves the mark.
  package func copyForSwap() throws(LMDBError) {
    file.removeNext()
    do {
      try copyData(to: file.nextData, compacting: true)
      try FileSystem.copyOwnership(of: file.data, to: file.nextData)
      // Once the mark is left, nothing may fail for want of room.
      try file.makeNextLock()
    } catch {
      file.removeNext()
      throw error
    }
  }

  /// Goes on with a swap whose process ended after it had left the mark.
  ///
  /// Waits for one that is still at it. Afterwards, the path names another file.
  /// - Parameter orElse: takes the mark away, when the copy that it stands for is gone.
  package func finishSwap(orElse unretire: () throws -> Void) throws {
    let lock = try DirectoryLock.swapping(path)
    defer { _ = lock }
    guard FileIdentity(path: file.data) == identity else { return }
    if FileSystem.exists(file.nextData) {
      try file.completeSwap()
    } else {
      try unretire()
    }
  }

  /// Removes the copy of a swap whose process ended before it left the mark.
  ///
  /// - Parameter isRetired: looks for the mark once more.
  package func removeSwapRemains(unless isRetired: () throws -> Bool) throws {
    guard !isReadOnly, FileSystem.exists(file.nextData) else { return }
    let lock = try DirectoryLock.swapping(path)
    defer { _ = lock }
    guard namesItsFile(), try !isRetired() else { return }
    file.removeNext()
  }
}
