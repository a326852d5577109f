#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension Environment {
  /// Makes room in the map after a write has found none.
  ///
  /// Called by the one writer.
  /// - Throws: `.mapLimitReached`, `.outOfMemory`; the environment is usable as before.
  func grow() throws(LMDBError) {
    let size = mapInformation().size
    guard size < mapLimit else {
      throw LMDBError(
        .mapLimitReached, operation: "write", path: path, detail: "\(mapLimit) bytes")
    }
    let page = FileSystem.pageSize
    var step = max(min(size, mapLimit - size), page)
    // Beside the present map, which is given up for it, there may be no room for so large a one.
    while step > page && !FileSystem.canMap(OpenedHandle.wholePages(size + step)) { step /= 2 }
    try resize(to: OpenedHandle.wholePages(size + step))
  }

  /// Adopts the growth of another process, as a reader who has begun nothing.
  func adoptGrowth() throws(LMDBError) {
    // Moving the map waits for all readers; the outer one on this thread cannot leave meanwhile.
    if gate.isCurrentThreadReading { throw error(.mapResized, "read") }
    try pass("read", gate.enterWriting)
    defer { gate.leaveWriting() }
    try writerLock.withLock { () throws(LMDBError) in try adoptGrowthAsWriter() }
  }

  /// Adopts the growth of another process, as the one writer.
  func adoptGrowthAsWriter() throws(LMDBError) {
    let information = mapInformation()
    let needed = (information.lastPage + 1) * pageBytes
    var size = information.size
    while size < needed { size *= 2 }
    try resize(to: FileSystem.canMap(size) ? size : needed)
  }

  /// Moves the map.
  ///
  /// The C library does not look whether somebody is reading, and a reader would crash; so nobody
  /// is inside, and nobody looks at the map for its last transaction's number.
  private func resize(to size: Int) throws(LMDBError) {
    // A map that is given up and cannot be had again is lost: try for the space first.
    guard FileSystem.canMap(size) else { throw error(.outOfMemory, "grow") }
    let status = gate.whenNobodyReads(stateLock) {
      let status = unsafe mdb_env_set_mapsize(handle, size)
      if status != 0 { unsafe mapped = nil }
      return status
    }
    guard status != 0 else { return }
    gate.fail(.mapLost)
    throw LMDBError(
      .mapLost, operation: "grow", path: path,
      detail: LMDBError.Code(rawValue: status).explanation)
  }

  /// What the C library says about the map.
  ///
  /// For the writer, beside whom nobody moves the map, and for whom else keeps it from moving.
  func mapInformation() -> MapInformation {
    var information = unsafe MDB_envinfo()
    unsafe mdb_env_info(handle, &information)
    return unsafe MapInformation(
      size: information.me_mapsize, lastPage: information.me_last_pgno,
      maxReaders: Int(information.me_maxreaders))
  }

  var pageBytes: Int {
    var statistics = MDB_stat()
    unsafe mdb_env_stat(handle, &statistics)
    return Int(statistics.ms_psize)
  }
}

struct MapInformation {
  let size: Int
  let lastPage: Int
  let maxReaders: Int
}
