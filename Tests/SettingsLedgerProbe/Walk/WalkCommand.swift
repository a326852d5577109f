/// Something that a walk does to a store and to the model of it.
///
/// It can be written down, so that one process says what it is about to do and another one follows.
struct WalkCommand: Codable, CustomStringConvertible {
  struct Change: Codable, CustomStringConvertible {
    var touch: WalkModel.Touch
    /// A value, or 1 for hidden or secret; nil for unset, shown or open.
    var content: Int64?

    var description: String {
      "\(touch.name) \(touch.side) \(content.map(String.init) ?? "-")"
    }
  }

  enum Policy: Codable, CustomStringConvertible {
    case step
    case none
    case group(String)

    var description: String {
      switch self {
      case .step: "a step"
      case .none: "no step"
      case .group(let token): token
      }
    }
  }

  enum Act: Codable {
    case edit([Change], Policy, key: String?)
    case pend([Change], seconds: Int)
    case confirm(Int)
    case cancel(Int)
    case undo(Int, all: Bool, force: Bool)
    case redo(Int, all: Bool, force: Bool)
    case revert(Int, force: Bool)
    case rollback(Int, prefix: String)
    /// Sets a tag; without a revision, deletes it.
    case tag(String, Int?, move: Bool)
    case redact(Int, String, everywhere: Bool)
    case compact(Int, droppingTags: Bool, shrinking: Bool)
    case shrink
    case rebuild
  }

  var author: String
  var act: Act

  var description: String { "\(author): \(act)" }

  /// The word that the act begins with.
  var kind: String { String("\(act)".prefix { $0 != "(" }) }

  /// Whether it begins by taking back what was not confirmed in time.
  var isWrite: Bool {
    switch act {
    case .shrink, .rebuild: false
    default: true
    }
  }
}

/// What came of a command: `recorded`, `unchanged`, `done`, or the code of the error.
struct WalkOutcome: Codable, Equatable, CustomStringConvertible {
  var word: String
  /// The commit, the revision at which nothing had to change, or the oldest that can be read.
  var revision: Int?
  /// What else the answer says.
  var detail = ""

  static let done = WalkOutcome(word: "done")

  var description: String {
    ([word] + [revision.map(String.init), detail].compactMap(\.self)).joined(separator: " ")
  }

  var isRecorded: Bool { word == "recorded" }

  /// Whether it is what a sound store may answer to a walk.
  var isSound: Bool {
    [
      "recorded", "unchanged", "done", "compacted", "conflict", "currentValue", "expired",
      "noSuchRevision", "noSuchTag", "notPending", "nothingToErase", "nothingToRedo",
      "nothingToRevert", "nothingToUndo", "pending", "redacted", "tagExists", "tagsBelowFloor",
    ].contains(word)
  }
}

/// What a command is chosen by.
struct WalkPlace {
  var head: Int
  var floor: Int
  var pending: [Int]
  /// The highest floor that a compaction may ask for; nil when there are to be none.
  var highestFloor: Int?
  /// The names that a commit has changed, in an order that does not depend on chance.
  var names: (Int) -> [String]
}

extension WalkCommand {
  static let authors = ["alice", "bob"]
  static let names = ["net.a", "net.b", "network", "x", "y", "z"]

  /// A command, as likely as not one that can be carried out.
  static func next(_ random: inout WalkRandom, at place: WalkPlace) -> WalkCommand {
    WalkCommand(author: authors[random.below(2)], act: act(&random, place))
  }

  private static func act(_ random: inout WalkRandom, _ place: WalkPlace) -> Act {
    let force = random.below(5) == 0
    let all = random.below(6) == 0
    switch random.below(1000) {
    case ..<400: return edit(&random)
    case ..<460: return .pend(changes(&random), seconds: 1 + random.below(4000))
    case ..<490: return .confirm(waiting(&random, place))
    case ..<510: return .cancel(waiting(&random, place))
    case ..<650:
      return .undo(1 + random.below(random.below(4) + 1), all: all, force: force)
    case ..<750: return .redo(1 + random.below(2), all: all, force: force)
    case ..<810: return .revert(past(&random, place, within: 30), force: force)
    case ..<870:
      let revision = past(&random, place, within: random.below(2) == 0 ? 10 : 700)
      return .rollback(revision, prefix: ["", "net.", "net", "x"][random.below(4)])
    case ..<920:
      let name = "tag.\(random.below(4))"
      // A tag holds what a store would drop by itself.
      let revision = past(&random, place, within: place.highestFloor == nil ? 50 : 700)
      return .tag(name, random.below(4) == 0 ? nil : revision, move: random.below(2) == 0)
    default: return upkeep(&random, place)
    }
  }

  /// What erases, drops or makes anew, and is worth being interrupted.
  static func upkeep(_ random: inout WalkRandom, _ place: WalkPlace) -> Act {
    switch random.below(16) {
    case ..<9:
      let revision = past(&random, place, within: random.below(3) == 0 ? 400 : 40)
      let touched = place.names(revision)
      let name = touched.isEmpty ? "x" : touched[random.below(touched.count)]
      return .redact(revision, name, everywhere: random.below(2) == 0)
    case ..<13:
      guard let highest = place.highestFloor else { return edit(&random) }
      let floor = max(1, min(highest, place.head) - random.below(random.below(4) == 0 ? 2 : 150))
      return .compact(floor, droppingTags: random.below(2) == 0, shrinking: random.below(3) == 0)
    case 13, 14: return .shrink
    default: return .rebuild
    }
  }

  static func edit(_ random: inout WalkRandom) -> Act {
    let changes = changes(&random)
    let key = random.below(12) == 0 ? "key \(random.below(6))" : nil
    if random.below(10) == 0 { return .edit(changes, .none, key: key) }
    let policy = random.below(3) == 0 ? Policy.group("gesture \(random.below(2))") : .step
    return .edit(changes, policy, key: key)
  }

  private static func changes(_ random: inout WalkRandom) -> [Change] {
    (0...random.below(3)).map { _ in
      let name = names[random.below(names.count)]
      let side = random.below(5) == 0 ? WalkModel.Side.allCases[random.below(3)] : .value
      let isAway = random.below(4) == 0
      return Change(
        touch: WalkModel.Touch(name: name, side: side),
        content: isAway ? nil : side == .value ? Int64(random.below(4)) : 1)
    }
  }

  private static func waiting(_ random: inout WalkRandom, _ place: WalkPlace) -> Int {
    guard !place.pending.isEmpty, random.below(4) != 0 else {
      return past(&random, place, within: 40)
    }
    return place.pending[random.below(place.pending.count)]
  }

  /// A revision not long ago, the one to come included, or about where the log begins.
  private static func past(
    _ random: inout WalkRandom, _ place: WalkPlace, within count: Int
  ) -> Int {
    if random.below(6) == 0 { return max(0, place.floor - 3 + random.below(6)) }
    return max(0, place.head + 1 - random.below(count))
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
