import Foundation
import Testing

/// Stores that may be read and not be written.
@Suite(.enabled(if: CommandLineTool.canForbidWriting, "root has to mount a file system for it"))
struct ReadOnlyTests {
  @Test func `what only tells what would change needs no right to write`() throws {
    let tool = try CommandLineTool.withBundle()
    let store = try tool.makeReadOnly {
      try tool.text("--store", $0, "set", "size", "13", "token", "old")
      try tool.text("--store", $0, "set", "size", "14", "token", "new", "--reason", "Too small")
      try tool.text("--store", $0, "set", "size", "15")
      try tool.text("--store", $0, "undo")
    }
    defer { tool.endReadOnly() }
    let changes = """
        set  size   14 → 13
        set  token  "new" → "old"
      """.replacing("size   ", with: "size  ")
    for (arguments, expected) in [
      (["undo"], "would undo revision 2 of alice (Too small)\n\(changes)\n"),
      (["redo"], "would redo revision 3 of alice\n  set  size  14 → 15\n"),
      (["revert", "2"], "would revert revision 2 of alice (Too small)\n\(changes)\n"),
      (["rollback", "1"], "would roll back to revision 1 of alice\n\(changes)\n"),
      (["redact", "1", "token"], "would erase token from revision 1\n"),
      (["compact", "--keep", "1"], "would drop 0 commits; the oldest kept would be revision 1\n"),
    ] as [([String], String)] {
      let run = try tool.run(["--store", store] + arguments + ["--dry-run"])
      #expect(run.exit == 0 && run.errors == "", "\(arguments): \(run.errors)")
      #expect(run.text == expected, "\(arguments)")
      let real = try tool.run(["--store", store] + arguments + ["--json"])
      #expect(real.exit == 3, "\(arguments)")
      #expect(real.errors.contains(#""code":"permissionDenied""#), "\(arguments): \(real.errors)")
    }
    #expect(try tool("--store", store, "undo", "--dry-run", "--author", "bob").exit == 1)
    #expect(try tool.text("--store", store, "pending") == "nothing waits to be confirmed\n")
    #expect(try tool.text("--store", store, "digest").hasPrefix("4:"))
  }

  @Test func `pages are shown, and say that nothing can be changed`() throws {
    let tool = try CommandLineTool.withBundle()
    let store = try tool.makeReadOnly { try tool.text("--store", $0, "set", "dark", "true") }
    defer { tool.endReadOnly() }
    let looked = try tool("--store", store, "edit", "Settings.bundle", input: "h 1\n")
    #expect(looked.exit == 0, "\(looked.errors)")
    #expect(looked.text.contains("  1  [x] Dark mode (locked)\n"))
    #expect(looked.text.contains("can only be read: nothing can be changed here.\n"))
    #expect(looked.text.steady.contains("TIME  alice") || looked.text.contains("alice: on"))
    for command in ["1", "2 20", "3 Green", "u", "r", "x 1", "d 6"] {
      let run = try tool("--store", store, "edit", "Settings.bundle", input: command + "\n")
      let told = run.text.components(separatedBy: "nothing can be changed here").count - 1
      #expect(run.exit == 1 && told == 2, "\(command): \(run.text)")
    }
    #expect(try tool.text("--store", store, "digest").hasPrefix("1:"))
  }
}

extension CommandLineTool {
  private static let isRoot = geteuid() == 0

  /// Whether a store can be made that this user may not write: for root that takes a file system.
  static let canForbidWriting = !isRoot || system("mount -V && umount -V")

  /// Makes a store, and takes the right to write it away; gives its path.
  func makeReadOnly(_ fill: (String) throws -> Void) throws -> String {
    let disk = folder.appending(path: "disk").path
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    if Self.isRoot { try #require(Self.system("mount -t tmpfs tmpfs '\(disk)'")) }
    try fill("disk/s")
    try #require(
      Self.system(
        Self.isRoot ? "mount -o remount,ro '\(disk)'" : "chmod 444 '\(disk)/s/data.mdb'"))
    return "disk/s"
  }

  func endReadOnly() {
    if Self.isRoot { _ = Self.system("umount -l '\(folder.path)/disk'") }
  }

  private static func system(_ command: String) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "exec >/dev/null 2>&1; \(command)"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
