#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import EventLog
import SettingsCore

/// What may become a problem of a store, in numbers.
public struct StoreHealth: Hashable, Sendable {
  /// The version of the format.
  public let formatVersion: Int
  /// Reader slots that are taken, in all processes.
  public let readers: Int
  /// Reader slots that there are.
  public let maximumReaders: Int
  /// The size of the memory map in bytes: how far the file can grow before the map has to.
  public let mapBytes: Int
  /// The bytes of the file that hold something or did.
  public let usedBytes: Int
  /// The permissions of the store's directory, as of `chmod`.
  public let directoryPermissions: Int
  /// The permissions of the data file, as of `chmod`.
  public let filePermissions: Int
  /// How many commits each saved state lags behind the head, by its name.
  public let checkpointLag: [String: UInt64]
  /// How many commits were made while the clock was not later than the commit before.
  public let clockAnomalies: Int

  /// A sentence for each thing that someone should look at.
  public var warnings: [String] {
    var warnings: [String] = []
    if directoryPermissions & 0o077 != 0 || filePermissions & 0o077 != 0 {
      warnings.append("Other users may read the store or write to it; take the permissions away.")
    }
    if readers * 10 >= maximumReaders * 9 {
      warnings.append(
        "\(readers) of \(maximumReaders) reader slots are taken; close stores that are not used.")
    }
    // Twice what is due: a saved state lags behind up to 512 commits in ordinary use.
    for (name, lag) in checkpointLag.sorted(by: { $0.key < $1.key }) where lag > 1024 {
      warnings.append("The saved state \(name) lags \(lag) commits behind; rebuild it.")
    }
    return warnings
  }
}

extension SettingsStore {
  /// Looks for what may become a problem: readers, map, permissions, saved state, clock.
  ///
  /// - Complexity: O(size of the log), which is read in portions.
  public func health() throws(SettingsError) -> StoreHealth {
    let clockAnomalies = try countClockAnomalies()
    return try connection.run { ledger in
      let file = try ledger.files()
      return StoreHealth(
        formatVersion: Int(StoreRow.formatVersion), readers: file.readers,
        maximumReaders: file.maximumReaders, mapBytes: file.mapBytes,
        usedBytes: file.usedBytes,
        directoryPermissions: permissions(of: path),
        filePermissions: permissions(of: path + "/data.mdb"),
        checkpointLag: try ledger.checkpointLag(), clockAnomalies: clockAnomalies)
    }
  }

  private func countClockAnomalies() throws(SettingsError) -> Int {
    var (count, reached) = (0, try compactedRevision)
    while true {
      let commits = try commits(after: reached, limit: 512)
      guard let last = commits.last else { return count }
      count += commits.count { $0.clockReading != nil }
      reached = last.revision
    }
  }

  private func permissions(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? Int).map { $0 & 0o7777 } ?? 0
  }
}
