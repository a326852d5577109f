import Foundation
import SettingsLedger

/// What tests need another process for.
///
/// The first argument says what to do, the second names the store.
enum Probe {
  static func run(_ arguments: [String]) {
    do {
      guard arguments.count >= 2 else { return fail("usage: MODE STORE [ARGUMENT…]") }
      let (mode, path, rest) = (arguments[0], arguments[1], Array(arguments.dropFirst(2)))
      switch mode {
      case "count": try count(path, prefix: rest.first ?? "", times: 300)
      case "loop": try loop(path)
      case "compact": try compact(path, each: rest.first.flatMap { Int($0) } ?? 20)
      case "measure-compaction":
        try CompactionMeasure.run(path, commits: 1_000_000, kept: 1000)
      case "measure-history":
        try HistoryMeasure.run(path, commits: rest.first.flatMap { Int($0) } ?? 1_000_000)
      case "follow": try follow(path)
      case "quick": try quick(path)
      case "shrink": try SettingsStore(path: path, author: "shrink").shrink()
      case "read": try read(path, key: rest.first ?? "")
      case "hide": try hide(path, prefix: rest.first ?? "")
      case "open": try open(path)
      case "pend": try pend(path, milliseconds: Int(rest.first ?? "") ?? 0)
      case "everything": try Everything.begin(path, seed: UInt64(rest.first ?? "") ?? 0)
      case "witness": try witness(path)
      case "fill": try fill(path)
      case "walk": try walk(path, rest)
      case "walk-visit": try WalkVisitor.run(rest.first ?? "")
      case "make-golden": try GoldenStore.make(at: path)
      case "make-golden-compacted":
        try GoldenStore.makeCompacted(at: path, from: rest.first ?? "")
      default: fail("no mode \(mode)")
      }
    } catch {
      fail(String(describing: error))
    }
  }

  /// Tells the revision while the store is open.
  private static func open(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "probe")
    say("\(store.revision)")
    store.close()
  }

  /// Distinct keys and read-modify-writes of one shared counter.
  private static func count(_ path: String, prefix: String, times: Int) throws {
    let store = try SettingsStore(path: path, author: prefix)
    let counter = SettingKey("counter", default: 0)
    for index in 0..<times {
      try store.set(SettingName("\(prefix).\(index)"), to: .integer(Int64(index)))
      try store.commit { $0[counter] += 1 }
    }
  }

  /// Commits a pair for ever, and tells each one after it is durable.
  private static func loop(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "loop")
    var index: Int64 = 0
    if case .integer(let last)? = store["a"] { index = last }
    while true {
      index += 1
      try store.commit { draft in
        draft["a"] = .integer(index)
        draft["b"] = .integer(index)
      }
      say("\(index)")
    }
  }

  /// Commits a pair for ever, compacts after every so many commits, and shrinks the file now and then.
  private static func compact(_ path: String, each count: Int) throws {
    let store = try SettingsStore(path: path, author: "compact")
    var index: Int64 = 0
    if case .integer(let last)? = store["a"] { index = last }
    while true {
      for _ in 0..<count {
        index += 1
        try store.commit { draft in
          draft["a"] = .integer(index)
          draft["b"] = .integer(index)
        }
      }
      say("\(index) \(store.revision)")
      let floor = Revision(rawValue: max(1, store.revision.rawValue &- 3))
      try store.compact(keeping: .revision(floor), shrinking: index % 3 == 0)
      say("\(index) \(store.revision)")
    }
  }

  /// Counts a counter up for ever, and says what a stream of its values has reached.
  private static func follow(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "follow")
    let counter = SettingKey("counter", default: 0)
    // Made before it says so: a task may start later than what it is to tell.
    let commits = store.commits(after: store.revision)
    Task {
      do {
        for try await commit in commits where commit.author != "follow" {
          say("\(commit.revision)")
        }
        say("the stream ended")
      } catch {
        say("the stream ended: \(error)")
      }
    }
    say("ready")
    while true {
      try store.commit { $0[counter] += 1 }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Three quick writes, and gone without closing anything.
  private static func quick(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "quick")
    for value in ["one", "two", "three"] as [SettingValue] {
      try store.set("k", to: value)
      guard store["k"] == value else { return fail("a write was not read back") }
    }
    _exit(0)
  }

  /// Hides fifty names one by one, and then shows every other one again.
  private static func hide(_ path: String, prefix: String) throws {
    let store = try SettingsStore(path: path, author: "hide")
    let names = try (0..<50).map { try SettingName("\(prefix)\($0)") }
    for name in names { try store.hide(name) }
    for index in stride(from: 1, to: 50, by: 2) { try store.unhide(names[index]) }
  }

  /// Prints a value again and again as others change it.
  private static func read(_ path: String, key: String) throws {
    let store = try SettingsStore(path: path, author: "reader")
    let name = try SettingName(key)
    while true {
      _ = try store.value(of: name)
      say("ready")
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Makes a change that has to be confirmed, tells its revision, and does nothing more.
  private static func pend(_ path: String, milliseconds: Int) throws {
    let store = try SettingsStore(path: path, author: "pend")
    let pending = try store.commit(confirmWithin: .milliseconds(milliseconds)) { draft in
      draft["net.gateway"] = "new"
    }
    say("\(pending?.revision ?? 0)")
    withExtendedLifetime(store) { while true { Thread.sleep(forTimeInterval: 60) } }
  }

  /// Has the store open for writing, and tells each commit as it comes.
  private static func witness(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "witness")
    var revision = store.revision
    say("ready")
    while true {
      for commit in try store.commits(after: revision, limit: 100) {
        revision = commit.revision
        say("\(revision) \(commit.cause.kind)")
      }
      _ = store["net.gateway"]
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Writes until that fails, and tells how many writes succeeded and why the next did not.
  private static func fill(_ path: String) throws {
    let store = try SettingsStore(path: path, author: "fill")
    let value = SettingValue.data(Data(repeating: 7, count: 2048))
    var written = 0
    do throws(SettingsError) {
      while true {
        try store.set(.init(stringLiteral: "k\(written)"), to: value)
        written += 1
      }
    } catch {
      say("\(written) \(error.code) \(store.revision)")
      guard store["k0"] == value, try store.history(of: "k0").count == 1 else {
        return fail("what was written is not read any more")
      }
      let first = try FileManager.default.contentsOfDirectory(atPath: path + "/..")
      for name in first where name.hasPrefix("ballast") {
        try FileManager.default.removeItem(atPath: path + "/../" + name)
      }
      say("\(try store.set("after", to: 1).revision)")
      try store.verify()
    }
  }

  /// Commands on a store and on a model of it: `walk STORE ROUNDS SEED [alone]`.
  private static func walk(_ path: String, _ rest: [String]) throws {
    let (rounds, seed) = (Int(rest.first ?? "") ?? 2000, UInt64(rest.dropFirst().first ?? "") ?? 1)
    var walk = try RandomWalk(at: path, seed: seed)
    say("seed \(seed): " + (try walk.walk(rounds: rounds, withProcesses: !rest.contains("alone"))))
  }

  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
