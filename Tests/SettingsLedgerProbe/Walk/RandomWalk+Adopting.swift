import SettingsLedger

/// Somebody who wrote to the store of a walk while others did, and what is known of that.
struct WalkWriter {
  var mark: String
  var reports: [WalkReport]
}

/// What is known of one command of a writer.
struct WalkReport: Codable, CustomStringConvertible {
  var number: Int
  var command: WalkCommand
  /// What came of it; nil before that is known.
  var outcome: WalkOutcome?

  var description: String { "\(command), \(outcome?.description ?? "not told")" }

  /// The reason of what a writer's command records.
  static func reason(_ mark: String, _ number: Int) -> String { "\(mark) \(number)" }
}

/// Has the model follow what others recorded, in the order of the log.
extension RandomWalk {
  /// Follows the log, and compares it with what the writers told.
  ///
  /// - Parameter isAlone: whether nobody else wrote, so that what was refused can be compared too.
  mutating func adopt(_ writers: [WalkWriter], _ isAlone: Bool) throws {
    // A commit whose writer was killed at its last step is read once another write has begun.
    try handles[0].commit { _ in }
    var writers = writers
    for commit in try handles[0].commits(after: Revision(model.head), limit: .max)
    where commit.revision.number > model.head {
      let writer = writers.firstIndex { writer in
        writer.reports.contains { WalkReport.reason(writer.mark, $0.number) == commit.reason }
      }
      if let writer {
        try pass(&writers[writer], until: commit, isAlone)
        try adopt(commit, writers[writer].reports.removeFirst())
      } else {
        try adoptAutomatic(commit)
      }
    }
    for index in writers.indices { try pass(&writers[index], until: nil, isAlone) }
  }

  /// Passes the commands of a writer that recorded nothing, until the one that made a commit.
  private mutating func pass(
    _ writer: inout WalkWriter, until commit: SettingsCommit?, _ isAlone: Bool
  ) throws {
    while let report = writer.reports.first {
      let reason = WalkReport.reason(writer.mark, report.number)
      if let commit, reason == commit.reason { return }
      writer.reports.removeFirst()
      note("by others", "\(reason): \(report)")
      // The one that it was killed at has done nothing.
      guard let outcome = report.outcome else { continue }
      guard outcome.isSound, !outcome.isRecorded else {
        throw WalkDifference("the log does not hold what was told")
      }
      if isAlone {
        let expected = model.apply(report.command)
        guard outcome == expected else { throw WalkDifference("expected \(expected)") }
      }
    }
  }

  private mutating func adopt(_ commit: SettingsCommit, _ report: WalkReport) throws {
    note("by others", "\(commit.reason ?? ""): \(report) as \(commit.revision)")
    let expected = model.apply(report.command)
    guard expected.isRecorded, expected.revision == commit.revision.number,
      report.outcome == nil || report.outcome == expected
    else { throw WalkDifference("expected \(expected)") }
  }

  /// Follows what a store does by itself.
  private mutating func adoptAutomatic(_ commit: SettingsCommit) throws {
    note("by itself", "\(commit.cause), as \(commit.revision)")
    if case .expire(let revision) = commit.cause, model.due.first == revision.number,
      commit.reason == "not confirmed in time"
    {
      model.takeBack(revision.number)
    } else if try !adoptRetention(commit, retained ?? .max) {
      throw WalkDifference("revision \(commit.revision) was recorded by nobody")
    }
  }
}
