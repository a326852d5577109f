import Foundation
import SettingsLedger

/// Prints how the store compares with what the machine allows, in ratios measured in one run.
///
/// Absolute times drift on a shared machine; the ratios hold, since both sides are interleaved.
enum Bench {
  /// - Parameter names: which parts to run; all when none is named.
  static func run(_ names: [String]) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func isAsked(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    if isAsked("commits") { try commits(directory) }
    if isAsked("reads") {
      try reads(directory)
      try reads(directory, whileWaiting: true)
    }
    if isAsked("groups") { try await groups(directory) }
    if isAsked("openings") { try await openings(directory) }
    if isAsked("streams") { try await Streams.run(directory) }
  }

  private static func commits(_ directory: String) throws {
    let floorDirectory = directory + "/floor"
    try FileManager.default.createDirectory(
      atPath: floorDirectory, withIntermediateDirectories: true)
    let floor = Floor(directory: floorDirectory)
    let store = try SettingsStore(path: directory + "/commits", author: "bench")
    let key = SettingKey("editor.fontSize", default: 0)
    let record = [UInt8](repeating: 7, count: 132)
    var floors: [Duration] = []
    var ours: [Duration] = []
    for index in 0..<3000 {
      floors.append(measure { floor.append(record) })
      ours.append(try measure { try store.set(key, to: index) })
    }
    let (least, own) = (median(floors), median(ours))
    print(
      "durable commit, one event      \(micro(own))  floor \(micro(least))  ratio \(ratio(own, least))"
    )
    print(
      "  99th percentile              \(micro(percentile(ours, 99)))  floor \(micro(percentile(floors, 99)))"
    )
  }

  /// - Parameter waits: whether a commit waits to be confirmed meanwhile.
  private static func reads(_ directory: String, whileWaiting waits: Bool = false) throws {
    let store = try SettingsStore(
      path: directory + (waits ? "/waits" : "/reads"), author: "bench")
    let key = SettingKey("editor.fontSize", default: 0)
    try store.set(key, to: 1)
    if waits { try store.commit(confirmWithin: .seconds(3600)) { $0["other"] = 1 } }
    let dictionary: [String: Any] = ["editor.fontSize": 1]
    let rounds = 200_000
    var sum = 0
    var ours: [Duration] = []
    var dictionaries: [Duration] = []
    for _ in 0..<7 {
      ours.append(measure { for _ in 0..<rounds { sum &+= store[key] } })
      dictionaries.append(
        measure { for _ in 0..<rounds { sum &+= dictionary["editor.fontSize"] as? Int ?? 0 } })
    }
    let (own, peer) = (median(ours) / rounds, median(dictionaries) / rounds)
    print(
      (waits ? "typed read, a commit waits     " : "typed read                     ")
        + "\(nano(own))  [String: Any] and as? \(nano(peer))  ratio \(ratio(own, peer))"
    )
    if sum == 42 { print() }
  }

  private static func groups(_ directory: String) async throws {
    let store = try SettingsStore(path: directory + "/groups", author: "bench")
    for callers in [1, 8, 64] {
      let total = callers == 1 ? 1000 : 8000
      let clock = ContinuousClock()
      let start = clock.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for caller in 0..<callers {
          group.addTask {
            let key = SettingKey(SettingName(stringLiteral: "caller\(caller)"), default: 0)
            for index in 0..<(total / callers) { try await store.set(key, to: index + 1) }
          }
        }
        try await group.waitForAll()
      }
      let rate = Double(total) / ((clock.now - start) / .seconds(1))
      print(
        "durable commits, \(callers) callers".padding(toLength: 31, withPad: " ", startingAt: 0)
          + "\(Int(rate)) a second")
    }
  }

  private static func openings(_ directory: String) async throws {
    var medians: [Duration] = []
    for commits in [100, 1_000_000] {
      let path = directory + "/open\(commits)"
      let store = try SettingsStore(
        path: path, author: "bench", configuration: StoreConfiguration(durability: .relaxed))
      try await fill(store, commits)
      store.close()
      let times = try (0..<21).map { _ in
        try measure {
          let store = try SettingsStore(path: path, author: "bench")
          _ = store["n7"]
          store.close()
        }
      }
      medians.append(median(times))
      print(
        "open and read, \(commits) commits".padding(toLength: 31, withPad: " ", startingAt: 0)
          + micro(median(times)))
    }
    print("  ratio                        \(ratio(medians[1], medians[0]))")
  }

  static func fill(_ store: SettingsStore, _ commits: Int) async throws {
    let callers = min(256, commits)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for caller in 0..<callers {
        group.addTask {
          let name = SettingName(stringLiteral: "n\(caller % 200)")
          for index in stride(from: caller, to: commits, by: callers) {
            try await store.set(name, to: .integer(Int64(index) + 1))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
