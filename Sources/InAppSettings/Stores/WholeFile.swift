import Foundation

/// Replaces a file as a whole: who reads it, and a power cut, meets the old bytes or the new ones.
///
/// Foundation's atomic writing makes the new file readable by everyone until it is written, whatever
/// the old one allowed (decision record 0012).
enum WholeFile {
  /// Replaces what a file holds, or makes the file.
  ///
  /// A link stays a link: what it leads to is replaced. Permissions, owner and group stay, from the
  /// first moment on. Who calls this for files of the same directory waits for each other, so that
  /// what the closure reads is what is replaced; where the file system has no locks, nobody waits.
  ///
  /// - Parameters:
  ///   - path: The file; its directory must exist.
  ///   - contents: Gives the bytes; the file stays as it was when this throws.
  static func replace(_ path: String, with contents: () throws -> Data) throws {
    let target = try destination(of: path)
    let folder = try FileHandle(forReadingFrom: URL(filePath: folder(of: target)))
    defer { try? folder.close() }
    while flock(folder.fileDescriptor, LOCK_EX) != 0 && errno == EINTR {}
    defer { flock(folder.fileDescriptor, LOCK_UN) }

    let contents = try contents()
    let former = try Status(of: target)
    let draft = "\(self.folder(of: target))/.\(UUID().uuidString).new"
    let descriptor = unsafe open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, former == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw systemError() }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try former?.apply(to: descriptor)
      try file.write(contentsOf: contents)
      try file.synchronize()
      try file.close()
      guard unsafe rename(draft, target) == 0 else { throw systemError() }
    } catch {
      try? FileManager.default.removeItem(atPath: draft)
      throw error
    }
    // The name itself is durable once the directory is.
    try folder.synchronize()
  }

  /// What a path leads to in the end, whether it is there or not.
  private static func destination(of path: String) throws -> String {
    var path = path
    for _ in 0..<32 {
      let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      guard let next else { return path }
      path = next.hasPrefix("/") ? next : folder(of: path) + "/" + next
    }
    throw POSIXError(.ELOOP)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func systemError() -> POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

  /// Whose a file is and who may do what with it.
  private struct Status {
    let owner: uid_t
    let group: gid_t
    let permissions: mode_t

    /// The status of a file; nil when there is none.
    init?(of path: String) throws {
      let found: [FileAttributeKey: Any]
      do {
        found = try FileManager.default.attributesOfItem(atPath: path)
      } catch CocoaError.fileReadNoSuchFile {
        return nil
      }
      func number(_ key: FileAttributeKey) -> Int { (found[key] as? NSNumber)?.intValue ?? 0 }
      owner = uid_t(truncatingIfNeeded: number(.ownerAccountID))
      group = gid_t(truncatingIfNeeded: number(.groupOwnerAccountID))
      permissions = mode_t(truncatingIfNeeded: number(.posixPermissions)) & 0o777
    }

    /// Gives another file the same status, as far as this user may.
    func apply(to descriptor: Int32) throws {
      let keepsGroup =
        fchown(descriptor, owner, group) == 0 || fchown(descriptor, uid_t.max, group) == 0
      // The members of another group are not to read what they could not read before.
      guard fchmod(descriptor, keepsGroup ? permissions : permissions & 0o707) == 0 else {
        throw WholeFile.systemError()
      }
    }
  }
}
