import Foundation
import TestProcesses

/// The probe, run as another process.
final class Child {
  private let process = Process()
  private let lines: LineReader

  init(_ arguments: String...) throws {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = products.appending(path: "SettingsLedgerProbe")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    lines = LineReader(output)
    try process.start()
  }

  deinit { kill() }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// The next line that the process prints; nil at the end.
  func nextLine() -> String? { lines.next() }

  func remainingLines() -> [String] { lines.rest() }
}
