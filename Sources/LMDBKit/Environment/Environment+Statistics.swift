#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension Environment {
  /// Counts pages, readers and entries.
  /// - Throws: `LMDBError` as `read` does.
  /// - Complexity: linear in the number of commits whose freed pages are not used again yet.
  package func statistics() throws -> EnvironmentStatistics {
    try read { transaction in
      let context = transaction.context
      let map = mapInformation()
      var entries: [String: Int] = [:]
      for name in context.handles.names {
        entries[name] = try context.count(TableNames.index(of: name))
      }
      return EnvironmentStatistics(
        mapSize: map.size, pageSize: pageBytes, usedPages: map.lastPage + 1,
        freePages: try freePages(context), fileBytes: fileBytes(), maxReaders: map.maxReaders,
        readersInUse: readersInUse(), lastTransactionID: transaction.id, entries: entries)
    }
  }

  /// Sums the lists of free pages; each begins with its length.
  private func freePages(_ context: TransactionContext) throws(LMDBError) -> Int {
    var opened: OpaquePointer?
    try check(
      unsafe mdb_cursor_open(context.pointer, TableHandles.free, &opened), "count", path)
    defer { unsafe mdb_cursor_close(opened) }
    var entry = unsafe (key: MDB_val(), value: MDB_val())
    var pages = 0
    while true {
      let status = unsafe mdb_cursor_get(opened, &entry.key, &entry.value, MDB_NEXT)
      if status == MDB_NOTFOUND { return pages }
      try check(status, "count", path)
      let list = unsafe UnsafeRawBufferPointer(entry.value)
      if list.count >= MemoryLayout<Int>.size {
        pages += unsafe list.loadUnaligned(as: Int.self)
      }
    }
  }

  private func fileBytes() -> Int {
    var descriptor: Int32 = -1
    unsafe mdb_env_get_fd(handle, &descriptor)
    return FileSystem.size(ofDescriptor: descriptor)
  }

  /// The C library tells about readers in lines of text: a heading, then one line for each.
  private func readersInUse() -> Int {
    var lines = 0
    let countLine: @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Int32 = {
      _, context in
      unsafe context?.assumingMemoryBound(to: Int.self).pointee += 1
      return 0
    }
    unsafe mdb_reader_list(handle, countLine, &lines)
    return max(lines - 1, 0)
  }
}
