import Foundation
import SettingsLedger

/// Other processes that write to the store of a walk at the same time, and are killed at any moment.
extension RandomWalk {
  /// One or two processes write for a while; all or some of them are killed.
  mutating func visit() throws {
    if random.below(3) == 0 { passTime() }
    let count = 1 + random.below(2)
    let children = try (0..<count).map { index in
      try WalkChild(
        WalkVisitor(
          path: path, mark: "visitor \(model.head).\(index)", commands: 1 + random.below(25),
          upkeep: random.below(2) == 0 ? 1 : 6, seed: seed &+ UInt64(model.head * 2 + index),
          time: model.time, head: model.head,
          retained: retained))
    }
    let kills = random.below(4) != 0
    note("visit", "\(count) visitors" + (kills ? ", killed" : ""))
    if kills {
      try children[0].read(reports: random.below(50))
      usleep(UInt32(random.below(random.below(2) == 0 ? 300 : 8000)))
      for child in children where random.below(4) != 0 { child.kill() }
    }
    for child in children { try child.finish() }
    for child in children where child.isKilled {
      note("kill", "\(child.visitor.mark) was killed")
      if let last = child.reports.last, last.outcome == nil {
        note("kill in \(last.command.kind)", "\(last)")
      }
    }
    try adopt(children)
    try verify()
    try comparePast(at: model.floor - 1)
  }

  /// Has the model follow what the log says, and compares that with what the processes told.
  private mutating func adopt(_ children: [WalkChild]) throws {
    // A commit whose writer was killed at its last step is read once another write has begun.
    try handles[0].commit { _ in }
    var waiting = children.map { $0.reports[...] }
    // Else it is not told before or after which commit of another a command has recorded nothing.
    let isAlone = children.count == 1 && retained == nil
    for commit in try handles[0].commits(after: Revision(model.head), limit: .max)
    where commit.revision.number > model.head {
      if let child = children.firstIndex(where: { child in
        child.reports.contains { child.visitor.reason($0.number) == commit.reason }
      }) {
        try pass(&waiting[child], children[child], until: commit, alone: isAlone)
        try adopt(commit, waiting[child].popFirst())
      } else {
        try adoptAutomatic(commit)
      }
    }
    for index in children.indices {
      try pass(&waiting[index], children[index], until: nil, alone: isAlone)
    }
  }

  /// Passes the commands of a process that recorded nothing, until the one that made a commit.
  private mutating func pass(
    _ reports: inout ArraySlice<WalkVisitor.Report>, _ child: WalkChild,
    until commit: SettingsCommit?, alone: Bool
  ) throws {
    while let report = reports.first,
      commit == nil || child.visitor.reason(report.number) != commit?.reason
    {
      reports.removeFirst()
      note("by visitors", "\(child.visitor.reason(report.number)): \(report)")
      // The one that it was killed at has done nothing.
      guard let outcome = report.outcome else { continue }
      guard outcome.isSound, !outcome.isRecorded else {
        throw WalkDifference("the log does not hold what was told")
      }
      if alone {
        let expected = model.apply(report.command)
        guard outcome == expected else { throw WalkDifference("expected \(expected)") }
      }
    }
  }

  private mutating func adopt(
    _ commit: SettingsCommit, _ report: WalkVisitor.Report?
  ) throws {
    guard let report else { throw WalkDifference("revision \(commit.revision) is not told of") }
    note("by visitors", "\(commit.reason ?? ""): \(report) as \(commit.revision)")
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
