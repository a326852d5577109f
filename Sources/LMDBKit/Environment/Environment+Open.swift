#if canImport(CLMDB)
  internal import CLMDB
#else
  internal import LMDB
#endif

extension Environment {
  /// Opens an environment, or shares it when this process has it open already.
  ///
  /// Balance each call with one `close()`. A shared environment keeps the strictest durability that
  /// was asked for and the map of whoever opened it first; opened for writing, it stays so also for
  /// those who ask to read only.
  /// - Throws: `LMDBError`: `.noSuchFile`, `.notADirectory`, `.permissionDenied` or
  ///   `.readOnlyFileSystem` with the offending file; `.truncated`, `.notADatabase` or
  ///   `.versionMismatch` for a file that cannot be used; `.openReadOnly` when this process has it
  ///   open for reading only; `.readersFull`, `.pidNamespace`. Nothing stays open then.
  package static func open(
    at directory: String, _ options: EnvironmentOptions = EnvironmentOptions()
  ) throws(LMDBError) -> Environment {
    try ForkGuard.check("open", directory)
    ForkGuard.install()
    let environment = try EnvironmentRegistry.shared.open(
      StoreFile(directory: directory), options)
    do {
      try environment.clearStaleReaders()
      try environment.openMainTable()
      try environment.openTables(options.tables)
    } catch {
      environment.close()
      throw error
    }
    return environment
  }

  /// Whether this is a child that `fork` made, in which every entry but ``close()`` throws.
  package static var isForkedChild: Bool { ForkGuard.isForkedChild }

  /// Takes back one `open`.
  ///
  /// The last one waits for running transactions and closes the files.
  ///
  /// Called inside a transaction of this environment, it does not wait: the files are then closed
  /// when that transaction ends, and must not be opened again before. In a forked child it does
  /// nothing.
  package func close() {
    if ForkGuard.isForkedChild { return }
    EnvironmentRegistry.shared.close(self)
  }

  /// Frees the reader slots of processes that died while reading, so that space can be used again.
  /// - Returns: how many there were.
  @discardableResult
  package func clearStaleReaders() throws(LMDBError) -> Int {
    try visit("clear readers") { () throws(LMDBError) in
      var dead: Int32 = 0
      try check(unsafe mdb_reader_check(handle, &dead), "clear readers", path)
      return Int(dead)
    }
  }

  /// Ends what rests and closes the C library's handle.
  ///
  /// Called once, with nobody inside.
  func closeHandle() {
    attachments.clear()
    if ForkGuard.isForkedChild { return }
    for reader in gate.takeResting() { unsafe mdb_txn_abort(reader.pointer) }
    stateLock.lock()
    unsafe mapped = nil
    unsafe mdb_env_close(handle)
    stateLock.unlock()
  }
}

// MARK: - Tables

extension Environment {
  /// Opens the main table, which needs no name and always exists.
  ///
  /// The C library learns how its keys compare only here: a look-up before crashes it.
  private func openMainTable() throws(LMDBError) {
    try tablesLock.withLock { () throws(LMDBError) in
      let reader = try beginReading()
      var table: MDB_dbi = 0
      let status = unsafe mdb_dbi_open(reader.pointer, nil, 0, &table)
      let ended = finishReading(reader, keepingTables: true)
      try check(status, "open table", path)
      try check(ended, "open table", path)
    }
  }

  /// Opens the named tables that are not open yet, making those that are missing where that is allowed
  /// and wanted.
  ///
  /// Others are absent: they read as empty, and are looked for again after others' commits.
  /// Tables that exist are opened without the write lock, so that opening a store never waits for
  /// a writer of another process.
  package func openTables(
    _ names: [String], creating: Bool = true
  ) throws(LMDBError) {
    try tablesLock.withLock { () throws(LMDBError) in
      let known = gate.tables
      let wanted = names.filter { if case .open = known[$0] { false } else { true } }
      if wanted.isEmpty { return }
      let missing = try openExistingTables(wanted)
      if missing.isEmpty { return }
      if isReadOnly || !creating {
        gate.add(missing.map { ($0, nil) })
      } else {
        try createTables(missing)
      }
    }
  }

  /// Makes the tables that were missing when they were opened.
  package func createAbsentTables() throws(LMDBError) {
    let absent = gate.tables.absent
    if !absent.isEmpty { try openTables(absent) }
  }

  /// Looks again for tables that were missing, once after each commit of somebody else.
  func searchAbsentTables() throws(LMDBError) {
    try tablesLock.withLock { () throws(LMDBError) in
      let absent = gate.tables.absent
      let latest = lockState()
      unlockState()
      guard !absent.isEmpty, latest != lastTableSearch else { return }
      _ = try openExistingTables(absent)
      lastTableSearch = latest
    }
  }

  /// Opens those tables that exist.
  ///
  /// Gives the names of the others.
  private func openExistingTables(_ names: [String]) throws(LMDBError) -> [String] {
    let reader = try beginReading()
    var opened: [(String, MDB_dbi?)] = []
    var missing: [String] = []
    var failure: Int32 = 0
    for name in names {
      var table: MDB_dbi = 0
      switch unsafe mdb_dbi_open(reader.pointer, name, 0, &table) {
      case 0: opened.append((name, table))
      case MDB_NOTFOUND: missing.append(name)
      case let status: failure = status
      }
    }
    // Handles become everybody's only by a commit, of a read transaction too.
    let status = finishReading(reader, keepingTables: true)
    try check(failure, "open table", path)
    try check(status, "open table", path)
    gate.add(opened)
    return missing
  }

  private func createTables(_ names: [String]) throws(LMDBError) {
    do {
      let created = try writing { context in
        try Completion.commit(names.map { try createTable($0, context) })
      }
      gate.add(created)
    } catch {
      throw error as? LMDBError ?? self.error(.incompatible, "create table")
    }
  }

  private func createTable(
    _ name: String, _ context: TransactionContext
  ) throws(LMDBError) -> (String, MDB_dbi?) {
    var table: MDB_dbi = 0
    let status = unsafe mdb_dbi_open(context.pointer, name, UInt32(MDB_CREATE), &table)
    try context.note(status, "create table")
    return (name, table)
  }
}
