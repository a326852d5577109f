import Foundation
import SettingsLedger

/// What streams cost: those who read them, and those who write while others read.
enum Streams {
  static func run(_ directory: String) async throws {
    try await delivery(directory)
    try await otherProcess(directory)
    try await sleepers(directory)
    try await catchingUp(directory)
  }

  private static func delivery(_ directory: String) async throws {
    let store = try SettingsStore(path: directory + "/delivery", author: "bench")
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
  }

  /// Commits the time at which each commit begins; the other process says how late each one came.
  private static func otherProcess(_ directory: String) async throws {
    let path = directory + "/elsewhere"
    let store = try SettingsStore(path: path, author: "bench")
    let follower = Process()
    let (input, output) = (Pipe(), Pipe())
    follower.executableURL = URL(filePath: CommandLine.arguments[0])
    follower.arguments = ["follow", path]
    follower.standardInput = input
    follower.standardOutput = output
    try follower.run()
    _ = output.fileHandleForReading.availableData  // it is ready
    var alone: [Duration] = []
    for _ in 0..<rounds {
      let start = ContinuousClock().now
      try await store.set("began", to: .integer(nanosecondsOfSystem()))
      alone.append(ContinuousClock().now - start)
      try await Task.sleep(for: .milliseconds(2))
    }
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    follower.waitUntilExit()
    print(String(decoding: answer, as: UTF8.self), terminator: "")
    print("  the commit alone             \(micro(median(alone)))")
  }

  private static let rounds = 1000

  /// What the other process runs.
  static func follow(_ path: String) async throws {
    let store = try SettingsStore(path: path, author: "follower")
    var commits = store.commits(after: store.revision).makeAsyncIterator()
    FileHandle.standardOutput.write(Data("\n".utf8))
    var delays: [Duration] = []
    while delays.count < rounds, let commit = try await commits.next() {
      guard case .integer(let began)? = commit.events.first?.value else { continue }
      delays.append(.nanoseconds(nanosecondsOfSystem() - began))
    }
    print("commit to another process      \(micro(median(delays)))")
    print("  99th percentile              \(micro(percentile(delays, 99)))")
  }

  /// A clock that all processes share.
  private static func nanosecondsOfSystem() -> Int64 {
    Int64(ProcessInfo.processInfo.systemUptime * 1e9)
  }

  /// The same writer with and without consumers that sleep, in turns.
  private static func sleepers(_ directory: String) async throws {
    let store = try SettingsStore(path: directory + "/sleepers", author: "bench")
    let key = SettingKey("k", default: 0)
    var without: [Duration] = []
    var with: [Duration] = []
    var value = 0
    for _ in 0..<20 {
      for sleeping in [false, true] {
        let consumers = (0..<(sleeping ? 100 : 0)).map { _ in
          Task {
            for try await _ in store.commits(after: 0) { try await Task.sleep(for: .seconds(60)) }
          }
        }
        try await Task.sleep(for: .milliseconds(20))
        for _ in 0..<100 {
          value += 1
          let time = try measure { try store.set(key, to: value) }
          if sleeping { with.append(time) } else { without.append(time) }
        }
        for consumer in consumers { consumer.cancel() }
      }
    }
    print(
      "commit, 100 sleeping consumers \(micro(median(with)))  without \(micro(median(without)))"
        + "  ratio \(ratio(median(with), median(without)))")
    print(
      "  99th percentile              \(micro(percentile(with, 99)))  without \(micro(percentile(without, 99)))"
    )
  }

  private static func catchingUp(_ directory: String) async throws {
    let long = try SettingsStore(
      path: directory + "/long", author: "bench",
      configuration: StoreConfiguration(durability: .relaxed))
    let total = 200_000
    try await Bench.fill(long, total)
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    for try await _ in long.commits(after: 0) {
      count += 1
      if count == total { break }
    }
    print("catching up with a stream      \(micro((clock.now - start) / total)) a commit")
  }
}
