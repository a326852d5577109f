import Foundation
import TestProcesses
import Testing

@Suite struct WatchTests {
  @Test(.timeLimit(.minutes(10)), arguments: [SIGINT, SIGTERM])
  func `a watch prints what other processes change, and ends well on a signal`(
    signal: Int32
  ) throws {
    let tool = try CommandLineTool()
    try tool("set", "ui.theme", "dark")
    let watch = try tool.start(["watch", "--prefix", "ui.", "--after", "0", "--json"])
    #expect(watch.nextLine()?.contains(#""new":"dark""#) == true)
    try tool("set", "net.host", "unwatched")
    try tool("--author", "bob", "--reason", "Bright room", "set", "ui.theme", "light")
    let line = watch.nextLine() ?? ""
    #expect(line.contains(#""author":"bob""#) && line.contains(#""reason":"Bright room""#))
    #expect(line.contains(#""new":"light","old":"dark""#))
    #expect(watch.end(signal) == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the values of secrets are in no line of a watch`() throws {
    let tool = try CommandLineTool()
    try tool("set", "token", "s3cret-1", "--secret")
    let watch = try tool.start(["watch", "token", "--after", "0"])
    let first = [watch.nextLine(), watch.nextLine()].compactMap(\.self).joined()
    try tool("set", "token", "s3cret-2")
    let last = watch.nextLine() ?? ""
    #expect(first.contains("token") && last.contains("token"))
    #expect(!first.contains("s3cret") && !last.contains("s3cret"))
    #expect(watch.end(SIGTERM) == 0)
  }

  @Test func `a watch from beyond the newest revision is refused`() throws {
    let tool = try CommandLineTool()
    try tool("set", "a", "1")
    #expect(try tool("watch", "--after", "7").exit == 1)
    #expect(try tool("watch", "--after", "soon").exit == 2)
  }
}

/// A run of the command line that goes on until it is told to end.
final class RunningTool {
  private let process: Process
  private let lines: LineReader

  init(_ process: Process) throws {
    self.process = process
    let output = Pipe()
    process.standardOutput = output
    lines = LineReader(output)
    try process.start()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  func nextLine() -> String? { lines.next() }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Sends a signal, waits for the end, and gives the exit code.
  func end(_ signal: Int32) -> Int32 {
    send(signal)
    return exitCode()
  }

  /// Waits for the end, and gives the exit code.
  func exitCode() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

extension CommandLineTool {
  /// Starts the command line in the folder and lets it run.
  func start(_ arguments: [String]) throws -> RunningTool {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["SETTINGS_STORE": "s", "SETTINGS_AUTHOR": "alice", "TZ": "UTC"]
    return try RunningTool(process)
  }
}
