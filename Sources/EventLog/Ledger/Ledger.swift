#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import LMDBKit
import SettingsCore
import Synchronization

/// One store in this process: its log on disk, and the state folded from it in memory.
///
/// All handles to the same store share one ledger, so they share the state too. Each `open` is matched
/// by one `close`.
package final class Ledger: Sendable {
  package let environment: Environment
  /// The identity of the store, which its new commits carry.
  package let origin: UUID
  /// The number of this ledger in this process, from 1: what keys remember slots by.
  package let number: UInt32

  /// The state at the head, as far as this process has seen it.
  package let memory: Resident<Memory>
  /// Wakes those who follow the log.
  package let signal = CommitSignal()
  /// Looks for other processes' commits while somebody follows the log.
  let watch = LogWatch()
  /// Takes back what was not confirmed in time.
  let timer = ExpiryTimer()
  package var bootClock: @Sendable () -> BootTime? { options.bootClock }
  /// How the ledger was opened first.
  private let options: LedgerOptions
  /// The steps of undo that this process may continue.
  let gestures = Mutex(Gestures())
  /// Whether state was saved since somebody looked for commits that are not to be kept.
  let isRetentionDue = Atomic(false)
  /// Whether the path names a file that is not this one, and not the one that took its place.
  private let replaced = Atomic(false)
  private let pendingNotices = Mutex<[LedgerNotice]>([])

  private static let lastNumber = Atomic<UInt32>(0)

  private init(_ environment: Environment, _ options: LedgerOptions) throws {
    self.environment = environment
    self.options = options
    self.number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let (store, memory, notice) = try environment.read { transaction in
      guard let store = try LogReading.storeRow(in: transaction) else {
        throw EventLogError(.notAStore)
      }
      let (memory, notice) = try Memory.load(in: transaction)
      return (store, memory, notice)
    }
    self.origin = store.origin
    self.memory = Resident(environment, memory)
    if let notice { note(notice) }
    try refresh()
    try checkHead()
  }

  /// Opens the store in a directory, or makes it.
  package static func open(at path: String, _ options: LedgerOptions) throws -> Ledger {
    for _ in 0..<Self.mostSwaps {
      do { return try openFile(at: path, options) } catch is RetiredStore {}
    }
    throw LMDBError(.storeReplaced, operation: "open", path: path)
  }

  /// Opens the store again, after its file was replaced, as this one was opened.
  package func reopen(at path: String, _ options: LedgerOptions) throws -> Ledger {
    var options = options
    options.access = environment.isReadOnly ? .readOnly : .openExisting
    let next = try Self.open(at: path, options)
    do {
      guard try next.goesOn(from: self) else {
        throw LMDBError(.storeReplaced, operation: "open", path: path)
      }
      return next
    } catch {
      next.close()
      throw error
    }
  }

  /// Takes back what was not confirmed in time in the file that took this one's place, to which nobody has
  /// followed yet.
  ///
  /// - Returns: how long it is until the next deadline there; nil when nothing waits any more.
  func expireInNextFile() throws -> Duration? {
    let next = try reopen(at: environment.path, options)  // which takes back what is due
    defer { next.close() }
    return next.untilExpiry
  }

  /// Whether the log is the other one's, or has gone on from it: the path may name another store by now.
  private func goesOn(from other: Ledger) throws -> Bool {
    let known = other.memory.withLock { memory, _ in memory.head }
    guard origin == other.origin else { return false }
    do {
      return try known.revision == .zero || digest(at: known.revision) == known.digest
    } catch let error as EventLogError where error.code == .compacted {
      return true
    } catch let error as EventLogError where error.code == .noSuchRevision {
      return false
    }
  }

  /// So often may the file be replaced while it is being opened.
  private static let mostSwaps = 20

  private static func openFile(at path: String, _ options: LedgerOptions) throws -> Ledger {
    let environment = try Environment.open(at: path, options.environment)
    do {
      try finishSwap(of: environment)
      // The format is looked at before anything is written, a table included. A table that an older
      // program did not know is made by the first write.
      let isNew = try environment.read { try LogReading.storeRow(in: $0) } == nil
      if isNew {
        guard options.access == .create else { throw EventLogError(.notAStore) }
        try initialize(environment)
      }
      try environment.openTables(LogTables.names, creating: isNew)
      let ledger = try environment.attachment { try Ledger(environment, options) }
      if options.access != .readOnly { try ledger.expireAtOpening() }
      return ledger
    } catch {
      environment.close()
      throw error
    }
  }

  /// What was not confirmed in time, perhaps since the program or the system ended, is taken back
  /// before anybody reads it.
  private func expireAtOpening() throws {
    do {
      try expireDue()
    } catch let error as RetiredStore {
      throw error
    } catch {
      note(.expiryFailed(String(describing: error)))
    }
    planExpiry()
  }

  /// Gives up one opening; the last one closes the environment, and lets the state go.
  ///
  /// Files that were replaced by smaller ones are held on to for as long as their store is open.
  package func close() {
    environment.close()
    // A thread that a forked child does not have may hold the state's lock.
    guard !Environment.isForkedChild, !isUsable else { return }
    timer.stop()
    memory.withLock { memory, _ in memory.forget() }
  }

  /// Makes an empty environment a store.
  private static func initialize(_ environment: Environment) throws {
    try environment.write { transaction -> Completion<Void> in
      guard try LogReading.storeRow(in: transaction) == nil else { return .abort(()) }
      // Someone else's tables are in there: not ours to write to.
      guard try transaction.count(LogTables.main) == 0 else { throw EventLogError(.notAStore) }
      try transaction.put(
        LogTables.main, LogTables.storeRow, StoreRow(origin: UUID()).encoded())
      return .commit(())
    }
  }

  /// Throws unless the head row names the last record and its digest.
  private func checkHead() throws {
    try read { transaction in
      let head = try LogReading.head(in: transaction)
      guard let last = try transaction.last(LogTables.log) else {
        guard head == .empty else {
          throw EventLogError(.damaged("its record is missing"), revision: head.revision)
        }
        return
      }
      let origin = try LogReading.firstOrigin(in: transaction)
      let commit = try LogReading.commit(last.1, last.0.revision, firstOrigin: origin)
      guard commit.revision == head.revision, commit.digest == head.digest else {
        throw EventLogError(
          .damaged("the head row does not match the last record"), revision: commit.revision)
      }
    }
  }

  /// Has the next commit save projections anew whose saved rows were found damaged.
  func distrust(_ projections: Set<String>) {
    guard !projections.isEmpty else { return }
    let new = memory.withLock { memory, _ in memory.distrust(projections) }
    for projection in new.sorted() { note(.rebuilt(projection: projection)) }
  }

  /// Whether somebody has removed or replaced the file; known to those who follow the log.
  package var isReplaced: Bool { replaced.load(ordering: .acquiring) }

  /// Looks whether the path still names the file.
  func lookForFile() {
    guard !isReplaced, !environment.namesItsFile() else { return }
    // A retired file is followed to the new one by whoever reads or writes.
    if (try? read { _ in }) != nil, !environment.namesItsFile() {
      replaced.store(true, ordering: .releasing)
    }
    signal.wakeAll()
  }

  func note(_ notice: LedgerNotice) { pendingNotices.withLock { $0.append(notice) } }

  /// What happened since the last call that nobody has to act on, but that someone may want to know.
  package func takeNotices() -> [LedgerNotice] {
    pendingNotices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }
}

/// Something that the ledger mended by itself.
package enum LedgerNotice: Hashable, Sendable {
  /// A projection's saved state could not be trusted and is folded from the log again.
  case rebuilt(projection: String)
  /// What was not confirmed in time could not be taken back yet.
  case expiryFailed(String)
  /// Saving state failed on a damaged record; commits go on without.
  case checkpointFailed(String)
}
