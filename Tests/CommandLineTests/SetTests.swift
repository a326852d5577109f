import Foundation
import Testing

/// How `set` reads its values, and who it says made them.
@Suite struct SetTests {
  @Test func `A value takes the type of the stored value`() throws {
    let tool = try CommandLineTool()
    try tool.text(
      "set", "bool", "true", "int", "1", "double", "1.5", "string", "x", "array", "[1]",
      "date", #"{"$date":"2020-01-01T00:00:00Z"}"#, "data", #"{"$data":"AA=="}"#)
    try tool.text(
      "set", "bool", "false", "int", "-2", "double", "2", "string", "3", "array", "[]",
      "date", "2021-01-01T00:00:00Z", "data", "AQ==")
    #expect(
      try tool.text("export") == #"""
        {
          "array": [],
          "bool": false,
          "data": {"$data":"AQ=="},
          "date": {"$date":"2021-01-01T00:00:00.000000Z"},
          "double": 2.0,
          "int": -2,
          "string": "3"
        }

        """#)
    let misfits = [
      ("bool", "1"), ("int", "1.0"), ("int", "x"), ("int", "9223372036854775808"),
      ("double", "0x1p3"), ("double", "1e999"), ("double", ""), ("array", "{}"), ("date", "today"),
      ("data", "***"),
    ]
    for (key, value) in misfits {
      let run = try tool("set", key, value)
      #expect(run.exit == 1, "\(key) \(value)")
      #expect(run.errors.contains("\(key): the value given is not of the type"))
    }
    #expect(try tool("set", "array", "[").exit == 2)
    for special in ["nan", "inf", "-inf"] {
      try tool.text("set", "double", "--", special)
      #expect(try tool.text("get", "double") == "{\"$double\":\"\(special)\"}\n")
    }
    try tool.verify()
  }

  @Test func `The type can be given`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1", "--type", "string")
    #expect(try tool.text("list") == "a = \"1\"\n")
    try tool.text("set", "--type", "int", "a", "2")
    #expect(try tool.text("list") == "a = 2\n")
    try tool.text("set", "--type=json", "a", "[1.0]")
    #expect(try tool.text("list") == "a = [1.0]\n")
    try tool.text("set", "--type", "double", "a", "3")
    #expect(try tool.text("list") == "a = 3.0\n")
    try tool.text("set", "--type", "date", "a", "0")
    #expect(try tool.text("list") == "a = 2001-01-01T00:00:00.000000Z\n")
    try tool.text("set", "--type", "string", "a", "null")
    #expect(try tool.text("get", "a") == "null\n")
    #expect(try tool("set", "--type", "int", "a", "x").exit == 1)
    #expect(try tool("set", "--type", "itn", "a", "1").errors.contains("Did you mean `int`?"))
  }

  @Test func `Null is refused, and a value may start with a dash or an at sign`() throws {
    let tool = try CommandLineTool()
    let null = try tool("set", "a", "null")
    #expect(null.exit == 2)
    #expect(null.errors.contains("use reset"))
    try tool.text("set", "n", "-5", "--", "d", "--dashes")
    try tool.text("set", "a", "@@user", "m", "-0.5")
    #expect(
      try tool.text("list") == """
        a = "@user"
        d = "--dashes"
        m = -0.5
        n = -5

        """)
    #expect(try tool("set", "a", "-x").exit == 2)
  }

  @Test func `What is JSON and cannot be stored is refused, and other text is text`() throws {
    let tool = try CommandLineTool()
    let refused = [
      "9223372036854775808", "1e400", #"{"a":1,"a":2}"#, "[18446744073709551616]",
      String(repeating: "[", count: 200) + String(repeating: "]", count: 200), "[null]",
      String(repeating: "[", count: 66) + String(repeating: "]", count: 66),
    ]
    for value in refused {
      let run = try tool("set", "a", value)
      #expect(run.exit == 2, "\(value)")
    }
    for text in ["9223372036854775808 bottles", "007", "[1", "1e400x", "{a}", "+1", "nan"] {
      try tool.text("set", "a", text)
      #expect(try tool.text("get", "a") == text + "\n")
      try tool.text("reset", "a")
    }
    try tool.text("set", "a", "9223372036854775808", "--type", "string")
    try tool.verify()
  }

  @Test func `A value comes from a file or from standard input`() throws {
    let tool = try CommandLineTool()
    try tool.write("{\"x\":1}\n", to: "v.json")
    try tool.text("set", "file", "@v.json", "input", "-", input: "two\nlines\n")
    #expect(try tool.text("get", "file") == "{\"x\":1}\n")
    #expect(try tool.text("get", "input") == "two\nlines\n")
    try Data([0, 255, 10]).write(to: tool.folder.appending(path: "bytes"))
    try tool.text("set", "--type", "data", "bytes", "@bytes")
    #expect(try tool.text("get", "bytes") == "{\"$data\":\"AP8K\"}\n")
    let invalid = try tool("set", "new", "@bytes")
    #expect(invalid.exit == 2)
    #expect(invalid.errors.contains("--type data"))
    let missing = try tool("set", "new", "@missing")
    #expect(missing.exit == 2)
    #expect(missing.errors == "settingsctl: missing cannot be read: there is no such file.\n")
    #expect(try tool("set", "new", "@.").errors.contains("it is a directory"))
    #expect(try tool("set", "a", "-", "b", "-").exit == 2)
  }

  @Test func `One call is one commit, all of it or nothing`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "int", "1")
    #expect(try tool("set", "other", "2", "int", "x").exit == 1)
    #expect(try tool("set", "other", "2", "other", "3").exit == 2)
    #expect(try tool("set", "other", "2", "int").exit == 2)
    #expect(try tool.text("list") == "int = 1\n")
    let stale = try tool("set", "int", "3", "--expecting", "0")
    #expect(stale.exit == 4)
    #expect(try tool("set", "int", "3", "--expecting", "x").exit == 2)
    #expect(try tool.text("set", "int", "3", "--expecting", "1") == "revision 2: set int\n")
    try tool.verify()
  }

  @Test func `The author is the first that is told`() throws {
    let tool = try CommandLineTool()
    let known = ["SETTINGS_AUTHOR": "env", "SUDO_USER": "sudo"]
    _ = try tool.run(["set", "a", "1", "--author", "option"], environment: known)
    _ = try tool.run(["set", "a", "2"], environment: known)
    _ = try tool.run(["set", "a", "3"], environment: ["SETTINGS_AUTHOR": "", "SUDO_USER": "sudo"])
    let authors = try tool.text("history", "a").split(separator: "\n").map {
      $0.split(separator: "  ")[2]
    }
    #expect(authors == ["option", "env", "sudo"])
    #expect(try tool("set", "a", "4", "--author", "").exit == 2)
  }
}
