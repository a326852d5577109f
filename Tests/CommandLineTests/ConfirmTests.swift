import Foundation
import Testing

/// Changes that are taken back unless they are confirmed in time.
@Suite(.timeLimit(.minutes(10))) struct ConfirmTests {
  private func waiting(
    _ tool: CommandLineTool, _ time: String = "1h", _ more: String...
  ) throws -> RunningTool {
    try tool.text("set", "gateway", "old")
    return try tool.start(
      ["set", "gateway", "new", "--confirm-within", time, "--reason", "Move"] + more)
  }

  @Test func `A change that is confirmed from elsewhere stays`() throws {
    let tool = try CommandLineTool()
    let run = try waiting(tool)
    #expect(run.nextLine() == "revision 2: Move: set gateway")
    let hint = run.nextLine() ?? ""
    #expect(hint.hasPrefix("to keep it, within 1h: settingsctl --store /"), "\(hint)")
    #expect(hint.hasSuffix("/s confirm 2"), "\(hint)")
    #expect(try tool.text("get", "gateway") == "new\n")
    #expect(try tool("set", "gateway", "other", "--confirm-within", "1h").exit == 4)
    #expect(
      try tool.text("confirm", "--author", "bob")
        == "revision 3: confirmed revision 2 of alice (Move)\n")
    #expect(run.nextLine() == "revision 3: confirmed revision 2 of alice (Move)")
    #expect(run.nextLine() == nil)
    #expect(run.exitCode() == 0)
    #expect(try tool.text("get", "gateway") == "new\n")
    #expect(try tool.text("confirm", "2") == "unchanged at revision 3\n")
    for arguments in [["cancel", "2"], ["cancel"], ["confirm"], ["confirm", "1"]] {
      let refused = try tool.run(arguments + ["--json"])
      #expect(refused.exit == 1, "\(arguments)")
      #expect(refused.errors.contains(#""code":"notPending""#), "\(refused.errors)")
    }
    try tool.verify()
  }

  @Test func `What waits is listed, with the time that is left`() throws {
    let tool = try CommandLineTool()
    #expect(try tool("pending").exit == 3)
    let run = try waiting(tool, "1h")
    #expect(run.nextLine() != nil)
    let other = try tool.start([
      "set", "b", "1", "c", "2", "--confirm-within", "2d", "--author", "bob",
    ])
    #expect(other.nextLine() != nil)
    let lines = try tool.text("pending").steady.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(
      lines[0].hasPrefix("2  TIME  alice  59 min ")
        && lines[0].hasSuffix(" s left  Move: set gateway"))
    #expect(lines[1] == "3  TIME  bob  1 d 23 h left  set b, set c")
    let json = try tool.text("pending", "--json").split(separator: "\n")
    #expect(
      json[0].hasPrefix(
        #"{"author":"alice","names":["gateway"],"reason":"Move","revision":2,"secondsLeft":35"#))
    #expect(json[1].hasPrefix(#"{"author":"bob","names":["b","c"],"revision":3,"secondsLeft":172"#))
    try tool.text("confirm", "2")
    try tool.text("cancel", "3")
    #expect(try tool.text("pending") == "nothing waits to be confirmed\n")
    #expect(try tool.text("pending", "--json") == "")
  }

  @Test func `A change that is not confirmed is taken back`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "gateway", "old")
    let run = try tool("set", "gateway", "new", "--confirm-within", "1s", "--json")
    #expect(run.exit == 1)
    #expect(run.lines.count == 2)
    #expect(run.lines[0].contains(#""cause":{"kind":"edit"}"#))
    #expect(run.lines[1].contains(#""cause":{"kind":"expire","of":2}"#))
    #expect(
      run.lines[1].contains(#""events":[{"key":"gateway","kind":"set","new":"old","old":"new","#))
    #expect(run.errors.hasPrefix(#"{"error":{"code":"expired","message":"The change was not"#))
    #expect(try tool.text("get", "gateway") == "old\n")
    let late = try tool("confirm", "2", "--json")
    #expect(late.exit == 1)
    #expect(late.errors.contains(#""code":"expired""#))
    try tool.verify()
  }

  @Test func `A change that is cancelled from elsewhere is taken back`() throws {
    let tool = try CommandLineTool()
    let run = try waiting(tool)
    _ = run.nextLine()
    let text = try tool.text("cancel")
    #expect(
      text == """
        revision 3: cancelled: took back revision 2 of alice (Move)
          set  gateway  "new" → "old"

        """)
    #expect(run.nextLine()?.hasPrefix("to keep it") == true)
    #expect(run.nextLine() == text.split(separator: "\n").first.map(String.init))
    #expect(run.exitCode() == 1)
    try tool.verify()
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `An interrupt takes the change back at once`(signal: Int32) throws {
    let tool = try CommandLineTool()
    let run = try waiting(tool)
    _ = run.nextLine()
    #expect(run.end(signal) == 1)
    #expect(try tool.text("get", "gateway") == "old\n")
    #expect(try tool.text("log", "--limit", "1").contains("cancelled by an interrupt"))
    try tool.verify()
  }

  @Test func `A connection that hangs up does not end the wait`() throws {
    let tool = try CommandLineTool()
    let run = try waiting(tool, "1h", "--json")
    _ = run.nextLine()
    run.send(SIGHUP)
    try tool.text("confirm")
    #expect(run.nextLine()?.contains(#""kind":"confirm""#) == true)
    #expect(run.exitCode() == 0)
  }

  @Test func `What changes nothing does not wait`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    #expect(try tool.text("set", "a", "1", "--confirm-within", "1h") == "unchanged at revision 1\n")
    for time in ["", "0s", "30", "soon", "-5s"] {
      #expect(try tool("set", "a", "2", "--confirm-within=\(time)").exit == 2, "\(time)")
    }
    #expect(try tool.text("get", "a") == "1\n")
    #expect(try tool("set", "a", "x", "--confirm-within", "1h").exit == 1)
  }

  @Test func `A secret that waits is masked`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "pw", "hunter1", "--secret")
    let run = try tool.start(["set", "pw", "hunter2", "--confirm-within", "1h"])
    let first = run.nextLine() ?? ""
    let text = try tool.text("cancel")
    #expect(!first.contains("hunter") && !text.contains("hunter"))
    #expect(run.exitCode() == 1)
    #expect(try tool.text("get", "pw") == "hunter1\n")
  }
}
