import Foundation
import SettingsLedger

/// Prints how the store compares with what the machine allows, in ratios measured in one run.
///
/// Absolute times drift on a shared machine; the ratios hold, since both sides are interleaved.
enum Bench {
  static func run() async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "bench-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try commits(directory)
    try reads(directory)
    try await groups(directory)
    try await openings(directory)
    try await streams(directory)
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

  private static func reads(_ directory: String) throws {
    let store = try SettingsStore(path: directory + "/commits", author: "bench")
    let key = SettingKey("editor.fontSize", default: 0)
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
      "typed read                     \(nano(own))  [String: Any] and as? \(nano(peer))  ratio \(ratio(own, peer))"
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
        "open and read at \(commits) commits".padding(toLength: 31, withPad: " ", startingAt: 0)
          + micro(median(times)))
    }
    print("  ratio                        \(ratio(medians[1], medians[0]))")
  }

  private static func streams(_ directory: String) async throws {
    let store = try SettingsStore(path: directory + "/groups", author: "bench")
    let key = SettingKey("delivered", default: 0)
    var commits = store.commits(after: store.revision).makeAsyncIterator()
    var alone: [Duration] = []
    var delivered: [Duration] = []
    let clock = ContinuousClock()
    for index in 0..<1000 {
      let start = clock.now
      try await store.set(key, to: index + 1)
      alone.append(clock.now - start)
      _ = try await commits.next()
      delivered.append(clock.now - start)
    }
    print(
      "commit to delivery             \(micro(median(delivered)))  commit alone \(micro(median(alone)))"
        + "  ratio \(ratio(median(delivered), median(alone)))")
    print("  99th percentile              \(micro(percentile(delivered, 99)))")
    let long = try SettingsStore(path: directory + "/open1000000", author: "bench")
    let total = 200_000
    let start = clock.now
    var count = 0
    for try await _ in long.commits(after: 0) {
      count += 1
      if count == total { break }
    }
    print("catching up with a stream      \(micro((clock.now - start) / total)) a commit")
  }

  private static func fill(_ store: SettingsStore, _ commits: Int) async throws {
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

  private static func measure(_ body: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(body)
  }

  private static func median(_ times: [Duration]) -> Duration { percentile(times, 50) }

  private static func percentile(_ times: [Duration], _ share: Int) -> Duration {
    times.sorted()[min(times.count - 1, times.count * share / 100)]
  }

  private static func ratio(_ a: Duration, _ b: Duration) -> String {
    String(format: "%.2f", a / b)
  }

  private static func micro(_ time: Duration) -> String {
    String(format: "%.1f µs", time / .microseconds(1))
  }

  private static func nano(_ time: Duration) -> String {
    String(format: "%.1f ns", time / .nanoseconds(1))
  }
}
