import EventLog
public import SettingsCore

/// A whole log on its way into a store: records that are checked one after another.
///
/// ```swift
/// var log = LogImport()
/// while let record = nextRecord() { try log.append(record) }
/// try store.importLog(log)
/// ```
///
/// It needs no store yet, so that a log with a mistake in it need not leave one behind.
public struct LogImport: Sendable {
  private(set) var log: CheckedLog

  /// Makes an import of no records.
  public init() { log = CheckedLog() }

  /// Makes an import of no records into a log whose older commits were dropped.
  ///
  /// - Parameter baseline: what the log begins with; nil when it begins with revision 1.
  /// - Throws: `recordMismatch` or `damaged` when it is no baseline.
  public init(after baseline: LogBaseline?) throws(SettingsError) {
    do {
      log = try baseline.map { try CheckedLog(after: $0.bytes) } ?? CheckedLog()
    } catch {
      throw SettingsError(error, path: "being imported")
    }
  }

  init(_ log: CheckedLog) { self.log = log }

  /// Where the log ends that the records make.
  public var head: LogHead { LogHead(revision: log.head.revision, digest: log.head.digest) }

  /// Checks the bytes of a record against the records before it, and takes them.
  ///
  /// - Returns: the commit that the record holds.
  /// - Throws: `recordMismatch` for a record that does not follow the one before, `damaged` for bytes that
  ///   are no record, `newerFormat`; each names the revision. The record is not taken then.
  @discardableResult
  public mutating func append(_ record: [UInt8]) throws(SettingsError) -> SettingsCommit {
    do {
      return try log.append(record)
    } catch {
      throw SettingsError(error, path: "being imported")
    }
  }

  /// Checks what only the whole log tells, as ``SettingsStore/importLog(_:)`` does, without a store.
  ///
  /// - Throws: `recordMismatch` when a record is not as its last redaction left it, or the baseline not the
  ///   one that the last compaction names.
  public func check() throws(SettingsError) {
    do {
      try log.check()
    } catch {
      throw SettingsError(error, path: "being imported")
    }
  }
}

extension SettingsStore {
  /// Copies a whole log into this store, byte for byte, in one transaction; the digests stay the same.
  ///
  /// Later commits carry this store's origin.
  ///
  /// - Throws: `notEmpty` when the store has commits; `recordMismatch` when a record is not as its last
  ///   redaction left it, or the baseline not the one that the last compaction names. Nothing is
  ///   written then.
  @discardableResult
  public func importLog(_ log: LogImport) throws(SettingsError) -> LogHead {
    try connection.checkWritable()
    let head = try connection.run { try $0.copyLog(log.log) }
    return LogHead(revision: head.revision, digest: head.digest)
  }
}
