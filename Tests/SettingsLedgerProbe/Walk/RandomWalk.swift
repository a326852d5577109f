import Foundation
import SettingsLedger

/// Thousands of random commands on a store and on a model of it: after each, both must agree.
///
/// Two authors on two handles do everything that a store can do, handles are opened anew, the clock of
/// confirmations goes on, tasks write together, and other processes do the same and are killed. A difference
/// names the seed and the last commands.
struct RandomWalk {
  let path: String
  let seed: UInt64
  let clock: WalkClock
  /// How many commits the store keeps at least; nil when it drops none by itself.
  let retained: Int?
  var random: WalkRandom
  var model = WalkModel()
  var handles: [SettingsStore]
  var follower: WalkFollower
  /// The digests of the log that were seen, which stay what they were.
  var digests: [Int: Digest] = [:]
  private var round = 0
  private var counts: [String: Int] = [:]
  private var lastCommands: [String] = []

  init(at path: String, seed: UInt64) throws {
    let clock = WalkClock(at: model.time, mapSize: seed % 2 == 0 ? nil : 1 << 16)
    (self.path, self.seed, self.clock) = (path, seed, clock)
    random = WalkRandom(seed: seed)
    retained = seed % 3 == 0 ? 100 : nil
    let configuration = clock.configuration(retaining: retained)
    handles = try WalkCommand.authors.map {
      try SettingsStore(path: path, author: $0, configuration: configuration)
    }
    follower = WalkFollower(handles[0], after: 0)
  }

  /// Walks; throws at the first difference.
  mutating func walk(rounds: Int, withProcesses: Bool) throws -> String {
    // A store drops commits by itself only when they are many.
    for number in (retained == nil ? 1 : -500)...max(1, rounds) {
      round = number
      do {
        if number > 0 { try step(withProcesses: withProcesses) } else { try edit() }
        try compareState()
        try clock.checkFaults()
        if random.below(12) == 0 { try compareStacks(of: handles[0]) }
        if random.below(20) == 0 { try comparePast(at: random.below(model.head + 1)) }
        if random.below(40) == 0 { try follower.catchUp(to: model.head, floor: model.floor) }
        if round % 300 == 0 || round == rounds { try verify() }
      } catch {
        let commands = lastCommands.map { "\n  " + $0 }.joined()
        throw WalkDifference(
          "seed \(seed), command \(round), revision \(model.head): \(error)\n"
            + "The last commands:\(commands)")
      }
    }
    for handle in handles { handle.close() }
    let kinds = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(rounds) commands, \(model.head) commits: " + kinds.joined(separator: ", ")
  }

  private mutating func step(withProcesses: Bool) throws {
    switch random.below(1000) {
    case ..<40: try reopen()
    case ..<45: try copy(withProcesses: withProcesses)
    case ..<65: if withProcesses { try visit() } else { try reopen() }
    // Old commits would be dropped at some later moment, by a task of the store's own.
    case ..<85: if withProcesses, retained == nil { try crowd() } else { try edit() }
    case ..<110:
      passTime()
      try carryOut(nextCommand())
    default: try carryOut(nextCommand())
    }
  }

  private mutating func edit() throws {
    try carryOut(WalkCommand(author: "alice", act: WalkCommand.edit(&random)))
  }

  /// Counts a thing that was done, and remembers it for the time being.
  mutating func note(_ kind: String, _ text: String) {
    counts[kind, default: 0] += 1
    lastCommands.append("\(round): \(text)")
    if lastCommands.count > 12 { lastCommands.removeFirst() }
  }

  /// A command on one of the handles.
  private mutating func carryOut(_ command: WalkCommand) throws {
    let handle = random.below(2)
    note(command.kind, "\(command) on handle \(handle)")
    // The first write takes back what is due, and a preview is none.
    let isDue = !model.due.isEmpty
    if isDue, !command.isWrite { try edit() }
    let expected = model.apply(command)
    let found = try command.perform(
      on: handles[handle], reason: "command \(round)", checksPreview: !isDue)
    guard found == expected else {
      throw WalkDifference("expected \(expected), but it was \(found)")
    }
    try adoptRetention()
  }

  mutating func nextCommand() -> WalkCommand {
    let model = model
    return WalkCommand.next(
      &random,
      at: WalkPlace(
        head: model.head, floor: model.floor, pending: model.pending.keys.sorted(),
        highestFloor: retained == nil ? model.head : nil
      ) { revision in
        revision <= model.head ? model.touches[revision].map(\.name).sorted() : []
      })
  }

  /// The clock of confirmations goes on, or the system is started again.
  mutating func passTime() {
    var now = model.time.later(by: random.below(2000))
    if random.below(8) == 0 { now = WalkTime(start: now.start + 1, seconds: 5) }
    (model.time, clock.now) = (now, now)
    note("clock", "it is \(now)")
  }

  private mutating func reopen() throws {
    let index = random.below(2)
    let isWhole = random.below(2) == 0
    note("reopen", "handle \(index)\(isWhole ? " and the other" : "")")
    for handle in isWhole ? handles : [handles[index]] { handle.close() }
    if random.below(4) == 0 { passTime() }
    for index in handles.indices where (try? handles[index].head) == nil {
      handles[index] = try SettingsStore(
        path: path, author: WalkCommand.authors[index],
        configuration: clock.configuration(retaining: retained))
      if index == 0 { follower = WalkFollower(handles[0], after: follower.position) }
    }
    model.takeBackDue()
  }

  /// What the store's retention policy has dropped by itself.
  mutating func adoptRetention() throws {
    guard let retained, handles[0].revision.number == model.head + 1 else { return }
    let commit = try handles[0].commit(at: handles[0].revision)
    guard try adoptRetention(commit, retained) else {
      throw WalkDifference("revision \(commit.revision) was recorded by nobody")
    }
  }

  /// Follows a compaction that no command asked for; false when the commit is none.
  mutating func adoptRetention(_ commit: SettingsCommit, _ retained: Int) throws -> Bool {
    guard case .compact(let compaction) = commit.cause, commit.source == "retention" else {
      return false
    }
    note("retention", "keeps \(compaction.floor)")
    guard model.retain(from: compaction.floor.number, keeping: retained) else {
      throw WalkDifference("it was not allowed to drop what is below \(compaction.floor)")
    }
    return true
  }
}
