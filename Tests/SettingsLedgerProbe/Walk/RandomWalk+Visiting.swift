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
          time: model.time, mapSize: clock.mapSize, head: model.head, retained: retained))
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
    // Else it is not told before or after which commit of another a command has recorded nothing.
    let isAlone = count == 1 && retained == nil
    try adopt(children.map { WalkWriter(mark: $0.visitor.mark, reports: $0.reports) }, isAlone)
    try verify()
    try comparePast(at: model.floor - 1)
  }
}
