import Foundation
import TestProcesses
import Testing

/// What a run of the command line came to.
struct Run {
  var exit: Int32
  var output: Data
  var errors: String

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A temporary folder with a store of its own, and the command line to use it with.
final class CommandLineTool {
  let folder: URL
  let executable: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "command-line-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The tests are built into the folder that the executable is built into.
    executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "settingsctl")
    try #require(FileManager.default.isExecutableFile(atPath: executable.path))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs the command line in the folder, with the store `s` and the author alice.
  @discardableResult
  func callAsFunction(
    _ arguments: String..., input: String? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, input: input.map { Data($0.utf8) }, environment: environment)
  }

  func run(
    _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let standard = [
      "SETTINGS_STORE": "s", "SETTINGS_AUTHOR": "alice", "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    process.environment = standard.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    // Files, not pipes: nothing has to be read while the process runs.
    let files = try ["in", "out", "err"].map { name in
      let url = folder.appending(path: ".\(name)-\(UUID().uuidString)")
      try (name == "in" ? input ?? Data() : Data()).write(to: url)
      return url
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.start()
    process.waitUntilExit()
    try #require(process.terminationReason == .exit, "settingsctl \(arguments) crashed")
    return Run(
      exit: process.terminationStatus, output: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  /// Runs a command that has to succeed, and gives what it printed.
  @discardableResult
  func text(_ arguments: String..., input: String? = nil) throws -> String {
    let run = try run(arguments, input: input.map { Data($0.utf8) })
    try #require(run.exit == 0, "\(arguments): \(run.errors)")
    #expect(run.errors == "")
    return run.text
  }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  func contents(of name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }

  /// The tests end by verifying the store.
  func verify() throws { #expect(try text("verify", "--json").contains("\"ok\":true")) }
}

extension String {
  /// The text with times, digests and origins replaced, which differ from run to run.
  var steady: String {
    replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{6})?Z/, with: "TIME")
      .replacing(/[0-9a-f]{64}/, with: "DIGEST")
      .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/, with: "ORIGIN")
  }
}
