#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import EventLog
public import SettingsCore

/// What became of a salvage.
public struct SalvageReport: Hashable, Sendable {
  /// Where the recovered log ends.
  public let head: LogHead
  /// What is lost; nil when everything was recovered.
  public let loss: SalvageLoss?
}

/// What of a damaged log is lost.
public struct SalvageLoss: Hashable, Sendable {
  /// The first revision that is lost, with all after it.
  public let revision: Revision
  /// How many revisions are lost; nil when that cannot be told.
  public let count: UInt64?
  /// Why.
  public let problem: String
}

extension SettingsStore {
  /// Recovers the longest beginning of a damaged store's log that verifies, into a new store.
  ///
  /// The damaged store is only read, by plain reads of its file into a private copy, so that nothing of
  /// it changes; nobody should write to it meanwhile. The new store has an origin of its own and
  /// the same digests. When the newest state of the file has a loss, the one before the last commit is
  /// looked at too, unless a redaction is newer; if the last commit was one and cannot be read any
  /// more, redact again.
  ///
  /// Reading a damaged file can end the process inside the C library: `settingsctl salvage` does it in
  /// another one.
  ///
  /// - Parameters:
  ///   - damaged: the directory of the damaged store.
  ///   - directory: the new store's, which must be empty or absent.
  /// - Returns: what was recovered, and what is lost.
  /// - Throws: `damaged` when nothing can be recovered, `notEmpty` when there is something at the new
  ///   path, `storeMissing`, `notAStore`, `newerFormat`. No new store is left then.
  @discardableResult
  public static func salvage(
    from damaged: String, to directory: String
  ) throws(SettingsError) -> SalvageReport {
    try Salvage(damaged, directory).run { try Salvage.rows(of: $0, $1) }
  }
}

/// A salvage in its steps, for a program that reads in a process which may die.
package struct Salvage {
  private let damaged: String
  private let directory: String

  package init(_ damaged: String, _ directory: String) {
    self.damaged = damaged
    self.directory = directory
  }

  /// Calls a closure with each row of a private copy.
  ///
  /// - Returns: why reading ended early; nil when all rows were read.
  package static func rows(
    of copy: String, _ body: ([UInt8]) throws -> Void
  ) throws -> String? {
    try DamagedLog.read(copy) { try body($0.bytes) }
  }

  /// Salvages.
  ///
  /// - Parameter read: gives a closure each row of a private copy, and says why that ended early.
  package func run(
    _ read: (_ copy: String, _ take: ([UInt8]) throws -> Void) throws -> String?
  ) throws(SettingsError) -> SalvageReport {
    do {
      try checkTarget()
      let (log, loss) = try readBest(read)
      guard !log.isEmpty || loss == nil else {
        throw nothing(loss?.problem ?? "")
      }
      return SalvageReport(head: try write(log, loss?.problem), loss: loss)
    } catch {
      throw SettingsError(error, path: damaged)
    }
  }

  private func nothing(_ problem: String) -> SettingsError {
    SettingsError(
      .damaged,
      "Nothing of \(damaged) can be recovered: \(problem). Nothing was changed: keep the files as they "
        + "are and look for a backup.", path: damaged)
  }

  private func checkTarget() throws(SettingsError) {
    let manager = FileManager.default
    guard manager.fileExists(atPath: directory) else { return }
    if let content = try? manager.contentsOfDirectory(atPath: directory), content.isEmpty { return }
    throw SettingsError(
      .notEmpty, "There is something at \(directory) already; salvage into a new directory.",
      path: directory)
  }

  /// Reads the file's newest state and, when that has a loss, the state before it; the better one counts.
  private func readBest(
    _ read: (_ copy: String, _ take: ([UInt8]) throws -> Void) throws -> String?
  ) throws -> (CheckedLog, SalvageLoss?) {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "salvage-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let copy = try DamagedStoreCopy(of: damaged, to: scratch)
    var best: (log: CheckedLog, loss: SalvageLoss?)?
    var lastRedaction = Revision.zero
    for state in 0..<copy.stateCount {
      try copy.select(state)
      var salvaged = SalvagedLog()
      let ending = try read(scratch) { bytes in
        if let row = DamagedLog.Row(bytes: bytes) { try salvaged.take(row) }
      }
      let loss = try salvaged.finish(ending).map {
        SalvageLoss(revision: $0.revision, count: $0.count, problem: $0.problem)
      }
      guard salvaged.isStore || ending != nil else { throw EventLogError(.notAStore) }
      let found = salvaged.log.head.revision
      guard let newest = best else {
        best = (salvaged.log, loss)
        lastRedaction = salvaged.lastRedaction
        if loss == nil { break }
        continue
      }
      // The older state knows nothing of the newer commits; the newer state told why they are lost.
      guard found > newest.log.head.revision, let lost = newest.loss else { continue }
      // It may hold what was erased since.
      guard lastRedaction <= found else { continue }
      let end = lost.count.map { newest.log.head.revision.rawValue + $0 }
      best = (
        salvaged.log,
        SalvageLoss(
          revision: found.next,
          count: end.flatMap { $0 < found.rawValue ? nil : $0 - found.rawValue },
          problem: "in the file's newest state, revision \(lost.revision): \(lost.problem)")
      )
    }
    guard let best else { throw nothing("neither of its meta pages can be read") }
    guard best.loss == nil, let doubt = copy.doubt else { return best }
    return (
      best.log, SalvageLoss(revision: best.log.head.revision.next, count: 0, problem: doubt)
    )
  }

  private func write(_ log: CheckedLog, _ problem: String?) throws(SettingsError) -> LogHead {
    let manager = FileManager.default
    // A link counts, also one that leads nowhere.
    let wasThere = (try? manager.attributesOfItem(atPath: directory)) != nil
    do {
      let store = try SettingsStore(path: directory, author: "salvage")
      defer { store.close() }
      let reason = "Told again by a salvage; what said so was lost: \(problem ?? "")"
      let facts = store.facts(reason: reason, expecting: nil, idempotencyKey: nil)
      let head = try store.connection.run { try $0.copyLog(log, amendedBy: facts) }
      return LogHead(revision: head.revision, digest: head.digest)
    } catch {
      // Of what was there before, nothing goes but what is new in it.
      if !wasThere {
        try? manager.removeItem(atPath: directory)
      } else if error.code != .notEmpty {
        for name in (try? manager.contentsOfDirectory(atPath: directory)) ?? [] {
          try? manager.removeItem(atPath: "\(directory)/\(name)")
        }
      }
      throw error
    }
  }
}
