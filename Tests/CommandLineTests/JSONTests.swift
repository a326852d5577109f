import Foundation
import Testing

/// What the verbs print for programs.
@Suite struct JSONTests {
  @Test func `Each verb prints its documented shape`() throws {
    let tool = try CommandLineTool()
    func json(_ arguments: String...) throws -> String {
      let run = try tool.run(["--json"] + arguments)
      #expect(run.exit == 0, "\(run.errors)")
      return run.text.steady
    }
    #expect(try json("init") == #"{"created":true,"origin":"ORIGIN"}"# + "\n")
    #expect(
      try json("set", "a", "1", "b", "1.0") == #"""
        {"author":"alice","cause":{"kind":"edit"},"digest":"DIGEST","events":[{"key":"a","kind":"set",\#
        "new":1},{"key":"b","kind":"set","new":1.0}],"origin":"ORIGIN","revision":1,"time":"TIME"}

        """#)
    #expect(try json("set", "a", "1") == #"{"revision":1,"unchanged":true}"# + "\n")
    #expect(
      try json("--reason", "why", "set", "a", "2") == #"""
        {"author":"alice","cause":{"kind":"edit"},"digest":"DIGEST","events":[{"key":"a","kind":"set",\#
        "new":2,"old":1}],"origin":"ORIGIN","reason":"why","revision":2,"time":"TIME"}

        """#)
    #expect(try json("hide", "a").contains(#""events":[{"key":"a","kind":"hide"}]"#))
    #expect(try json("unhide", "a").contains(#""kind":"unhide""#))
    #expect(try json("reset", "b").contains(#"{"key":"b","kind":"reset","old":1.0}"#))
    #expect(try json("get", "a") == #"{"key":"a","revision":2,"value":2}"# + "\n")
    #expect(try json("get", "x", "--default", "1.0") == #"{"key":"x","value":1.0}"# + "\n")
    #expect(try json("list") == #"{"hidden":false,"key":"a","revision":2,"value":2}"# + "\n")
    #expect(
      try json("log", "--limit", "1", "--since", "1", "--oldest-first") == #"""
        {"author":"alice","cause":{"kind":"edit"},"digest":"DIGEST","events":[{"key":"a","kind":"set",\#
        "new":2,"old":1}],"origin":"ORIGIN","reason":"why","revision":2,"time":"TIME"}

        """#)
    #expect(try json("show", "2") == json("log", "--limit", "1", "--since", "1", "--oldest-first"))
    #expect(
      try json("history", "b") == #"""
        {"author":"alice","cause":{"kind":"edit"},"key":"b","kind":"set","new":1.0,"revision":1,\#
        "time":"TIME"}
        {"author":"alice","cause":{"kind":"edit"},"key":"b","kind":"reset","old":1.0,"revision":5,\#
        "time":"TIME"}

        """#)
    #expect(
      try json("blame") == #"""
        {"author":"alice","key":"a","revision":4,"time":"TIME","value":2}

        """#)
    #expect(
      try json("diff", "1") == #"""
        {"key":"a","new":2,"old":1}
        {"key":"b","old":1.0}

        """#)
    #expect(try json("diff", "2", "3") == #"{"hidden":{"new":true,"old":false},"key":"a"}"# + "\n")
    #expect(try json("digest") == #"{"digest":"DIGEST","revision":5}"# + "\n")
    #expect(
      try json("verify") == #"""
        {"commits":5,"digest":"DIGEST","ok":true,"redacted":[],"revision":5}

        """#)
    #expect(try json("rebuild") == #"{"revision":5}"# + "\n")
    #expect(try json("backup", "copy") == #"{"digest":"DIGEST","revision":5}"# + "\n")
    let stats = try json("stats").replacing(/("bytes"|"freePages"):\d+/) { "\($0.1):N" }
    #expect(
      stats == #"""
        {"bytes":N,"commits":5,"compactedRevision":0,"digest":"DIGEST","events":6,"formatVersion":1,\#
        "freePages":N,"head":5,"hidden":0,"keys":1,"origin":"ORIGIN"}

        """#)
    #expect(
      try json("doctor").contains(#""clockAnomalies":0,"directoryMode":"0700","fileMode":"0600""#))
  }

  @Test func `Errors are objects with a code on standard error`() throws {
    let tool = try CommandLineTool()
    let run = try tool("--json", "get", "a")
    #expect(run.exit == 3)
    #expect(run.text == "")
    #expect(
      run.errors == #"""
        {"error":{"code":"storeMissing","message":"There is no settings store at s; \#
        `settingsctl init` makes one."}}

        """#)
    #expect(try tool("get", "--json", "--nonsense").errors.contains(#""code":"usage""#))
  }

  /// Values as they are given, and as they come back.
  static let forms: [(String, String)] = [
    ("1", "1"), ("1.0", "1.0"), ("-0.0", "-0.0"), ("-5", "-5"), ("1e300", "1e+300"),
    ("5e-324", "5e-324"), ("0.1", "0.1"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"), ("true", "true"), ("\"true\"", "\"true\""),
    ("plain text", "\"plain text\""), ("", "\"\""), ("\"\\u00e9\\ud83d\\ude00\\n\"", "\"é😀\\n\""),
    ("[1,[],{}]", "[1,[],{}]"), (#"{"b":1,"a":{"c":2.0}}"#, #"{"a":{"c":2.0},"b":1}"#),
    (#"{"$double":"nan"}"#, #"{"$double":"nan"}"#), (#"{"$double":"inf"}"#, #"{"$double":"inf"}"#),
    (#"{"$double":"-inf"}"#, #"{"$double":"-inf"}"#), (#"{"$data":"AP8="}"#, #"{"$data":"AP8="}"#),
    (#"{"$date":"2001-02-03T04:05:06.5+01:00"}"#, #"{"$date":"2001-02-03T03:05:06.500000Z"}"#),
    (#"{"$date":"1900-02-28T23:59:59Z"}"#, #"{"$date":"1900-02-28T23:59:59.000000Z"}"#),
    (#"{"$date":"2000-02-29T00:00:00.000001Z"}"#, #"{"$date":"2000-02-29T00:00:00.000001Z"}"#),
    (#"{"$date":1e18}"#, #"{"$date":1e+18}"#),
    (#"{"$date":0.1234567891}"#, #"{"$date":0.1234567891}"#),
    (#"{"$dict":{"$date":1}}"#, #"{"$dict":{"$date":1}}"#),
    (#"{"$dict":{"a":1}}"#, #"{"a":1}"#), (#"{"$a":1,"b":2}"#, #"{"$a":1,"b":2}"#),
  ]

  @Test func `A value comes back as what it was, in its one form`() throws {
    let tool = try CommandLineTool()
    let names = Self.forms.indices.map { "k\($0)" }
    let operands = zip(names, Self.forms).flatMap { [$0, $1.0] }
    #expect(try tool.run(["set"] + operands).exit == 0)
    let values = try tool.run(["list", "--json"]).lines.reduce(into: [String: String]()) {
      let parts = $1.split(separator: #","value":"#, maxSplits: 1)
      let key = parts[0].split(separator: "\"")[5]
      $0[String(key)] = String(parts[1].dropLast())
    }
    for (name, form) in zip(names, Self.forms) { #expect(values[name] == form.1, "\(form.0)") }
    try tool.verify()
  }
}
