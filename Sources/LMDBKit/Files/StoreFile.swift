#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The data file of an environment, before the C library opens it.
struct StoreFile {
  let directory: String
  var data: String { directory + "/data.mdb" }
  var lock: String { directory + "/lock.mdb" }
  /// The copy that is to take the data file's place, and the lock file that goes with it.
  var nextData: String { data + ".next" }
  private var nextLock: String { lock + ".next" }

  /// Makes the directory and a data file that holds nothing, where they are missing.
  ///
  /// The file appears under its name with its content or not at all, so that neither a crash nor
  /// another process that opens it now can meet an empty one. File and name are on the disk before
  /// the first commit can claim to be.
  func create() throws(LMDBError) {
    try FileSystem.makeDirectory(directory, mayExist: true)
    guard FileSystem.isDirectory(directory) else {
      throw LMDBError(.notADirectory, operation: "open", path: directory)
    }
    guard !FileSystem.exists(data) else { return }
    let draft = data + ".new-\(FileSystem.processNumber)"
    FileSystem.remove(draft)
    defer { FileSystem.remove(draft) }
    do {
      try writeBlank(to: draft)
    } catch {
      throw LMDBError(error.code, operation: "create", path: data)
    }
    _ = try FileSystem.addName(data, to: draft)
    try FileSystem.synchronizeDirectory(directory)
    try FileSystem.synchronizeDirectory(FileSystem.parent(of: directory))
  }

  private func writeBlank(to draft: String) throws(LMDBError) {
    let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, operation: "create")
    // The C library's largest page; machines with larger ones use this.
    try file.write(MetaPages.blank(pageSize: min(FileSystem.pageSize, 32_768)))
    try file.synchronize()
  }

  /// Makes the lock file where it is missing, as a copied store's is, with all the room that it needs.
  ///
  /// The C library would map a hole, and the process end when a full disk has no room to fill it.
  /// - Throws: `.diskFull`; whatever else is wrong, the C library finds, or can do without.
  func createLock(maxReaders: Int) throws(LMDBError) {
    guard !FileSystem.exists(lock) else { return }
    let draft = lock + ".new-\(FileSystem.processNumber)"
    FileSystem.remove(draft)
    defer { FileSystem.remove(draft) }
    do {
      let file = try OpenFile(draft, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, operation: "open")
      // A reader's slot takes 64 bytes, and what comes before all of them twice that.
      try file.write([UInt8](repeating: 0, count: (maxReaders + 2) * 64))
      _ = try FileSystem.addName(lock, to: draft)
    } catch {
      guard error.code == .diskFull else { return }
      throw LMDBError(error.code, operation: "open", path: lock)
    }
  }

  /// Puts the copy in the place of the data file, with a lock file of its own: the one that was there knows
  /// the old file's readers and transactions, and stays with those who have that open.
  ///
  /// The lock file goes first: the old data file, of which the copy is one, is no longer written to.
  func completeSwap() throws(LMDBError) {
    if FileSystem.exists(lock) {
      if !FileSystem.exists(nextLock) { try makeNextLock() }
      try FileSystem.rename(nextLock, to: lock)
    }
    try FileSystem.rename(nextData, to: data)
    try FileSystem.synchronizeDirectory(directory)
  }

  /// Makes the lock file that goes with the copy: zeros, in which the C library finds nobody.
  ///
  /// They take up their room now. The C library maps the file, and a map of a hole that the disk has no
  /// room for ends the process. The present lock file must not be opened: closing it would drop the
  /// process's lock.
  func makeNextLock() throws(LMDBError) {
    FileSystem.remove(nextLock)
    guard FileSystem.exists(lock) else { return }
    do {
      let file = try OpenFile(
        nextLock, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, operation: "swap")
      try file.write([UInt8](repeating: 0, count: FileSystem.size(of: lock)))
    }
    try FileSystem.copyOwnership(of: lock, to: nextLock)
  }

  /// Removes what was to take the files' place; the copy last, since it is what an interrupted swap is
  /// known by.
  func removeNext() {
    FileSystem.remove(nextLock)
    FileSystem.remove(nextData)
  }

  /// Checks that the file can be mapped without harm.
  ///
  /// Another process may be writing meanwhile, so a bad answer is asked for again a few times.
  /// - Throws: `.noSuchFile`, `.notADirectory`, `.truncated`, `.notADatabase`, `.versionMismatch`,
  ///   `.corrupted`.
  /// - Complexity: constant, but linear in the number of free pages for a file that ends early.
  func check(readOnly: Bool) throws(LMDBError) {
    guard FileSystem.exists(directory) else { throw missing(directory) }
    guard FileSystem.isDirectory(directory) else {
      throw LMDBError(.notADirectory, operation: "open", path: directory)
    }
    var attempts = 0
    while let problem = try problem(readOnly) {
      attempts += 1
      if attempts == 10 { throw problem }
      FileSystem.pause(milliseconds: 5)
    }
  }

  private func problem(_ readOnly: Bool) throws(LMDBError) -> LMDBError? {
    if FileSystem.isDirectory(data) {
      throw LMDBError(.isADirectory, operation: "open", path: data)
    }
    let file = try openData(readOnly)
    switch try MetaPages.read(file) {
    case .empty:
      return LMDBError(.truncated, operation: "open", path: data, detail: "it has no bytes at all")
    case .invalid:
      return LMDBError(.notADatabase, operation: "open", path: data)
    case .otherVersion:
      return LMDBError(.versionMismatch, operation: "open", path: data)
    case .misplaced:
      return misplaced("one of its two first pages is")
    case .valid(let meta):
      // Pages reach the file before the meta page that needs them: the length is asked for last.
      let present = file.size / meta.pageSize
      if present > meta.lastPage {
        return try meta.hasOwnRoot(in: file)
          ? nil : misplaced("the page that its tables begin with is")
      }
      if try FreePages.explainShortness(of: file, meta, pagesPresent: present) { return nil }
      return LMDBError(
        .truncated, operation: "open", path: data,
        detail: "\(present) of \(meta.lastPage + 1) pages are there")
    }
  }

  private func misplaced(_ page: String) -> LMDBError {
    LMDBError(.corrupted, operation: "open", path: data, detail: "\(page) not where it belongs")
  }

  private func openData(_ readOnly: Bool) throws(LMDBError) -> OpenFile {
    do {
      return try OpenFile(data, O_RDONLY, operation: "open")
    } catch {
      guard error.code == .noSuchFile else {
        throw refusal(error.code.rawValue, readOnly: readOnly)
      }
      throw error
    }
  }

  private func missing(_ path: String) -> LMDBError {
    LMDBError(.noSuchFile, operation: "open", path: path)
  }

  /// The error for an opening that the operating system refused, with the file that caused it.
  func refusal(_ status: Int32, readOnly: Bool) -> LMDBError {
    guard status == EACCES || status == EPERM || status == EROFS else {
      return LMDBError(status: status, "open", directory)
    }
    let (path, permission) = offender(readOnly: readOnly)
    return LMDBError(
      LMDBError.Code(rawValue: status), operation: "open", path: path,
      detail: "\(permission) is needed")
  }

  private func offender(readOnly: Bool) -> (path: String, permission: String) {
    if !FileSystem.mayEnter(directory) { return (directory, "permission to enter") }
    if !FileSystem.mayRead(data) { return (data, "permission to read") }
    if !readOnly && !FileSystem.mayWrite(data) { return (data, "permission to write") }
    if !FileSystem.exists(lock) { return (directory, "permission to make the lock file in it") }
    return (lock, "permission to read and write, for readers too,")
  }
}
