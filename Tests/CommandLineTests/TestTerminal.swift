import Foundation
import TestProcesses
import Testing

/// A real terminal with a shell in it: tmux, with a server of its own.
final class TestTerminal {
  /// Whether there is a tmux to run; `Tools/setup --tests` installs it.
  static let isThere = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/tmux")
  }
  static let missing: Comment = "tmux is not here; `Tools/setup --tests` installs it"

  private let tool: CommandLineTool
  private let socket: URL

  init(_ tool: CommandLineTool, columns: Int = 80, rows: Int = 24) throws {
    self.tool = tool
    socket = URL(filePath: "/tmp").appending(path: "terminal-\(UUID().uuidString)")
    // Not waited for: the server inherits what Foundation tells the end of a process by.
    _ = try start(
      ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "exec sh -i"],
      to: FileHandle.nullDevice)
    try wait { !$0.isEmpty }
    // The shell's prompt is told from what stands in a page.
    type("PS1='ready> '; echo started\n")
    try wait { $0.contains("\nready>") && $0.contains("started\n") }
  }

  deinit {
    // The server of a process whose threads block signals blocks them, too.
    if let text = try? tmux("display-message", "-p", "#{pid}"),
      let server = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
    {
      kill(server, SIGKILL)
    }
    try? FileManager.default.removeItem(at: socket)
  }

  /// Types text as it is; a line feed stands for the Enter key.
  func type(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { press("Enter") }
      if !line.isEmpty { _ = try? tmux("send-keys", "-l", "--", String(line)) }
    }
  }

  /// Presses keys by the names that tmux has for them: `Up`, `Escape`, `C-z`.
  func press(_ keys: String...) {
    _ = try? tmux(["send-keys"] + keys)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// What the terminal shows.
  func screen(withColors: Bool = false) throws -> String {
    withColors ? try tmux("capture-pane", "-p", "-e") : try tmux("capture-pane", "-p")
  }

  /// Pastes a text, as terminals do when the program asked for pastes to be marked.
  func paste(_ text: String) throws {
    try tmux("set-buffer", "--", text)
    try tmux("paste-buffer", "-p", "-r")
  }

  /// Waits until the terminal shows something, and gives all that it shows.
  @discardableResult
  func wait(
    _ sourceLocation: SourceLocation = #_sourceLocation, for isThere: (String) -> Bool
  ) throws -> String {
    let deadline = Date.now + 60
    var shown = try screen()
    while !isThere(shown), Date.now < deadline {
      Thread.sleep(forTimeInterval: 0.03)
      shown = try screen()
    }
    try #require(
      isThere(shown), "The terminal shows:\n\(shown)", sourceLocation: sourceLocation)
    return shown
  }

  /// Waits until the terminal shows a text.
  @discardableResult
  func wait(
    _ sourceLocation: SourceLocation = #_sourceLocation, for text: String
  ) throws -> String {
    try wait(sourceLocation) { $0.contains(text) }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  private func tmux(_ arguments: [String]) throws -> String {
    let output = tool.folder.appending(path: ".tmux-\(UUID().uuidString)")
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    try start(arguments, to: try FileHandle(forWritingTo: output)).waitUntilExit()
    return String(decoding: try Data(contentsOf: output), as: UTF8.self)
  }

  private func start(_ arguments: [String], to output: FileHandle) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["tmux", "-u", "-S", socket.path, "-f", "/dev/null"] + arguments
    process.currentDirectoryURL = tool.folder
    process.environment = [
      "PATH": "\(tool.executable.deletingLastPathComponent().path):/usr/bin:/bin:/usr/local/bin",
      "SETTINGS_STORE": "s", "SETTINGS_AUTHOR": "alice", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.start()
    return process
  }
}
