import Foundation
import TestProcesses
import Testing

/// Another process: the probe, or a tool that runs it.
final class ProcessRunner {
  private let process = Process()
  private let input = Pipe()
  private let lines: LineReader

  /// The probe, which is built beside the tests.
  static let probe =
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    + "/LMDBKitProbe"

  /// Starts the probe, or the command line in front of it.
  init(_ arguments: String..., under command: [String] = []) throws {
    let words = command + [Self.probe] + arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    lines = LineReader(output)
    process.standardError = FileHandle.nullDevice
    try process.start()
  }

  /// The next line that it writes, `nil` at the end.
  func line() -> String? { lines.next() }

  func waitUntilReady() throws { try #require(line() == "ready") }

  /// Lets it go on, and gives what it says until it ends.
  func finish() -> [String] {
    try? input.fileHandleForWriting.close()
    let rest = lines.rest()
    process.waitUntilExit()
    return rest
  }

  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Runs a command to its end.
  ///
  /// Gives its exit status, `nil` when it cannot be started.
  static func status(of command: [String]) -> Int32? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.start()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

/// What this machine lets tests do.
enum Machine {
  static let isRoot = geteuid() == 0
  static let canMount = isRoot && canRun("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt")
  static let canTrace = canRun("strace", "-o", "/dev/null", "true")
  static let canUnshare = isRoot && canRun("unshare", "-pf", "--mount-proc", "true")
  static let canChangeUser = isRoot && canRun("setpriv", "--reuid", "65534", "true")

  private static func canRun(_ command: String...) -> Bool {
    ProcessRunner.status(of: command) == 0
  }
}
