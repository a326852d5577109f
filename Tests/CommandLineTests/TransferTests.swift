import Foundation
import Testing

/// Settings go from store to store: apply, import and export.
@Suite struct TransferTests {
  @Test func `Apply makes one commit of all lines`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "b", "1")
    let lines = #"""
      {"set":"a","value":1.0}
      {"reset":"b"}

      {"hide":"c"}
      {"unhide":"c"}
      {"set":"d","value":{"$data":"AA=="}}
      """#
    let outcome = try tool.text("apply", "-", "--json", input: lines).steady
    #expect(
      outcome == #"""
        {"author":"alice","cause":{"kind":"edit"},"digest":"DIGEST","events":[{"key":"a","kind":"set",\#
        "new":1.0},{"key":"b","kind":"reset","old":1},{"key":"d","kind":"set","new":{"$data":"AA=="}}],\#
        "origin":"ORIGIN","revision":2,"source":"standard input","time":"TIME"}

        """#)
    #expect(try tool("apply", "-", "--expecting", "1", input: "{\"hide\":\"a\"}").exit == 4)
    try tool.verify()
  }

  @Test(arguments: [
    (#"{"set":"a"}"#, "line 2: "), (#"{"set":"a","value":null}"#, "line 2: a: null"),
    (#"{"set":1,"value":1}"#, "line 2: "), (#"{"reset":"a","value":1}"#, "line 2: "),
    (#"{"drop":"a"}"#, "line 2: "), ("[]", "line 2: "), ("{", "line 2, byte 2: "),
    (#"{"hide":""}"#, "line 2: A setting's name cannot be empty"),
    (#"{"set":"a","value":{"$data":"?"}}"#, "line 2: a: "),
    (#"{"set":"a","value":18446744073709551616}"#, "line 2, byte 20: "),
    (#"{"set":"a","set":"b","value":1}"#, "line 2, byte 12: "),
    (#"{"set":"a","value":01}"#, "line 2, byte 21: "),
    ("{\"set\":\"\\ud800\",\"value\":1}", "byte 9"),
  ])
  func `A wrong line is named, and nothing is recorded`(_ line: String, _ place: String) throws {
    let tool = try CommandLineTool()
    try tool.text("init")
    try tool.write("{\"set\":\"x\",\"value\":1}\n\(line)\n", to: "changes")
    let run = try tool("apply", "changes")
    #expect(run.exit == 2)
    #expect(run.errors.contains("changes: "), "\(run.errors)")
    #expect(run.errors.contains(place), "\(run.errors)")
    #expect(try tool.text("list") == "")
  }

  @Test func `All types survive JSON and property lists`() throws {
    let tool = try CommandLineTool()
    try tool.write(
      #"""
      {"bool":true,"int":1,"double":1.0,"zero":-0.0,"inf":{"$double":"-inf"},"text":"é e\u0301 🎈",
       "data":{"$data":"AAH/"},"date":{"$date":"2026-11-30T07:00:00Z"},"list":[1,1.0,false,[]],
       "dict":{"$dict":{"$date":{"x":{}}}}}
      """#, to: "a.json")
    #expect(try tool.text("import", "a.json") == "revision 1: set bool, set data and 8 more\n")
    let json = try tool.text("export")
    let plist = try tool.text("export", "--format", "plist")
    try tool.write(json, to: "b.json")
    try tool.write(plist, to: "b.plist")
    for (store, file) in [("j", "b.json"), ("p", "b.plist")] {
      try tool.text("--store", store, "import", file)
      #expect(try tool.text("--store", store, "export") == json)
      #expect(try tool.text("import", file) == "unchanged at revision 1\n")
    }
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["int": 1, "bool": true, "double": 1.5], format: .binary, options: 0)
    try binary.write(to: tool.folder.appending(path: "c.plist"))
    try tool.text("--store", "c", "import", "c.plist")
    #expect(try tool.text("--store", "c", "list") == "bool = true\ndouble = 1.5\nint = 1\n")
    try tool.write("{ a = b; \"c d\" = (x, y); }", to: "old.plist")
    try tool.text("--store", "o", "import", "old.plist")
    #expect(try tool.text("--store", "o", "list") == "a = \"b\"\nc d = [\"x\",\"y\"]\n")
  }

  @Test func `An import records what differs, within its prefix, and can be tried`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a.x", "1", "a.y", "2", "b.x", "3")
    try tool.write(#"{"a.x":1,"a.z":4,"b.x":5}"#, to: "f")
    let dry = try tool.text("import", "f", "--prefix", "a.", "--prune", "--dry-run")
    #expect(dry == "- a.y  2\n+ a.z  4\n")
    #expect(
      try tool.text("import", "f", "--dry-run", "--json") == """
        {"key":"a.z","new":4}
        {"key":"b.x","new":5,"old":3}

        """)
    #expect(
      try tool.text("import", "f", "--prefix", "a.", "--prune", "--reason", "r")
        == "revision 2: r: set a.z, reset a.y\n")
    #expect(try tool.text("list") == "a.x = 1\na.z = 4\nb.x = 3\n")
    #expect(
      try tool.text("log", "--limit", "1").steady.hasPrefix(
        "revision 2  TIME  alice  (import from f)\n    r\n"))
    try tool.verify()
  }

  @Test func `A whole log goes into an empty store with the same digest`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1", "n", #"{"$double":"nan"}"#)
    try tool.text("hide", "a", "--reason", "why")
    try tool.text("set", "t", "hunter", "--secret", "--author", "bob")
    try tool.text("reset", "a")
    try tool.write(try tool.text("export", "--format", "ndjson", "--reveal"), to: "log")
    let digest = try tool.text("digest")
    #expect(try tool.text("--store", "b", "import", "log").contains(digest.dropLast()))
    #expect(try tool.text("--store", "b", "digest") == digest)
    #expect(try tool.text("--store", "b", "log", "--json") == tool.text("log", "--json"))
    #expect(
      try tool.text("--store", "b", "export", "--format", "ndjson", "--reveal").split(
        separator: "\n"
      )
      .dropFirst()
        == tool.text("export", "--format", "ndjson", "--reveal").split(separator: "\n")
        .dropFirst())
    #expect(try tool("--store", "b", "import", "log").exit == 4)
    try tool.text("--store", "b", "set", "a", "2")
    #expect(try tool.text("--store", "b", "verify").hasPrefix("ok: 5 commits"))
    #expect(
      try tool.text("export", "--format", "ndjson", "--reveal", "--at", "2").split(
        separator: "\n"
      ).count == 3)
  }

  @Test func `A log that would not verify is not exported`() throws {
    let tool = try CommandLineTool()
    for value in ["1", "2", "3"] { try tool.text("set", "a", value) }
    try tool.text("redact", "1", "a")
    func export(_ revision: Int) throws -> Run {
      try tool("export", "--format", "ndjson", "--at", "\(revision)", "--json")
    }
    #expect(try export(3).exit == 1)
    #expect(try export(3).errors.contains(#""code":"redacted""#))
    #expect(try export(4).exit == 0)
    try tool.text("compact", "--keep", "3")
    #expect(try export(4).errors.contains(#""code":"compacted""#))
    try tool.write(try export(5).text, to: "log")
    try tool.text("--store", "b", "import", "log")
    #expect(try tool.text("--store", "b", "digest") == tool.text("digest"))
    try tool.verify()
  }

  @Test func `A log whose lines were changed is refused`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    try tool.text("set", "a", "2")
    let log = try tool.text("export", "--format", "ndjson")
    let record = try #require(log.split(separator: "\"record\":\"").last)
    let changes: [(String, String, String)] = [
      ("\"new\":2", "\"new\":3", "line 3: the field events differs"),
      ("\"old\":1", "\"old\":7", "line 3: the field events differs"),
      ("\"revision\":1,", "\"revision\":9,", "line 2: the field revision differs"),
      ("\"alice\"", "\"mallory\"", "line 2: the field author differs"),
      (String(record.prefix(40)), String(record.prefix(38)) + "AA", "line 3: "),
      ("\"record\"", "\"rec\"", "line 2: there is no record"),
      ("\"format\":1", "\"format\":2", "newer program"),
      ("{\"author\"", "{\"author", "line 2, byte "),
    ]
    for (old, new, problem) in changes {
      try tool.write(log.replacing(old, with: new, maxReplacements: 1), to: "log")
      let run = try tool("--store", "b", "import", "log")
      #expect(run.exit == (new.contains("format") ? 3 : 2), "\(run.errors)")
      #expect(run.errors.contains(problem), "\(run.errors)")
      #expect(try tool("--store", "b", "get", "a").exit != 0)
    }
    let swapped = log.split(separator: "\n")
    try tool.write(
      [swapped[0], swapped[2]].joined(separator: "\n"), to: "log")
    #expect(try tool("--store", "b", "import", "log").exit == 2)
  }
}
