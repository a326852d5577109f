#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A private copy of a data file that may be damaged, put right so far that it can be opened.
///
/// The original is read with plain reads and never written, locked or mapped. What the C library
/// makes of damaged pages of the copy, up to the end of the process, harms nobody else.
package struct DamagedCopy: Sendable {
  /// The copy's directory, to be opened like any other.
  package let directory: String
  private let file: StoreFile
  /// The meta pages that can be read, the newer first.
  private let snapshots: [MetaPages.Raw]
  /// Why the newest state that is there may not be the last one; nil when it is.
  package let doubt: String?

  /// Copies the data file of an environment into a new directory.
  ///
  /// - Throws: `.noSuchFile` and the like; `.notADatabase` when neither meta page can be read. The new
  ///   directory is gone then.
  package init(of original: String, to directory: String) throws(LMDBError) {
    self.directory = directory
    file = StoreFile(directory: directory)
    let source = StoreFile(directory: original)
    guard FileSystem.exists(original) else {
      throw LMDBError(.noSuchFile, operation: "open", path: original)
    }
    let from = try OpenFile(source.data, O_RDONLY, operation: "open")
    try FileSystem.makeDirectory(directory, mayExist: false)
    do throws(LMDBError) {
      let to = try OpenFile(file.data, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, operation: "copy")
      try Self.copy(from, to)
      snapshots = try MetaPages.legible(in: to)
      guard !snapshots.isEmpty else {
        throw LMDBError(
          .notADatabase, operation: "open", path: source.data,
          detail: "neither of its meta pages can be read")
      }
      doubt =
        if snapshots.count < 2 {
          "one of the file's two meta pages cannot be read; when it was that of the last commit, that commit "
            + "is lost"
        } else if try !snapshots[0].meta.hasOwnRoot(in: to) {
          "the page that the file's tables begin with is not where it belongs; when it is an older one, the "
            + "last commits are lost"
        } else {
          nil
        }
    } catch {
      FileSystem.remove(file.data)
      FileSystem.removeDirectory(directory)
      throw error
    }
  }

  /// How many states of the store the file may still hold: the last commit's, and the one before.
  package var snapshotCount: Int { snapshots.count }

  /// Has the copy open at one of its states; 0 is the newest.
  package func select(_ index: Int) throws(LMDBError) {
    let copy = try OpenFile(file.data, O_RDWR, operation: "copy")
    try snapshots[index].writeBoth(to: copy)
  }

  /// Copies all bytes; a block that the device cannot read becomes zeros.
  private static func copy(
    _ from: borrowing OpenFile, _ to: borrowing OpenFile
  ) throws(LMDBError) {
    let (large, small) = (1 << 20, 4096)
    let size = from.size
    var offset = 0
    while offset < size {
      do throws(LMDBError) {
        let bytes = try from.read(min(large, size - offset), at: offset)
        if bytes.isEmpty { return }
        try to.write(bytes, at: offset)
        offset += bytes.count
      } catch {
        guard error.code == .inputOutput, error.path == from.path else { throw error }
        let end = min(size, offset + large)
        while offset < end {
          let bytes = try? from.read(min(small, end - offset), at: offset)
          try to.write(bytes ?? [UInt8](repeating: 0, count: min(small, end - offset)), at: offset)
          offset += small
        }
        offset = end
      }
    }
  }
}
