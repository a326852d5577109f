import Foundation
import Testing

/// Standard streams that a caller has closed, and readers that go away.
@Suite(.timeLimit(.minutes(1))) struct StreamTests {
  /// Runs a line of a shell in which `$0` is the command line.
  private func shell(_ line: String, in tool: CommandLineTool) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line, tool.executable.path]
    process.currentDirectoryURL = tool.folder
    process.environment = ["SETTINGS_STORE": "s", "SETTINGS_AUTHOR": "alice", "TZ": "UTC"]
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
  func `what is printed into a closed stream never gets into a file of the store`(
    closed: String
  ) throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let before = try tool.contents(of: "s/data.mdb")
    // It prints while the store is open.
    let watched = try shell("exec \"$0\" watch --after 0 \(closed) >&- 2>&-", in: tool)
    #expect(watched == 3)
    #expect(try tool.contents(of: "s/data.mdb") == before)
    _ = try shell("exec \"$0\" set a 2 --reason needle --confirm-within 1s \(closed)", in: tool)
    for file in ["s/data.mdb", "s/lock.mdb"] {
      let bytes = try tool.contents(of: file)
      for printed in ["revision 2: needle", "to keep it", "settingsctl: "] {
        #expect(bytes.range(of: Data(printed.utf8)) == nil, "\(file): \(printed)")
      }
    }
    #expect(try shell("exec \"$0\" get a \(closed) >/dev/null", in: tool) == 0)
    // What cannot be read is not empty.
    #expect(try shell("exec \"$0\" set a - <&- 2>/dev/null", in: tool) == 2)
    #expect(try tool.text("get", "a") == "1\n")
    try tool.verify()
  }

  @Test func `a watch ends at once when its reader goes away, though nothing changes`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let code = try shell(
      "{ \"$0\" watch --after 0; echo $? >code; } | { read line; echo \"$line\" >line; }", in: tool)
    #expect(code == 0)
    // The shell waits for both sides of the pipe.
    #expect(try String(decoding: tool.contents(of: "code"), as: UTF8.self) == "0\n")
    #expect(try String(decoding: tool.contents(of: "line"), as: UTF8.self).contains("  a  1"))
  }

  @Test func `a watch goes on while its output can be written`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    try tool.write("", to: "out")
    let pipe = Pipe()
    let outputs = [
      try FileHandle(forWritingTo: tool.folder.appending(path: "out")), pipe.fileHandleForWriting,
    ]
    let watches = try outputs.map { output in
      let watch = Process()
      watch.executableURL = tool.executable
      watch.arguments = ["--store", "s", "watch", "--after", "0"]
      watch.currentDirectoryURL = tool.folder
      watch.standardOutput = output
      try watch.run()
      return watch
    }
    let line = pipe.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).contains("  a  1"))
    while try tool.contents(of: "out").isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    Thread.sleep(forTimeInterval: 0.3)
    for watch in watches {
      #expect(watch.isRunning)
      kill(watch.processIdentifier, SIGTERM)
      watch.waitUntilExit()
      #expect(watch.terminationStatus == 0)
    }
  }
}
