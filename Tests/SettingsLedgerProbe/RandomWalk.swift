import Foundation
import SettingsLedger

/// Thousands of random commands on a store and on a model of it: after each, both must agree.
///
/// Two authors on two handles write, undo, redo, revert, roll back and tag; handles are opened anew, and
/// other processes write and are killed. A difference names the seed and the number of the command.
struct RandomWalk {
  private let path: String
  private let seed: UInt64
  private var random: WalkRandom
  private var model = WalkModel()
  private var handles: [SettingsStore]
  private var counts: [String: Int] = [:]

  private static let authors = ["alice", "bob"]
  private static let names = ["net.a", "net.b", "network", "x", "y", "z"]

  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  init(at path: String, seed: UInt64) throws {
    (self.path, self.seed, random) = (path, seed, WalkRandom(seed: seed))
    handles = try Self.authors.map { try Self.open(path, $0) }
  }

  private static func open(_ path: String, _ author: String) throws -> SettingsStore {
    let configuration = StoreConfiguration(
      durability: .relaxed,
      faultHandler: { FileHandle.standardError.write(Data("fault: \($0)\n".utf8)) })
    return try SettingsStore(path: path, author: author, configuration: configuration)
  }

  /// Walks; throws at the first difference.
  mutating func walk(rounds: Int, withProcesses: Bool) throws -> String {
    for round in 1...max(1, rounds) {
      var command = "?"
      do {
        command = try step(withProcesses: withProcesses)
        counts[command, default: 0] += 1
        try compareState()
        if random.below(12) == 0 { try compareStacks() }
        if random.below(25) == 0 { try comparePast() }
        if round % 500 == 0 || round == rounds { try handles[0].verify() }
      } catch {
        throw Difference(
          description:
            "seed \(seed), command \(round) (\(command)), revision \(model.head): \(error)")
      }
    }
    for handle in handles { handle.close() }
    let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(rounds) commands, \(model.head) commits: " + kinds.joined(separator: ", ")
  }

  private mutating func step(withProcesses: Bool) throws -> String {
    let author = Self.authors[random.below(2)]
    let store = handles[random.below(2)].withAuthor(author)
    let roll = random.below(100)
    let force = random.below(5) == 0
    switch roll {
    case ..<45: return try edit(store, author)
    case ..<60:
      let (count, all) = (1 + random.below(random.below(4) + 1), random.below(6) == 0)
      try expect(model.undo(author, count, redo: false, all: all, force: force)) {
        try store.undo(steps: count, scope: all ? .allAuthors : .author, force: force)
      }
      return "undo"
    case ..<72:
      let (count, all) = (1 + random.below(2), random.below(6) == 0)
      try expect(model.undo(author, count, redo: true, all: all, force: force)) {
        try store.redo(steps: count, scope: all ? .allAuthors : .author, force: force)
      }
      return "redo"
    case ..<79:
      let revision = max(0, model.head + 1 - random.below(30))
      try expect(model.revert(author, revision, force: force)) {
        try store.revert(Revision(rawValue: UInt64(revision)), force: force)
      }
      return "revert"
    case ..<86:
      let revision = max(0, model.head - random.below(random.below(2) == 0 ? 10 : 700))
      let prefix = ["", "net.", "net", "x"][random.below(4)]
      try expect(model.rollback(author, to: revision, prefix: prefix)) {
        try store.rollback(to: .revision(Revision(rawValue: UInt64(revision))), prefix: prefix)
      }
      return "rollback"
    case ..<92: return try tag(store)
    case ..<98: return try reopen(author)
    default: return withProcesses ? try visit() : try reopen(author)
    }
  }

  private mutating func edit(_ store: SettingsStore, _ author: String) throws -> String {
    var changes: [(WalkModel.Touch, Int64?)] = []
    for _ in 0...random.below(3) {
      let name = Self.names[random.below(Self.names.count)]
      let hides = random.below(5) == 0
      let isAway = random.below(4) == 0
      changes.append(
        (
          WalkModel.Touch(name: name, side: hides ? .visibility : .value),
          isAway ? nil : hides ? 1 : Int64(random.below(4))
        ))
    }
    let isStep = random.below(10) != 0
    let token = isStep && random.below(3) == 0 ? "gesture \(random.below(2))" : nil
    let policy = token.map { UndoPolicy.group($0) } ?? (isStep ? .step : .none)
    try expect(model.edit(author, changes, isStep: isStep, token: token)) {
      try store.commit(undo: policy) { draft in
        for (touch, content) in changes {
          let name = try SettingName(touch.name)
          switch touch.side {
          case .value: draft[name] = content.map { .integer($0) }
          case .visibility: draft.setHidden(name, content != nil)
          }
        }
      }
    }
    return token == nil ? "edit" : "gesture"
  }

  private mutating func tag(_ store: SettingsStore) throws -> String {
    let name = "tag.\(random.below(4))"
    if random.below(4) == 0 {
      try expect(model.tag(name, nil, move: false)) { try store.deleteTag(name) }
    } else {
      let (revision, move) = (random.below(model.head + 1), random.below(2) == 0)
      try expect(model.tag(name, revision, move: move)) {
        try store.tag(name, at: .revision(Revision(rawValue: UInt64(revision))), move: move)
      }
    }
    return "tag"
  }

  private mutating func reopen(_ author: String) throws -> String {
    let index = random.below(2)
    if random.below(2) == 0 { for handle in handles { handle.close() } }
    handles[index].close()
    for index in handles.indices where (try? handles[index].head) == nil {
      handles[index] = try Self.open(path, author)
    }
    if random.below(20) == 0 { try handles[index].rebuild() }
    return "reopen"
  }

  /// Another process writes for a while, and ends by itself or is killed.
  private mutating func visit() throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["walk-visit", path, "visitor", "\(1 + random.below(30))"]
    try process.run()
    let isKilled = random.below(2) == 0
    if isKilled {
      usleep(UInt32(random.below(40_000)))
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    // A commit whose writer was killed at its last step is read once another write has begun.
    try handles[0].commit { _ in }
    for commit in try handles[0].commits(after: Revision(rawValue: UInt64(model.head)), limit: .max)
    {
      let changes = commit.events.map { event in
        (WalkModel.Touch(name: event.name.text, side: .value), integer(event.value))
      }
      guard model.edit(commit.author, changes) == .recorded else {
        throw Difference(description: "revision \(commit.revision) changes nothing")
      }
    }
    return isKilled ? "kill" : "visit"
  }

  private func integer(_ value: SettingValue?) -> Int64? {
    if case .integer(let number)? = value { number } else { nil }
  }
}

// MARK: - Comparing

extension RandomWalk {
  private func expect(
    _ expected: WalkModel.Expected, _ body: () throws -> CommitOutcome
  ) throws {
    let found: WalkModel.Expected
    do {
      found = try body().commit == nil ? .unchanged : .recorded
    } catch let error as SettingsError {
      found = .failure(error.code.rawValue)
    }
    guard found == expected else {
      throw Difference(description: "expected \(expected), but it was \(found)")
    }
  }

  private func demand(_ condition: Bool, _ what: String) throws {
    if !condition { throw Difference(description: what + " differ") }
  }

  private func compareState() throws {
    for handle in handles {
      try demand(
        handle.revision.rawValue == UInt64(model.head),
        "revisions \(handle.revision) and \(model.head)")
      try compare(try handle.snapshot().state, at: model.head)
    }
  }

  private func compare(_ state: SettingsState, at revision: Int) throws {
    let touches = model.states[revision].filter { $0.value.content != nil }.keys
    let values = touches.filter { $0.side == .value }.map(\.name).sorted()
    try demand(state.names().map(\.text) == values, "set names at \(revision)")
    for name in state.names() {
      try demand(
        integer(state[name]) == model.content(name.text, .value, at: revision),
        "values of \(name) at \(revision)")
    }
    let hidden = touches.filter { $0.side == .visibility }.map(\.name).sorted()
    try demand(state.hiddenNames().map(\.text) == hidden, "hidden names at \(revision)")
  }

  private func compareStacks() throws {
    for (author, stacks) in model.stacks {
      let store = handles[0].withAuthor(author)
      func revisions(_ steps: [UndoStep]) -> [[Int]] {
        steps.map { $0.commits.map { Int($0.revision.rawValue) } }
      }
      try demand(
        try revisions(store.undoableSteps()) == stacks.undo.reversed().map(\.commits),
        "steps of \(author) to undo")
      try demand(
        try revisions(store.redoableSteps()) == stacks.redo.reversed().map(\.commits),
        "steps of \(author) to redo")
    }
    let tags = try handles[1].tags()
    try demand(
      Dictionary(uniqueKeysWithValues: tags.map { ($0.name, Int($0.revision.rawValue)) })
        == model.tags, "tags")
  }

  private mutating func comparePast() throws {
    let revision = random.below(model.head + 1)
    let point = HistoryPoint.revision(Revision(rawValue: UInt64(revision)))
    try compare(try handles[1].snapshot(at: point).state, at: revision)
  }
}

/// A repeatable source of random numbers (SplitMix64).
struct WalkRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((word ^ (word >> 31)) % UInt64(bound))
  }
}
