import LMDBKit
import SettingsCore

/// The records below the floor, which a compaction leaves in the log and later transactions remove.
///
/// Nobody reads them. Their number bounds no transaction: each removes a slice.
enum DeadRecords {
  private static let sliceCount = 4096
  private static let sliceBytes = 16 << 20

  static func areThere(in transaction: borrowing some Reading & ~Copyable) throws -> Bool {
    let floor = try LogReading.floor(in: transaction)
    guard floor > 1 else { return false }
    return try count(below: floor, atMost: 1, in: transaction) > 0
  }

  /// How many there are.
  static func count(
    below floor: Revision, atMost limit: Int? = nil,
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> Int {
    var count = 0
    try transaction.scanBytes(LogTables.log, limit: limit) { key, _ in
      let revision = try RevisionKey(decoding: key).revision
      guard revision < floor else { return .stop }
      if revision > .zero { count += 1 }  // revision 0 never was a commit's
      return .next
    }
    return count
  }

  /// Removes some of them.
  ///
  /// - Returns: whether none is left.
  static func removeSlice(in transaction: borrowing WriteTransaction) throws -> Bool {
    let floor = try LogReading.floor(in: transaction)
    guard floor > 1 else { return true }
    var keys: [RevisionKey] = []
    var byteCount = 0
    var isLast = true
    try transaction.scanBytes(LogTables.log) { key, bytes in
      let key = try RevisionKey(decoding: key)
      guard key.revision < floor else { return .stop }
      isLast = keys.count < sliceCount && byteCount < sliceBytes
      guard isLast else { return .stop }
      keys.append(key)
      byteCount += bytes.count
      return .next
    }
    for key in keys { try transaction.delete(LogTables.log, key) }
    return isLast
  }
}
