import Foundation
import SettingsLedger
import Testing

/// What can be proved of a log, and what was erased from it.
@Suite struct EvidenceTests {
  @Test func `A digest kept elsewhere shows that the log goes on from it`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let then = try tool.text("digest").split(separator: "\n").joined()
    try tool.text("set", "a", "2")
    let now = try tool.text("digest").split(separator: "\n").joined()
    #expect(
      try tool.text("verify", "--digest", then)
        == "ok: 2 commits, digest \(now), which goes on from revision 1\n")
    try tool.text("verify", "--digest", "0:" + String(repeating: "0", count: 64))

    // Written anew by someone who can write the file: it verifies, and does not go on from then.
    try tool.text("--store", "t", "set", "a", "1")
    try tool.text("--store", "t", "set", "a", "2")
    try tool.text("--store", "t", "verify")
    let other = try tool.text("--store", "t", "digest")
    let run = try tool("--store", "t", "verify", "--digest", now)
    #expect(run.exit == 5)
    #expect(run.errors.contains(now.dropFirst(2)), "\(run.errors)")
    #expect(run.errors.contains(other.dropFirst(2).dropLast()), "\(run.errors)")
    let cut = try tool("--store", "t", "verify", "--digest", "7" + now.dropFirst(), "--json")
    #expect(cut.exit == 5)
    #expect(cut.text.hasPrefix(#"{"ok":false,"problem":"The log of t does not go on from"#))
    #expect(cut.text.hasSuffix("\"revision\":7}\n"))
    for wrong in ["1", "1:ab", "x:" + now.dropFirst(2), "1:" + now] {
      #expect(try tool("verify", "--digest", wrong).exit == 2)
    }
  }

  @Test func `A redaction erases, and verify lists it`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "token", "hunter2")
    try tool.text("set", "token", "other")
    try tool.text("set", "token", "hunter2")
    let current = try tool("redact", "3", "token", "--json")
    #expect(current.exit == 4)
    #expect(current.errors.contains("currentValue"))
    try tool.text("reset", "token")
    #expect(
      try tool.text("redact", "1", "token", "--dry-run") == """
        would erase token from revision 1
        the same value stays in revision 3; --everywhere takes it too

        """)
    #expect(
      try tool.text("redact", "1", "token", "--everywhere", "--dry-run", "--json")
        == "{\"erased\":[1,3],\"remaining\":[]}\n")
    #expect(
      try tool.text("redact", "1", "token", "--everywhere", "--reason", "Leaked")
        == "revision 5: Leaked: erased token from revisions 1 and 3\n")
    #expect(try tool("redact", "1", "token").exit == 1)
    #expect(try tool("redact", "4", "token").exit == 1)
    #expect(try tool("redact", "9", "token").exit == 1)
    #expect(try tool("get", "token", "--at", "1").exit == 1)
    let json = try tool.text("redact", "2", "token", "--json").steady
    #expect(json.contains(#""cause":{"kind":"redact","redactions":[{"names":["token"]"#), "\(json)")
    #expect(json.contains(#""erased":[2]"#))
    #expect(json.contains(#""remaining":[]"#))
    let verified = try tool.text("verify").steady
    #expect(
      verified == """
        ok: 6 commits, 3 redacted, digest 6:DIGEST
        redacted: revision 1: token, by alice in revision 5, TIME: Leaked
        redacted: revision 3: token, by alice in revision 5, TIME: Leaked
        redacted: revision 2: token, by alice in revision 6, TIME

        """)
    #expect(
      try tool.text("verify", "--json").steady.contains(
        #""redacted":[{"author":"alice","names":["token"],"reason":"Leaked","redaction":5,"revision":1,"#
      ))
    let export = try tool.text("export", "--format", "ndjson")
    #expect(!export.contains("hunter2"))
    #expect(!export.contains(Data("hunter2".utf8).base64EncodedString()))
    try tool.write(export, to: "log")
    #expect(try tool.text("--store", "b", "import", "log").hasPrefix("imported 6 commits"))
    let lines = export.split(separator: "\n").prefix(5)
    try tool.write(lines.joined(separator: "\n"), to: "part")
    let part = try tool("--store", "c", "import", "part")
    #expect(part.exit == 2)
    #expect(part.errors.contains("no redaction says so"), "\(part.errors)")
  }

  @Test func `A newer store is exit 3, and stays as it is`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let file = tool.folder.appending(path: "s/data.mdb")
    var bytes = try Data(contentsOf: file)
    var found = 0
    while let range = bytes.range(
      of: Data([0xA2, 0x01, 0x01, 0x02, 0x50]), in: found..<bytes.count)
    {
      bytes[range.lowerBound + 2] = 9
      found = range.upperBound
    }
    #expect(found > 0)
    try bytes.write(to: file)
    let calls = [
      ["list"], ["set", "a", "2"], ["verify"], ["doctor"], ["rebuild"], ["salvage", "s", "new"],
    ]
    for arguments in calls {
      let run = try tool.run(arguments + ["--json"])
      #expect(run.exit == 3, "\(arguments)")
      #expect(
        run.errors.hasPrefix(#"{"error":{"code":"newerFormat""#), "\(arguments): \(run.errors)")
      #expect(run.errors.contains("version 9"))
    }
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `A store with all reader slots taken is busy`() throws {
    let tool = try CommandLineTool()
    let store = try SettingsStore(
      path: tool.folder.appending(path: "s").path, author: "a",
      configuration: StoreConfiguration(maximumReaders: 1))
    defer { store.close() }
    try store.set("a", to: 1)
    let run = try tool("list", "--json")
    #expect(run.exit == 6, "\(run.errors)")
    #expect(run.errors.hasPrefix(#"{"error":{"code":"busy""#), "\(run.errors)")
  }

  @Test func `A whole log with a mistake leaves no store behind`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    let log = try tool.text("export", "--format", "ndjson")
    for wrong in [
      log + "{\n", log.replacing("\"alice\"", with: "\"mallory\""), String(log.dropLast(20)),
    ] {
      try tool.write(wrong, to: "log")
      #expect(try tool("--store", "b", "import", "log").exit == 2)
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "b").path))
    }
  }
}
