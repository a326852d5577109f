import Foundation
import SettingsLedger

/// Fills a store with a long log of a thousand settings, and tells how long each way to look back takes.
enum HistoryMeasure {
  static func run(_ path: String, commits: Int) throws {
    let configuration = StoreConfiguration(durability: .relaxed)
    let store = try SettingsStore(path: path, author: "measure", configuration: configuration)
    if store.revision == .zero {
      try time("fill", runs: 1) { try CompactionMeasure.fill(store, commits) }
    }
    store.close()
    try time("open", runs: 1) {
      try SettingsStore(path: path, author: "measure", configuration: configuration).close()
    }
    let opened = try SettingsStore(path: path, author: "measure", configuration: configuration)
    defer { opened.close() }
    try look(back: opened)
    try go(back: opened)
  }

  private static func look(back store: SettingsStore) throws {
    let name: SettingName = "key.500"
    let middle = Revision(rawValue: store.revision.rawValue / 2)
    let date = try store.commit(at: middle).time.date
    print("\(store.revision) commits, \(store.names().count) names")
    try time("snapshot(at:) and one value") {
      guard try store.snapshot(at: .revision(middle))[name] != nil else { throw Wrong() }
    }
    try time("history(of:newest: 10)") { _ = try store.history(of: name, newest: 10) }
    try time("last change of one name") { _ = try store.history(of: name, newest: 1) }
    try time("history(of:), a page of 10") {
      _ = try store.history(of: name, after: middle, limit: 10)
    }
    try time("blame of one name") { _ = try store.blame(prefix: name.text) }
    try time("blame of all names") { _ = try store.blame() }
    try time("revision(at: date)") {
      guard try store.revision(at: .date(date)) == middle else { throw Wrong() }
    }
    try time("log(limit: 20)") { _ = try store.log(limit: 20) }
    try time("canUndo") { _ = store.canUndo }
  }

  private static func go(back store: SettingsStore) throws {
    try time("undo") { try store.undo() }
    try time("redo") { try store.redo() }
    try time("undo, all authors") { try store.undo(scope: .allAuthors) }
    try time("undo of 100 steps") { try store.undo(steps: 100) }
    try time("redo of 100 steps") { try store.redo(steps: 100) }
    let point = HistoryPoint.revision(Revision(rawValue: store.revision.rawValue / 2))
    try time("rollback of one name", runs: 1) { try store.rollback(to: point, prefix: "key.500") }
    try time("rollback of all names", runs: 1) { try store.rollback(to: point) }
  }

  private struct Wrong: Error {}

  private static func time(_ what: String, runs: Int = 5, _ body: () throws -> Void) throws {
    let elapsed = try (0..<runs).map { _ in try ContinuousClock().measure(body) }.min()
    print("\(what): \(elapsed.map { "\($0)" } ?? "-")")
  }
}
