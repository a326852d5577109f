import Foundation
import SettingsLedger
import Testing

/// Undo, redo, revert, rollback and tags.
@Suite struct GoingBackTests {
  @Test func `Undo and redo tell what was done, and whose it was`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "size", "13", "theme", "dark")
    try tool.text("set", "size", "14", "--reason", "Too small")
    #expect(
      try tool.text("undo", "--dry-run") == """
        would undo revision 2 of alice (Too small)
          set  size  14 → 13

        """)
    #expect(
      try tool.text("undo", "--reason", "Not that") == """
        revision 3: Not that: undid revision 2 of alice (Too small)
          set  size  14 → 13

        """)
    #expect(
      try tool.text("redo") == """
        revision 4: redid revision 2 of alice (Too small)
          set  size  13 → 14

        """)
    #expect(
      try tool.text("undo", "2") == """
        revision 5: undid revision 2 of alice (Too small), revision 1 of alice
          reset  size  14 → (unset)
          reset  theme  "dark" → (unset)

        """)
    let json = try tool.text("redo", "2", "--json").steady
    #expect(
      json == #"""
        {"author":"alice","cause":{"kind":"redo","of":[1,2]},"digest":"DIGEST","events":[{"key":"size",\#
        "kind":"set","new":14,"restores":2},{"key":"theme","kind":"set","new":"dark","restores":1}],\#
        "origin":"ORIGIN","revision":6,"time":"TIME"}

        """#, "\(json)")
    let dry = try tool.text("undo", "--dry-run", "--json").steady
    #expect(
      dry == #"""
        {"author":"alice","cause":{"kind":"undo","of":[2]},"dryRun":true,"events":[{"key":"size","kind":"set",\#
        "new":13,"old":14,"restores":1}],"origin":"ORIGIN","revision":7,"time":"TIME"}

        """#, "\(dry)")
    #expect(try tool.text("digest").hasPrefix("6:"))
    for (arguments, code, exit) in [
      (["undo", "9"], "nothingToUndo", 1), (["redo"], "nothingToRedo", 1),
      (["undo", "--author", "bob"], "nothingToUndo", 1), (["undo", "0"], "usage", 2),
      (["undo", "x"], "usage", 2), (["undo", "1", "2"], "usage", 2),
    ] as [([String], String, Int32)] {
      let run = try tool.run(arguments + ["--json"])
      #expect(run.exit == exit, "\(arguments): \(run.errors)")
      #expect(run.errors.hasPrefix(#"{"error":{"code":"\#(code)""#), "\(arguments): \(run.errors)")
    }
    try tool.verify()
  }

  /// Case H2.
  @Test func `A conflict names the commit in the way, and force overwrites`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "x", "1")
    try tool.text("set", "x", "2")
    try tool.text("set", "x", "3", "--author", "bob")
    let run = try tool("undo", "--json")
    #expect(run.exit == 4)
    #expect(run.errors.contains(#""code":"conflict""#))
    #expect(run.errors.contains("x is as bob made it in revision 3. Nothing was"), "\(run.errors)")
    #expect(try tool("undo", "--dry-run").exit == 4)
    #expect(try tool("revert", "2").exit == 4)
    #expect(try tool.text("digest").hasPrefix("3:"))
    #expect(
      try tool.text("undo", "--all-authors").hasPrefix("revision 4: undid revision 3 of bob\n"))
    try tool.text("set", "x", "3", "--author", "bob")
    #expect(
      try tool.text("undo", "--force") == "revision 6: undid revision 2 of alice\n  set  x  3 → 1\n"
    )
    try tool.verify()
  }

  @Test func `Revert takes one commit back`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    try tool.text("set", "b", "1", "--reason", "why")
    try tool.text("set", "c", "1")
    #expect(
      try tool.text("revert", "HEAD~1", "--dry-run")
        == "would revert revision 2 of alice (why)\n  reset  b  1 → (unset)\n")
    #expect(
      try tool.text("revert", "2", "--author", "bob")
        == "revision 4: reverted revision 2 of alice (why)\n  reset  b  1 → (unset)\n")
    try tool.text("tag", "t")
    #expect(try tool("revert", "5").exit == 1)
    #expect(try tool("revert", "0").exit == 1)
    #expect(try tool("revert", "9").exit == 1)
    #expect(
      try tool.text("log", "--oneline", "--limit", "2").steady == """
        5  TIME  alice  (tag t at revision 4)
        4  TIME  bob  (revert of 2)  reset b

        """)
    try tool.verify()
  }

  @Test func `Secrets stay masked when they come back`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "pw", "hunter1", "--secret")
    try tool.text("set", "pw", "hunter2")
    for arguments in [
      ["undo", "--dry-run"], ["undo"], ["redo", "--json"], ["revert", "2", "--dry-run", "--json"],
      ["rollback", "1"], ["undo", "--all-authors"], ["undo", "2"], ["log"], ["history", "pw"],
      ["redo", "2"],
    ] {
      let run = try tool.run(arguments)
      #expect(run.exit == 0, "\(arguments): \(run.errors)")
      #expect(!run.text.contains("hunter"), "\(arguments)")
    }
    #expect(try tool.text("get", "pw") == "hunter2\n")
  }

  /// Case H8.
  @Test func `A prefix goes back, and nothing else`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "network.mtu", "1500", "network.dns", "a", "ui.theme", "dark")
    try tool.text("tag", "ok")
    try tool.text("set", "network.mtu", "9000", "network.proxy", "p", "ui.theme", "light")
    let expected = """
      rolled network.* back to revision 1 of alice
        set  network.mtu  9000 → 1500
        reset  network.proxy  "p" → (unset)

      """
    #expect(
      try tool.text("rollback", "tag:ok", "--prefix", "network.", "--dry-run")
        == "would roll" + expected.dropFirst(6))
    #expect(try tool.text("rollback", "ok", "--prefix", "network.") == "revision 4: " + expected)
    #expect(try tool.text("rollback", "ok", "--prefix", "network.") == "unchanged at revision 4\n")
    #expect(
      try tool.text("rollback", "ok", "--prefix", "network.", "--dry-run").hasPrefix("unchanged"))
    #expect(try tool.text("get", "ui.theme") == "light\n")
    try tool.text("undo")
    #expect(try tool.text("get", "network.mtu") == "9000\n")
    #expect(
      try tool.text("rollback", "0").hasPrefix("revision 6: rolled back to the empty state\n"))
    #expect(try tool.text("list") == "")
    try tool.verify()
  }

  @Test func `Tags name places, and each change of one is a commit`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    try tool.text("set", "a", "2")
    #expect(try tool.text("tag", "first", "1") == "revision 3: tag first at revision 1\n")
    #expect(
      try tool.text("tag", "now", "--reason", "Upgrade")
        == "revision 4: Upgrade: tag now at revision 3\n")
    #expect(
      try tool.text("tags").steady == "first  1  TIME  alice\nnow  3  TIME  alice  Upgrade\n")
    #expect(
      try tool.text("tags", "--json").steady == """
        {"author":"alice","commit":3,"name":"first","revision":1,"time":"TIME"}
        {"author":"alice","commit":4,"name":"now","reason":"Upgrade","revision":3,"time":"TIME"}

        """)
    #expect(try tool.text("tag", "first", "1") == "unchanged at revision 4\n")
    let taken = try tool("tag", "first", "2", "--json")
    #expect(taken.exit == 4)
    #expect(taken.errors.contains(#""code":"tagExists""#))
    try tool.text("tag", "first", "2", "--move")
    for point in ["first", "tag:first"] {
      #expect(try tool.text("get", "a", "--at", point) == "2\n")
      #expect(try tool.text("log", "--since", point, "--oneline").split(separator: "\n").count == 3)
      #expect(try tool.text("diff", "1", point) == "~ a  1 → 2\n")
      #expect(try tool.text("list", "--at", point) == "a = 2\n")
      #expect(try tool.text("show", point).hasPrefix("revision 2 "))
      #expect(try tool.text("export", "--at", point) == "{\n  \"a\": 2\n}\n")
    }
    let deletion = try tool.text("tag", "first", "--delete", "--json").steady
    #expect(deletion.contains(#""cause":{"kind":"tag","name":"first"},"#), "\(deletion)")
    for (arguments, code, exit) in [
      (["tag", "first", "--delete"], "noSuchTag", 1),
      (["get", "a", "--at", "first"], "noSuchTag", 1),
      (["tag", "x", "tag:first"], "noSuchTag", 1), (["tag", "12"], "invalidTag", 2),
      (["tag", "2h"], "invalidTag", 2), (["tag", "HEAD"], "invalidTag", 2),
      (["tag", "2026-11-30"], "invalidTag", 2), (["tag", "a b"], "invalidTag", 2),
      (["tag", "a:b"], "invalidTag", 2), (["tag", "--", "-a"], "invalidTag", 2),
      (["tag", ""], "invalidTag", 2), (["tag", "x", "99"], "noSuchRevision", 1),
      (["tag", "now", "--delete", "--move"], "usage", 2),
    ] as [([String], String, Int32)] {
      let run = try tool.run(["--json"] + arguments)
      #expect(run.exit == exit, "\(arguments): \(run.errors)")
      #expect(run.errors.hasPrefix(#"{"error":{"code":"\#(code)""#), "\(arguments): \(run.errors)")
    }
    #expect(try tool.text("digest").hasPrefix("6:"))
    try tool.verify()
  }

  /// What an auditor asks, each with one command.
  @Test func `Who did what since yesterday at six`() throws {
    let tool = try CommandLineTool()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let yesterday = try #require(
      calendar.date(byAdding: .day, value: -1, to: calendar.startOfDay(for: Date())))
    func at(_ hour: Double, _ author: String, _ body: (SettingsStore) throws -> Void) throws {
      let time = yesterday.addingTimeInterval(hour * 3600)
      let store = try SettingsStore(
        path: tool.folder.appending(path: "s").path, author: author,
        configuration: StoreConfiguration(clock: { time }))
      defer { store.close() }
      try body(store)
    }
    try at(9, "ada") { store in
      try store.commit { draft in
        draft["network.mtu"] = 1500
        draft["network.firewall"] = true
        draft["ui.theme"] = "dark"
      }
    }
    try at(19, "bob") { try $0.set("network.firewall", to: false, reason: "testing") }
    try at(20, "bob") { try $0.set("ui.theme", to: "light") }

    // Who turned this off, and when?
    let time = "\(yesterday.ISO8601Format().prefix(10)) 19:00:00Z"
    #expect(
      try tool.text("blame", "--prefix", "network.firewall")
        == "network.firewall  false  2  \(time)  bob  testing\n")
    #expect(
      try tool.text("history", "network.firewall").split(separator: "\n").last
        == "2  \(time)  bob  true → false  testing")
    // What changed since yesterday 18:00?
    let six = "\(yesterday.ISO8601Format().prefix(10))T18:00"
    #expect(
      try tool.text("diff", six) == """
        ~ network.firewall  true → false
        ~ ui.theme  "dark" → "light"

        """)
    #expect(
      try tool.text("log", "--since", six, "--oneline").steady == """
        3  TIME  bob  set ui.theme
        2  TIME  bob  testing: set network.firewall

        """)
    // Put network.* back to then, and nothing else.
    #expect(
      try tool.text("rollback", six, "--prefix", "network.") == """
        revision 4: rolled network.* back to revision 1 of ada
          set  network.firewall  false → true

        """)
    #expect(try tool.text("get", "ui.theme") == "light\n")
    #expect(try tool("rollback", "10w").exit == 1)
    try tool.verify()
  }
}
