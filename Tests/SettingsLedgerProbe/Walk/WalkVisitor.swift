import Foundation
import SettingsLedger
import TestProcesses

/// Another process of a walk: it writes for a while, tells each command before and after, and may be killed.
struct WalkVisitor: Codable {
  var path: String
  /// What the reasons of its commits begin with.
  var mark: String
  var commands: Int
  /// Of eight commands, so many erase, drop or make anew.
  var upkeep: Int
  var seed: UInt64
  var time: WalkTime
  var mapSize: Int?
  /// The head when it began: what comes after is not dropped.
  var head: Int
  var retained: Int?
  /// Where to copy the whole log to in the end, if at all.
  var copy: String?

  /// What the process does.
  static func run(_ text: String) throws {
    let visitor = try JSONDecoder().decode(WalkVisitor.self, from: Data(text.utf8))
    let clock = WalkClock(at: visitor.time, mapSize: visitor.mapSize)
    let store = try SettingsStore(
      path: visitor.path, author: visitor.mark,
      configuration: clock.configuration(retaining: visitor.retained))
    var random = WalkRandom(seed: visitor.seed)
    for number in 0..<visitor.commands {
      let place = try visitor.place(in: store)
      var command = WalkCommand.next(&random, at: place)
      if random.below(8) < visitor.upkeep { command.act = WalkCommand.upkeep(&random, place) }
      var report = WalkReport(number: number, command: command)
      try say(report)
      report.outcome = try command.perform(
        on: store, reason: WalkReport.reason(visitor.mark, number), checksPreview: false)
      try say(report)
      try clock.checkFaults()
    }
    if let path = visitor.copy {
      let copy = try SettingsStore(
        path: path, author: visitor.mark, configuration: clock.configuration(retaining: nil))
      try copy.takeLog(of: store)
    }
  }

  private func place(in store: SettingsStore) throws -> WalkPlace {
    WalkPlace(
      head: store.revision.number, floor: try store.compactedRevision.number + 1,
      pending: try store.pendingCommits().map(\.revision.number),
      highestFloor: retained == nil ? head : nil
    ) { revision in
      (try? store.commit(at: Revision(revision)).events.map(\.name.text)) ?? []
    }
  }

  private static func say(_ report: WalkReport) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(report) + Data("\n".utf8))
  }
}

/// A visitor's process, as the walk sees it.
final class WalkChild {
  let visitor: WalkVisitor
  private let process = Process()
  private let lines: LineReader
  /// Its commands so far, in their order.
  private(set) var reports: [WalkReport] = []
  private(set) var isKilled = false

  init(_ visitor: WalkVisitor) throws {
    self.visitor = visitor
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    let text = String(decoding: try JSONEncoder().encode(visitor), as: UTF8.self)
    process.arguments = ["walk-visit", visitor.path, text]
    let output = Pipe()
    process.standardOutput = output
    lines = LineReader(output)
    try process.start()
  }

  /// Reads what the process tells; until it has told so much, or to its end.
  func read(reports count: Int = .max) throws {
    var told = 0
    while told < count, let line = lines.next() {
      let report = try JSONDecoder().decode(WalkReport.self, from: Data(line.utf8))
      if report.outcome != nil { reports.removeLast() }
      reports.append(report)
      told += 1
    }
  }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    isKilled = true
  }

  /// Waits for the end, which no error may have caused.
  func finish() throws {
    try read()
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal && isKilled
    guard process.terminationStatus == 0 || wasKilled else {
      throw WalkDifference("\(visitor.mark) ended with \(process.terminationStatus)")
    }
  }
}
