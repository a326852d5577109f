import Foundation
import Testing

/// The value of a secret is printed nowhere unless it is asked for.
@Suite struct SecretTests {
  @Test func `Who changed a secret is told, and neither value`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "token", "hunter-one")
    try tool.text("set", "token", "hunter-two", "--secret")
    let written = try tool.run(["--json", "--author", "bob", "set", "token", "hunter-three"])
    #expect(
      written.text.contains(
        #"{"key":"token","kind":"set","new":{"$secret":true},"old":{"$secret":true}}"#))
    let printing = [
      ["list"], ["list", "--at", "1"], ["log"], ["log", "--oneline"], ["log", "--key", "token"],
      ["show", "1"], ["show", "3"], ["history", "token"], ["blame"], ["diff", "1"],
      ["diff", "0", "1"], ["export"], ["export", "--format", "plist"],
      ["export", "--format", "ndjson"], ["verify"], ["stats"], ["doctor"], ["digest"],
      ["set", "token", "hunter-four", "--type", "int"],
      ["set", "token", "hunter-four", "--type", "json"],
      ["set", "token", "-hunter-four"], ["set", "token", "1", "hunter-four"],
      ["set", "token", "hunter-four", "--expecting", "1"],
    ]
    for arguments in printing {
      for form in [[], ["--json"]] {
        let run = try tool.run(form + arguments)
        #expect(!run.text.contains("hunter"), "\(arguments)")
        #expect(!run.errors.contains("hunter"), "\(arguments)")
      }
    }
    #expect(
      try tool.text("history", "token").steady == """
        1  TIME  alice  (secret)
        2  TIME  alice  marked secret
        2  TIME  alice  (secret) → (secret)
        3  TIME  bob  (secret) → (secret)

        """)
    #expect(try tool("export", "--format", "ndjson").exit == 1)
    #expect(try tool.text("get", "token") == "hunter-three\n")
    #expect(try tool.text("list", "--reveal") == "token = \"hunter-three\"\n")
    try tool.verify()
  }

  @Test func `A mark can be taken away`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1", "b", "2")
    #expect(try tool.text("secret", "a", "b") == "revision 2: markSecret a, markSecret b\n")
    #expect(try tool.text("list") == "a = (secret)\nb = (secret)\n")
    #expect(try tool.text("secret", "--off", "a") == "revision 3: unmarkSecret a\n")
    #expect(try tool.text("list") == "a = 1\nb = (secret)\n")
  }

  @Test func `A secret without value is asked for at a terminal only`() throws {
    let tool = try CommandLineTool()
    let run = try tool("set", "token", "--secret", input: "hunter\n")
    #expect(run.exit == 2)
    #expect(run.errors.contains("KEY -"))
    try tool.text("set", "token", "-", "--secret", input: "hunter\n")
    #expect(try tool.text("get", "token") == "hunter\n")
  }

  @Test func `What an export masks, an import leaves alone`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1", "token", "hunter")
    try tool.text("secret", "token")
    try tool.write(try tool.text("export"), to: "x.json")
    #expect(try tool.text("import", "x.json", "--prune") == "unchanged at revision 2\n")
    try tool.write("{}", to: "empty.json")
    #expect(try tool.text("import", "empty.json", "--prune") == "revision 3: reset a\n")
    #expect(try tool.text("get", "token") == "hunter\n")
    try tool.write(#"{"set":"token","value":{"$secret":true}}"#, to: "changes")
    #expect(try tool("apply", "changes").exit == 2)
  }
}
