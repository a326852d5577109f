import Foundation
import Testing

/// Old commits go, and the state that they led to stays.
@Suite struct CompactTests {
  private func filled() throws -> CommandLineTool {
    let tool = try CommandLineTool()
    for value in 1...4 { try tool.text("set", "a", "\(value)") }
    try tool.text("set", "b", "1", "--author", "bob")
    return tool
  }

  @Test func `Compact keeps the state and says what it dropped`() throws {
    let tool = try filled()
    #expect(
      try tool.text("compact", "--keep", "4", "--dry-run") == """
        would drop 3 commits; the oldest kept would be revision 4
        settings that lose history: a

        """)
    #expect(
      try tool.text("compact", "--keep", "HEAD~1", "--dry-run", "--json")
        == #"{"commits":3,"names":["a"],"oldestKept":4,"pending":[],"tags":[]}"# + "\n")
    #expect(try tool.text("compact", "--keep", "1w") == "unchanged at revision 5\n")
    #expect(try tool.text("digest").hasPrefix("5:"))
    let text = try tool.text("compact", "--keep", "4", "--reason", "Old")
    #expect(text.hasPrefix("revision 6: Old: dropped 3 commits; the oldest kept is revision 4\n"))
    #expect(text.contains("\nbytes in use: "))
    #expect(try tool.text("list") == "a = 4\nb = 1\n")
    #expect(try tool.text("compact", "--keep", "4") == "unchanged at revision 6\n")
    #expect(try tool.text("compact", "--keep", "1w") == "unchanged at revision 6\n")
    #expect(try tool.text("verify").hasPrefix("ok: 3 commits, digest 6:"))
    try tool.verify()
  }

  @Test func `A rollback to the state that a compaction kept says so, and is done`() throws {
    let tool = try filled()
    try tool.text("compact", "--keep", "4")
    let changes = "  set  a  4 → 3\n  reset  b  1 → (unset)\n"
    #expect(
      try tool.text("rollback", "3", "--dry-run") == "would roll back to revision 3\n" + changes)
    #expect(try tool.text("rollback", "3") == "revision 7: rolled back to revision 3\n" + changes)
    try tool.verify()
  }

  @Test func `Reading below the oldest kept commit is exit 1`() throws {
    let tool = try filled()
    try tool.text("compact", "--keep", "4")
    for arguments in [
      ["get", "a", "--at", "2"], ["show", "3"], ["diff", "1"], ["log", "--since", "1"],
      ["rollback", "1"], ["revert", "2"], ["export", "--at", "2"], ["list", "--at", "0"],
    ] {
      let run = try tool.run(arguments + ["--json"])
      #expect(run.exit == 1, "\(arguments): \(run.errors) \(run.text)")
      #expect(run.errors.hasPrefix(#"{"error":{"code":"compacted""#), "\(arguments): \(run.errors)")
    }
    #expect(try tool.text("get", "a", "--at", "3") == "3\n")
    #expect(
      try tool.text("log", "--oneline").steady == """
        6  TIME  alice  (compact, the oldest kept is 4)
        5  TIME  bob  set b
        4  TIME  alice  set a

        """)
    #expect(try tool.text("history", "a").steady == "4  TIME  alice  3 → 4\n")
    let dropped = try tool("history", "c")
    #expect(dropped.exit == 1)
    #expect(
      dropped.errors.contains("no change after revision 3, and what was before is compacted away"))
    #expect(try tool.text("blame").steady == "a  4  4  TIME  alice\nb  1  5  TIME  bob\n")
    let stats = try tool.text("stats", "--json")
    #expect(stats.contains(#""commits":3,"compactedRevision":3,"#))
    try tool.text("undo")
    #expect(try tool.text("get", "a") == "3\n")
    #expect(try tool("undo").exit == 1)
    try tool.verify()
  }

  @Test func `A compacted log goes to another store, and a digest of before still counts`() throws {
    let tool = try filled()
    let then = try tool.text("digest").split(separator: "\n").joined()
    let first = try tool.text("log", "--json", "--oldest-first", "--limit", "1")
    let digest = try #require(first.firstMatch(of: /"digest":"([0-9a-f]+)"/)?.1)
    let third = try tool.text("show", "3", "--json")
    let kept = try #require(third.firstMatch(of: /"digest":"([0-9a-f]+)"/)?.1)
    try tool.text("compact", "--keep", "4", "--shrink")
    try tool.text("verify", "--digest", then)
    try tool.text("verify", "--digest", "3:\(kept)")
    #expect(try tool("verify", "--digest", "3:\(digest)").exit == 5)
    let dropped = try tool("verify", "--digest", "1:\(digest)")
    #expect(dropped.exit == 1, "\(dropped.errors)")
    try tool.write(try tool.text("export", "--format", "ndjson"), to: "log")
    #expect(
      try tool.text("--store", "b", "import", "log").hasPrefix("imported 3 commits, digest 6:"))
    #expect(try tool.text("--store", "b", "digest") == tool.text("digest"))
    #expect(try tool.text("--store", "b", "log", "--json") == tool.text("log", "--json"))
    try tool.text("--store", "b", "verify")
    let log = try tool.text("export", "--format", "ndjson")
    for wrong in [
      log.replacing(/"baseline":"[^"]*",/, with: ""),
      log.replacing("\"floor\":4", with: "\"floor\":5"),
      log.replacing(/"baseline":"[^"]{8}/, with: "\"baseline\":\"AAAAAAAA"),
    ] {
      try tool.write(wrong, to: "wrong")
      #expect(try tool("--store", "c", "import", "wrong").exit == 2)
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "c").path))
    }
    #expect(try tool.text("salvage", "s", "d").contains("nothing is lost"))
    #expect(try tool.text("--store", "d", "digest") == tool.text("digest"))
  }

  @Test func `Tags on dropped states are in the way`() throws {
    let tool = try filled()
    try tool.text("tag", "first", "1")
    try tool.text("tag", "later", "4")
    let preview = try tool.text("compact", "--keep", "4", "--dry-run")
    #expect(preview.contains("tags in the way: first; --drop-tags drops them\n"), "\(preview)")
    let refused = try tool("compact", "--keep", "4", "--json")
    #expect(refused.exit == 4)
    #expect(refused.errors.contains(#""code":"tagsBelowFloor""#))
    #expect(refused.errors.contains("first"))
    let text = try tool.text("compact", "--keep", "4", "--drop-tags")
    #expect(text.contains("dropped tags: first\n"), "\(text)")
    #expect(try tool.text("tags").steady == "later  4  TIME  alice\n")
    try tool.verify()
  }

  @Test func `Shrink makes the file smaller`() throws {
    let tool = try CommandLineTool()
    for value in 0..<60 {
      try tool.text("set", "a", String(repeating: "v", count: 8000) + "\(value)")
    }
    let size = try tool.contents(of: "s/data.mdb").count
    let json = try tool.text("compact", "--keep", "HEAD", "--shrink", "--json").steady
    #expect(json.contains(#""cause":{"baseline":"DIGEST","floor":60,"kind":"compact"}"#), "\(json)")
    #expect(json.contains(#""droppedCommits":59,"droppedTags":[],"#))
    #expect(try tool.contents(of: "s/data.mdb").count * 4 < size)
    #expect(try tool.text("compact", "--shrink").hasPrefix("the file has "))
    for wrong in [[], ["--dry-run"], ["--shrink", "--dry-run"]] {
      #expect(try tool.run(["compact"] + wrong).exit == 2)
    }
    #expect(try tool("compact", "--keep", "99").exit == 1)
    try tool.verify()
  }

  @Test func `What waits to be confirmed is in the way`() throws {
    let tool = try filled()
    let waiting = try tool.start(["set", "a", "5", "--confirm-within", "1h"])
    _ = waiting.nextLine()
    try tool.text("set", "b", "2")
    let run = try tool("compact", "--keep", "HEAD", "--json")
    #expect(run.exit == 4)
    #expect(run.errors.contains(#""code":"pending""#))
    try tool.text("confirm")
    #expect(waiting.exitCode() == 0)
    try tool.text("compact", "--keep", "HEAD")
  }
}
