import Foundation
import TestProcesses

/// The probe, run as another process.
final class Child {
  private let process = Process()
  private let output = Pipe()
  private var buffer = Data()

  init(_ arguments: String...) throws {
    let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = products.appending(path: "SettingsLedgerProbe")
    process.arguments = arguments
    process.standardOutput = output
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
  func nextLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0a) {
        defer { buffer = Data(buffer[(end + 1)...]) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer += more
    }
  }

  func remainingLines() -> [String] {
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    return lines
  }
}
