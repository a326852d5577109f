#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
import EventLog
public import SettingsCore

/// Where a log ends: its newest revision, and the digest that stands for everything up to it.
public struct LogHead: Hashable, Sendable {
  /// The newest revision.
  public let revision: Revision
  /// The digest after it.
  public let digest: Digest

  /// Makes a place in a log, such as one that was noted earlier.
  public init(revision: Revision, digest: Digest) {
    self.revision = revision
    self.digest = digest
  }

  /// The place after a commit.
  public init(after commit: SettingsCommit) {
    self.init(revision: commit.revision, digest: commit.digest)
  }
}

/// What a verification found when everything is as it should be.
public struct VerificationReport: Hashable, Sendable {
  /// The head up to which everything was verified.
  public let head: LogHead
  /// The revisions whose content was erased, by redactions that the log records.
  public var redacted: [Revision] { Set(redactions.map(\.revision)).sorted() }
  /// What was erased, by whom, when and why; in the order of the redactions.
  public let redactions: [RecordedRedaction]
}

/// A commit with the bytes of its record, which alone count when a log is copied.
public struct LogRecord: Hashable, Sendable {
  /// The record, as docs/format.md describes it.
  public let bytes: [UInt8]
  /// The commit that it holds.
  public let commit: SettingsCommit
}

/// How large a store is.
public struct StoreStatistics: Hashable, Sendable {
  /// The head.
  public let head: LogHead
  /// The newest revision that a compaction has dropped; 0 when none was.
  public let compactedRevision: Revision
  /// The identity of the store.
  public let origin: UUID
  /// The version of the format.
  public let formatVersion: Int
  /// The number of settings that have a value.
  public let keys: Int
  /// The number of hidden settings.
  public let hidden: Int
  /// The number of events of all commits, the dropped ones included.
  public let events: Int
  /// The size of the data file in bytes.
  public let fileBytes: Int
  /// Pages of the file that hold nothing and will be used again.
  public let freePages: Int
}

extension SettingsStore {
  /// The digest after the newest commit: it stands for the whole log.
  ///
  /// Keep it elsewhere, and a log that was rewritten no longer matches.
  public var digest: Digest {
    get throws(SettingsError) { try head.digest }
  }

  /// Where the log ends.
  public var head: LogHead {
    get throws(SettingsError) {
      let head = try connection.run { try $0.head() }
      return LogHead(revision: head.revision, digest: head.digest)
    }
  }

  /// The identity of the store, made when the store was.
  public var origin: UUID { connection.ledger.origin }

  /// The digest after the commit of a revision: what ``head`` was then.
  ///
  /// - Throws: `noSuchRevision` when the log has none.
  public func digest(at revision: Revision) throws(SettingsError) -> Digest {
    revision == .zero ? .zero : try connection.run { try $0.digest(at: revision) }
  }

  /// Checks every byte of every record, the chain of digests, the head, and all saved state against a
  /// replay of the log.
  ///
  /// - Parameters:
  ///   - anchor: the head of the log at an earlier time, kept elsewhere: whether the log of now goes on
  ///     from there is checked too. Only this finds a log that was rewritten or cut as a whole.
  ///   - progress: called now and then with the revision reached and the head.
  /// - Returns: the head and what was redacted, when everything is as it should be.
  /// - Throws: `verifyFailed` with the first bad revision, or that of the anchor; `compacted` when the log
  ///   verifies, and a compaction has dropped the anchor's commit. Nothing is changed.
  /// - Complexity: O(size of the log); holds no read transaction for long.
  @discardableResult
  public func verify(
    extending anchor: LogHead? = nil, progress: (Revision, Revision) -> Void = { _, _ in }
  ) throws(SettingsError) -> VerificationReport {
    switch try connection.run({ try $0.verify(progress: progress) }) {
    case .intact(let head, let redactions):
      if let anchor { try check(anchor, against: head.revision) }
      return VerificationReport(
        head: LogHead(revision: head.revision, digest: head.digest), redactions: redactions)
    case .damaged(let revision, let problem):
      throw SettingsError(
        .verifyFailed,
        "The store \(path) is damaged at revision \(revision): \(problem). Nothing was changed: keep "
          + "the files as they are and compare with a backup.", path: path, revision: revision)
    }
  }

  /// Throws unless the log, which verifies, goes on from an earlier head of it.
  private func check(_ anchor: LogHead, against head: Revision) throws(SettingsError) {
    let (revision, digest) = (anchor.revision, anchor.digest)
    let dropped = try compactedRevision
    guard revision >= dropped || revision == .zero else {
      throw SettingsError(
        .compacted,
        "The log of \(path) verifies, but whether it goes on from revision \(revision) cannot be told, since "
          + "a compaction has dropped that commit. The oldest digest to compare with is that of "
          + "revision \(dropped); note a new one after each compaction.", path: path,
        revision: dropped)
    }
    let problem: String
    if revision > head {
      problem =
        "ends at revision \(head) with the digest \(try self.digest(at: head)) and does not reach "
        + "revision \(revision), whose digest was \(digest): it was cut, or is another log"
    } else {
      let found = try self.digest(at: revision)
      if found == digest { return }
      problem =
        "has the digest \(found) at revision \(revision), which was \(digest): it was rewritten, or "
        + "is another log"
    }
    throw SettingsError(
      .verifyFailed,
      "The log of \(path) does not go on from what was seen then: it \(problem). Nothing was changed; "
        + "compare with a backup.", path: path, revision: revision)
  }

  /// Drops all saved state and folds it from the log again.
  ///
  /// The log is not touched.
  public func rebuild(
    progress: (Revision, Revision) -> Void = { _, _ in }
  ) throws(SettingsError) {
    try connection.checkWritable()
    try connection.run { try $0.rebuild(progress: progress) }
  }

  /// Copies the store as it is now into a new directory, without its empty pages.
  ///
  /// Other handles and processes may go on writing meanwhile. What was deleted, overwritten or redacted
  /// is not in the copy.
  ///
  /// - Throws: when the directory exists and is not empty, or cannot be written.
  public func backup(to directory: String) throws(SettingsError) {
    try connection.run { try $0.copy(to: directory) }
  }

  /// Records after a revision, oldest first, at most so many: what an export of the whole log is made of.
  ///
  /// - Throws: `compacted` when some of them were dropped; an export begins with the ``baseline()`` then.
  public func records(
    after revision: Revision, limit: Int
  ) throws(SettingsError) -> [LogRecord] {
    try connection.run { ledger in
      let end = try ledger.head().revision
      return try ledger.records(after: revision, through: end, limit: limit)
        .map { LogRecord(bytes: $0.bytes, commit: $0.commit) }
    }
  }

  /// How large the store is.
  ///
  /// - Complexity: O(number of names).
  public func statistics() throws(SettingsError) -> StoreStatistics {
    try connection.run { ledger in
      let head = try ledger.head()
      let state = try ledger.withState { copy $0 }
      let file = try ledger.files()
      return StoreStatistics(
        head: LogHead(revision: head.revision, digest: head.digest),
        compactedRevision: try ledger.floor().previous, origin: ledger.origin,
        formatVersion: Int(StoreRow.formatVersion), keys: state.names().count,
        hidden: state.hiddenNames().count,
        events: state.entries.reduce(0) { $0 + $1.changes },
        fileBytes: file.dataBytes, freePages: file.freePages)
    }
  }
}
