import Foundation
import SettingsLedger

/// The store of a walk in another place: it must be the same there.
extension RandomWalk {
  /// A backup, or the whole log taken into a new store, perhaps first by a process that is killed.
  mutating func copy(withProcesses: Bool) throws {
    let (store, path) = (handles[random.below(2)], path + "-copy")
    let way = random.below(withProcesses ? 4 : 2)
    note("copy", way == 0 ? "backup" : way == 1 ? "import" : "import by a process that is killed")
    defer { try? FileManager.default.removeItem(atPath: path) }
    if way == 0 { try store.backup(to: path) }
    if way > 1 { try copyAndKill(to: path) }
    let copy = try SettingsStore(
      path: path, author: "copy", configuration: clock.configuration(retaining: nil))
    defer { copy.close() }
    // A process that was killed has taken all of it or nothing.
    if copy.revision == 0 { try copy.takeLog(of: store) }
    try compareDigest(at: model.head, in: copy)
    try compareState(of: copy)
    try compareStacks(of: copy)
    try demand(try copy.verify().redacted.map(\.number) == model.redacted, "erased revisions")
    if random.below(3) == 0 { try copy.rebuild() }
    try copy.set("copied", to: true)
    try copy.verify()
  }

  private mutating func copyAndKill(to path: String) throws {
    let child = try WalkChild(
      WalkVisitor(
        path: self.path, mark: "copier \(model.head)", commands: 0, upkeep: 0, seed: 0,
        time: model.time, mapSize: clock.mapSize, head: model.head, retained: nil, copy: path))
    usleep(UInt32(random.below(40_000)))
    child.kill()
    try child.finish()
    if child.isKilled { note("kill", "\(child.visitor.mark) was killed") }
  }
}

extension SettingsStore {
  /// Takes the whole log of another store, as an export and an import do.
  func takeLog(of store: SettingsStore) throws {
    var log = try LogImport(after: try store.baseline())
    for record in try store.records(after: try store.compactedRevision, limit: .max) {
      try log.append(record.bytes)
    }
    try importLog(log)
  }
}
