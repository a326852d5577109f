import Foundation
import TestProcesses
import Testing

/// Wrong input: each a sentence, the right exit code, and nothing half done.
@Suite struct FailureTests {
  @Test(arguments: [
    ([], "A verb is missing"), (["bogus"], "There is no verb `bogus`."),
    (["histroy", "a"], "Did you mean `history`?"), (["list", "--prefx", "a"], "`--prefix`?"),
    (["verify", "--digest", "1:aa"], "64 hexadecimal digits"),
    (["list", "a"], "is used as"), (["get"], "is used as"), (["get", "a", "b"], "is used as"),
    (["diff"], "is used as"), (["list", "--prefix"], "needs a value"),
    (["list", "--hidden=yes"], "takes no value"), (["--prefix", "a", "list"], "Before the verb"),
    (["list", "-x"], "two dashes"), (["log", "--limit", "-1"], "--limit"),
    (["log", "--limit", "x"], "--limit"), (["export", "--format", "xml"], "--format"),
    (["get", ""], "name cannot be empty"), (["set", "", "1"], "name cannot be empty"),
    (["hide", String(repeating: "n", count: 512)], "512 bytes long"),
    (["set", "a", String(repeating: "[", count: 300)], "nested too deeply"),
    (["set", "a", "@large"], "store the file's name.\n"),
    (["set", "a", "--reason", String(repeating: "r", count: 5000), "1"], "4096"),
  ])
  func `Wrong usage is exit 2`(_ arguments: [String], _ message: String) throws {
    let tool = try CommandLineTool()
    try tool.text("set", "z", "1")
    if arguments.contains("@large") {
      try tool.write(String(repeating: "x", count: 17 << 20), to: "large")
    }
    let run = try tool.run(arguments)
    #expect(run.exit == 2, "\(run.errors)")
    #expect(run.text == "")
    #expect(run.errors.hasPrefix("settingsctl: "))
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(try tool.text("list") == "z = 1\n")
  }

  @Test func `A negative answer is exit 1`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let answers: [([String], String)] = [
      (["get", "b"], "unset"), (["get", "a", "--at", "0"], "unset"), (["history", "b"], "unset"),
      (["get", "a", "--at", "2"], "noSuchRevision"), (["show", "0"], "noSuchRevision"),
      (["show", "99999999999999999999999"], "noSuchRevision"),
      (["get", "a", "--at", "HEAD~1"], "noSuchRevision"),
      (["list", "--at", "2001-01-01"], "beforeHistory"),
      (["list", "--at", "10w"], "beforeHistory"),
      (["list", "--at", "4294967295w"], "beforeHistory"),
      (["list", "--at", "tag:x"], "noSuchTag"), (["diff", "yesterday"], "noSuchTag"),
      (["log", "--since", "2026-13-01"], "noSuchTag"), (["set", "a", "x"], "typeMismatch"),
    ]
    for (arguments, code) in answers {
      let run = try tool.run(arguments + ["--json"])
      #expect(run.exit == 1, "\(arguments): \(run.errors)")
      #expect(run.errors.hasPrefix(#"{"error":{"code":"\#(code)","message":""#), "\(run.errors)")
      #expect(run.text == "")
    }
    #expect(try tool.text("list", "--at", "0s") == "a = 1\n")
    #expect(try tool.text("list", "--at", "2999-01-01T00:00:00+02:00") == "a = 1\n")
    #expect(try tool.text("list", "--at", "0") == "")
  }

  @Test func `Reading a wrong path is exit 3 and makes nothing`() throws {
    let tool = try CommandLineTool()
    let readers = [
      ["get", "a"], ["list"], ["log"], ["show", "1"], ["history", "a"], ["blame"], ["diff", "0"],
      ["export"], ["verify"], ["digest"], ["stats"], ["rebuild"], ["backup", "b"], ["doctor"],
      ["reset", "a"], ["hide", "a"], ["unhide", "a"], ["secret", "a"], ["undo"], ["redo"],
      ["revert", "1"], ["rollback", "0"], ["tag", "t"], ["tags"], ["confirm"], ["cancel"],
      ["compact", "--keep", "1"], ["compact", "--shrink"], ["redact", "1", "a"],
      ["undo", "--dry-run"], ["salvage", "s", "n"],
    ]
    for arguments in readers {
      let run = try tool.run(arguments)
      #expect(run.exit == 3, "\(arguments)")
      #expect(run.errors.contains("There is no settings store at s"), "\(run.errors)")
    }
    for failing in [
      ["a", "null"], ["a", "x", "--type", "int"], ["a", "@missing"], ["a", "1e999"],
    ] {
      #expect(try tool.run(["set"] + failing).exit != 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path) == [])
    try tool.write("no directory", to: "s")
    #expect(try tool("list").exit == 3)
    #expect(try tool("set", "a", "1").exit == 3)
    #expect(try tool.contents(of: "s") == Data("no directory".utf8))
    #expect(try tool.run(["list"], environment: ["SETTINGS_STORE": ""]).exit == 2)
  }

  @Test func `A damaged store is told, and verify is exit 5`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "needle-in-a-record")
    try tool.text("set", "b", "1")
    let file = tool.folder.appending(path: "s/data.mdb")
    var bytes = try Data(contentsOf: file)
    var found = 0
    while let range = bytes.range(of: Data("needle-in-a-record".utf8), in: found..<bytes.count) {
      bytes[range.lowerBound] = UInt8(ascii: "N")
      found = range.upperBound
    }
    #expect(found > 0)
    try bytes.write(to: file)
    let run = try tool("verify")
    #expect(run.exit == 5, "\(run.errors)")
    #expect(run.errors.contains("revision 1"))
    let doctor = try tool("doctor")
    #expect(doctor.exit == 1 && doctor.text.contains("warning: "), "\(doctor.errors)")
    #expect(doctor.text.contains("is damaged at revision 1"), "\(doctor.text)")
    try FileManager.default.copyItem(
      at: tool.folder.appending(path: "s"), to: tool.folder.appending(path: "\u{1B}[31m"))
    for verb in ["doctor", "verify"] {
      let run = try tool(verb, "--store", "\u{1B}[31m")
      #expect((run.text + run.errors).contains("The store \\u{1b}[31m is damaged"), "\(verb)")
    }
    let json = try tool("verify", "--json")
    #expect(json.exit == 5)
    #expect(json.text.hasPrefix(#"{"ok":false,"problem":"#))
    #expect(json.text.hasSuffix("\"revision\":1}\n"))
    try bytes.prefix(5000).write(to: file)
    #expect(try tool("list").exit == 3)
    try Data(count: bytes.count).write(to: file)
    #expect(try tool("list").exit == 3)
  }

  @Test(arguments: [
    ("x.json", "{\"a\":1,\n\"b\" 2}", "x.json: line 2, byte 5"),
    ("x.json", "{\"a\":1", "line 1, byte 7"),
    ("x.json", "[1]", "no object"), ("x.json", "{\"a\":null}", "a: null is no value"),
    ("x.json", "{\"\":1}", "name cannot be empty"), ("x.json", "{\"a\":1e400}", "byte 6"),
    ("x.json", "{\"a\":\"\u{1}\"}", "byte 7"),
    ("x.json", "{\"a\":" + String(repeating: "[", count: 500), "nested too deeply"),
    ("x.plist", "<plist>\n<dict>\n<foo/></dict></plist>", "x.plist:3"),
    ("x.plist", "<plist><array/></plist>", "no dictionary"), ("x.plist", "{ a = ; }", "x.plist:1"),
    ("x.plist", "bplist00garbage", "x.plist"), ("x.plist", "", "x.plist"),
  ])
  func `A malformed file is exit 2 and names the place`(
    _ file: String, _ content: String, _ place: String
  ) throws {
    let tool = try CommandLineTool()
    try tool.text("init")
    try tool.write(content, to: file)
    let run = try tool("import", file)
    #expect(run.exit == 2, "\(run.errors)")
    #expect(run.errors.contains(place), "\(run.errors)")
    #expect(try tool.text("digest").hasPrefix("0:"))
  }

  @Test func `An error names what was given, and what helps`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    for (arguments, exit, named) in [
      (["undo", "-1"], 2, "`-1`"), (["log", "--limit", "x"], 2, "`x`"),
      (["set", "a", "2", "--expecting", "new"], 2, "`new`"),
      (["watch", "--after", "HEAD"], 2, "`HEAD`"),
      (["set", "a", "2", "--confirm-within", "soon"], 2, "`soon`"),
      (["--store", "no/such", "init"], 3, "first make the directory"),
      (["backup", "s"], 4, "into a new directory"),
      (["backup", "no/such"], 3, "first make the directory"),
      (["salvage", "s", "no/such"], 3, "first make the directory"),
      (["backup", ""], 2, "is empty"), (["import", ""], 2, "is empty"),
      (["apply", ""], 2, "is empty"), (["set", "k", "@"], 2, "is empty"),
      (["set", "k=1"], 2, "without ="),
    ] {
      let run = try tool.run(arguments)
      #expect(run.exit == exit, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(named), "\(arguments): \(run.errors)")
    }
  }

  @Test func `A closed pipe ends quietly, and a full disk does not`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "-", input: String(repeating: "x", count: 300_000))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = tool.folder
    let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "settingsctl").path
    process.arguments = [
      "-c",
      #"""
      { "$0" --store s list; echo $? >code; } 2>errors | true
      test ! -c /dev/full || "$0" --store s list >/dev/full 2>full
      echo $? >>code
      """#, executable,
    ]
    try process.start()
    process.waitUntilExit()
    let codes = String(decoding: try tool.contents(of: "code"), as: UTF8.self)
    #expect(codes.hasPrefix("0\n"))
    #expect(try tool.contents(of: "errors").isEmpty)
    #expect(codes == "0\n3\n" || !FileManager.default.fileExists(atPath: "/dev/full"))
  }
}
