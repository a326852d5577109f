import Foundation
import Testing

/// What the verbs print for people.
@Suite struct TextTests {
  @Test func `Each verb prints what its help promises`() throws {
    let tool = try CommandLineTool()
    #expect(try tool.text("init") == "created s\n")
    #expect(try tool.text("init") == "s is a store already\n")
    #expect(try tool.text("set", "a", "1", "b", "two") == "revision 1: set a, set b\n")
    #expect(try tool.text("--reason", "why", "set", "a", "2") == "revision 2: why: set a\n")
    #expect(try tool.text("set", "a", "2") == "unchanged at revision 2\n")
    #expect(try tool.text("get", "a") == "2\n")
    #expect(try tool.text("get", "b") == "two\n")
    #expect(try tool.text("get", "c", "--default", "-5") == "-5\n")
    #expect(try tool.text("hide", "a", "z") == "revision 3: hide a, hide z\n")
    #expect(try tool.text("unhide", "z") == "revision 4: unhide z\n")
    #expect(try tool.text("reset", "b", "--author", "bob") == "revision 5: reset b\n")
    #expect(try tool.text("list") == "a = 2  (hidden)\n")
    #expect(try tool.text("list", "--at", "1") == "a = 1\nb = \"two\"\n")
    #expect(try tool.text("list", "--hidden") == "a = 2  (hidden)\n")
    #expect(
      try tool.text("history", "a").steady == """
        1  TIME  alice  1
        2  TIME  alice  1 → 2  why
        3  TIME  alice  hidden

        """)
    #expect(try tool.text("blame").steady == "a  2  3  TIME  alice\n")
    #expect(try tool.text("diff", "1") == "~ a  1 → 2\n~ a  hidden\n- b  \"two\"\n")
    #expect(try tool.text("diff", "0", "1") == "+ a  1\n+ b  \"two\"\n")
    #expect(
      try tool.text("show", "2").steady == """
        revision 2  TIME  alice
            why
          set  a  1 → 2

        """)
    #expect(try tool.text("digest").steady == "5:DIGEST\n")
    #expect(try tool.text("verify").steady == "ok: 5 commits, digest 5:DIGEST\n")
    #expect(try tool.text("rebuild") == "rebuilt at revision 5\n")
    #expect(try tool.text("backup", "copy") == "revision 5 copied to copy\n")
    #expect(try tool.text("--store", "copy", "digest") == tool.text("digest"))
    #expect(try tool.text("stats").contains("commits:  5\n"))
    #expect(try tool.text("doctor").contains("\nnothing to worry about"))
    try tool.verify()
  }

  @Test func `The log can be limited, turned around and filtered`() throws {
    let tool = try CommandLineTool()
    try tool.text("set", "a", "1")
    try tool.text("set", "b", "1", "--author", "bob", "--reason", "new")
    try tool.text("set", "a", "2")
    func log(_ options: String...) throws -> [String] {
      let run = try tool.run(["log", "--oneline"] + options)
      #expect(run.exit == 0, "\(run.errors)")
      return run.lines.map(\.steady)
    }
    let all = ["3  TIME  alice  set a", "2  TIME  bob  new: set b", "1  TIME  alice  set a"]
    #expect(try log() == all)
    #expect(try log("--oldest-first") == all.reversed())
    #expect(try log("--limit", "1") == [all[0]])
    #expect(try log("--limit", "1", "--oldest-first") == [all[2]])
    #expect(try log("--limit", "0") == [])
    #expect(try log("--key", "a") == [all[0], all[2]])
    #expect(try log("--author", "bob") == [all[1]])
    #expect(try log("--since", "1") == [all[0], all[1]])
    #expect(try log("--since", "HEAD") == [])
    #expect(try log("--since", "HEAD~1") == [all[0]])
    #expect(
      try tool.text("log", "--limit", "2").steady == """
        revision 3  TIME  alice
          set  a  1 → 2

        revision 2  TIME  bob
            new
          set  b  1

        """)
  }

  @Test func `Every verb explains itself with an example`() throws {
    let tool = try CommandLineTool()
    let overview = try tool.text("--help")
    let verbs = overview.matches(of: /\n  ([a-z]+) +[A-Z]/).map { String($0.1) }
    #expect(verbs.count > 30)
    for verb in verbs {
      let help = try tool.text(verb, "--help")
      #expect(help.hasPrefix("Usage: settingsctl \(verb)"))
      #expect(help.contains("Example:\n  "))
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(verb)")
    }
    #expect(try tool.text("--version").hasPrefix("settingsctl "))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "s").path))
  }

  @Test func `Help and the version are also found where they are looked for first`() throws {
    let tool = try CommandLineTool()
    #expect(try tool.text("help") == tool.text("--help"))
    #expect(try tool.text("help", "set") == tool.text("set", "--help"))
    #expect(try tool.text("help", "edit").contains("\n  Settings\n\n  Appearance\n"))
    #expect(try tool.text("version") == tool.text("--version"))
    try tool.text("set", "help", "version")
    #expect(try tool.text("get", "help") == "version\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/cmdline")))
  func `An argument that is no text is refused, and not changed silently`() throws {
    let tool = try CommandLineTool()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", #""$0" --store s set k "$(printf 'a\377')" 2>errors"#, tool.executable.path,
    ]
    process.currentDirectoryURL = tool.folder
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(String(decoding: try tool.contents(of: "errors"), as: UTF8.self).contains("UTF-8"))
    // The sign itself is a text as any other.
    try tool.text("set", "k", "\u{FFFD}")
    #expect(try tool.text("digest").hasPrefix("1:"))
  }

  @Test func `Nothing turns a line around, or comes out of a bundle to drive the terminal`() throws
  {
    let tool = try CommandLineTool()
    let evil = "x\u{1B}[31m\u{9B}2J\u{202E}\u{2066}\u{2028}"
    try tool.text("set", "a\(evil)", "v\(evil)", "--author", "b\(evil)", "--reason", "r\(evil)")
    let bundle = "B\(evil).bundle"
    try FileManager.default.createDirectory(
      at: tool.folder.appending(path: bundle), withIntermediateDirectories: true)
    try tool.write(
      """
      { Title = "T\(evil)"; PreferenceSpecifiers = (
        { Type = PSToggleSwitchSpecifier; Key = "k\(evil)"; Title = "L\(evil)"; DefaultValue = 1; },
        { Type = "P\(evil)"; Key = "q\(evil)"; } ); }
      """, to: "\(bundle)/Root.plist")
    for arguments in [
      ["list"], ["log"], ["log", "--oneline"], ["history", "a\(evil)"], ["blame"], ["diff", "0"],
      ["show", "1"], ["undo", "--dry-run", "--all-authors"], ["get", "z\(evil)"], ["export"],
      ["lint", bundle], ["schema", bundle], ["defaults", bundle], ["edit", bundle],
    ] {
      for form in [[], ["--json"]] {
        let run = try tool.run(arguments + form)
        #expect(!run.text.isEmpty || !run.errors.isEmpty)
        let driving = (run.text + run.errors).unicodeScalars.filter {
          "\u{1B}\u{9B}\u{202E}\u{2066}\u{2028}".unicodeScalars.contains($0)
        }
        #expect(driving.isEmpty, "\(arguments + form)")
      }
    }
    // In JSON it is the same text for a program.
    #expect(try tool.text("list", "--json").contains(#"\u001b[31m\u009b2J\u202e\u2066\u2028"#))
  }

  @Test func `Nothing is colored when the output is no terminal, and control characters are shown`()
    throws
  {
    let tool = try CommandLineTool()
    try tool.text("set", "a\u{1B}[31m", "x\u{1B}[0my", "--reason", "r\u{7}")
    for verb in [["list"], ["log"], ["blame"], ["diff", "0"], ["log", "--oneline"]] {
      let run = try tool.run(verb, environment: ["TERM": "xterm-256color"])
      #expect(!run.text.contains("\u{1B}"), "\(verb)")
      #expect(!run.text.contains("\u{7}"), "\(verb)")
    }
  }
}
