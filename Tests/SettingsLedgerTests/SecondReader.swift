import Foundation
import TestProcesses

/// Runs the reader in Python.
enum SecondReader {
  private static let python = "/usr/bin/python3"

  static let isThere: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    return (try? run(python, ["-c", "import lmdb"]).status) == 0
  }()

  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let tool = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Tools/audit.py").standardized
    return try run(python, [tool.path] + arguments)
  }

  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.start()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
