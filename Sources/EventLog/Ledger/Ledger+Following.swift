import LMDBKit
package import SettingsCore

/// Keeps a ledger looking for the commits of other processes, as long as it lives.
package final class LogSubscription: Sendable {
  package let ledger: Ledger

  fileprivate init(_ ledger: Ledger) {
    self.ledger = ledger
    ledger.watch.begin(ledger)
  }

  deinit { ledger.watch.end() }
}

extension Ledger {
  /// How many commits are handed out at once, and about how many bytes of their records.
  static let followedCommits: UInt64 = 256
  static let followedBytes = 1 << 20

  /// Begins to follow the log.
  package func subscribe() -> LogSubscription { LogSubscription(self) }

  /// Whether the commits of other processes are looked for.
  package var isWatching: Bool { watch.isWatching }

  /// The revision that this process has seen, without a look at the disk.
  package var seenRevision: Revision { memory.withLock { memory, _ in memory.state.revision } }

  /// The digest after a revision.
  ///
  /// - Throws: `compacted` for one before the last dropped commit, `noSuchRevision`.
  package func digest(at revision: Revision) throws -> Digest {
    try read { transaction in
      let start = try LogReading.start(in: transaction)
      if revision == start.revision { return start.digest }
      guard revision > start.revision else {
        throw EventLogError(.compacted, revision: start.revision)
      }
      let origin = try LogReading.firstOrigin(in: transaction)
      return try LogReading.commit(revision, firstOrigin: origin, in: transaction).digest
    }
  }

  /// The next commits after a revision, oldest first; none when it is the head.
  ///
  /// They are copied out of a transaction that ends before this returns.
  ///
  /// - Throws: `compacted` when some of them were dropped.
  package func following(_ start: Revision) throws -> [SettingsCommit] {
    guard try withState({ $0.revision }) > start else { return [] }
    let origin = memory.withLock { memory, _ in memory.firstOrigin }
    return try read { transaction in
      try LogReading.checkKept(start.next, in: transaction)
      let head = try LogReading.head(in: transaction).revision
      let end = min(head, Revision(rawValue: start.rawValue + Self.followedCommits))
      var commits: [SettingsCommit] = []
      var (revision, byteCount) = (start, 0)
      while revision < end, byteCount < Self.followedBytes {
        revision = revision.next
        guard let bytes = try transaction.get(LogTables.log, RevisionKey(revision)) else {
          throw EventLogError(.damaged("its record is missing"), revision: revision)
        }
        byteCount += bytes.count
        commits.append(try LogReading.commit(bytes, revision, firstOrigin: origin))
      }
      return commits
    }
  }
}
