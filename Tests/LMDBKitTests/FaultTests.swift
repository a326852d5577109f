import Foundation
import LMDBKit
import Testing

@Suite("Faults of disks and systems")
struct FaultTests {
  /// What the probe says while `strace` makes one of its system calls fail.
  private func answers(
    _ command: String, failing call: String, _ fault: String
  ) throws -> [String] {
    try withTemporaryDirectory { directory in
      try Environment.open(at: directory, EnvironmentOptions(tables: ["data"])).close()
      let probe = try ProcessRunner(
        command, directory,
        under: [
          "strace", "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):\(fault)",
        ])
      let lines = probe.finish()
      let again = try ProcessRunner("count", directory).finish()
      return lines + again
    }
  }

  private static let tracing = Comment("needs strace, and permission to trace a process")
  private static let mounting = Comment("needs root and permission to mount")

  @Test(
    "A signal during the flush makes the write run again", .enabled(if: Machine.canTrace, tracing))
  func interruptedFlush() throws {
    #expect(
      try answers("put", failing: "fdatasync", "error=EINTR:when=1")
        == ["ok 2", "ok 1", "ok 2"])
  }

  @Test(
    "A flush that is always interrupted fails after a while",
    .enabled(if: Machine.canTrace, tracing))
  func alwaysInterrupted() throws {
    let error = "error \(LMDBError.Code.interrupted.rawValue)"
    #expect(
      try answers("put", failing: "fdatasync", "error=EINTR") == [error, error, "ok 0"])
  }

  @Test(
    "A failed flush fails that commit only", .enabled(if: Machine.canTrace, tracing))
  func failedFlush() throws {
    let error = "error \(LMDBError.Code.inputOutput.rawValue)"
    #expect(
      try answers("put", failing: "fdatasync", "error=EIO:when=1") == [error, "ok 1", "ok 1"])
  }

  @Test(
    "When the meta page cannot be written, the outcome is unknown and the environment must go",
    .enabled(if: Machine.canTrace, tracing))
  func failedMetaPage() throws {
    let unknown = "error \(LMDBError.Code.outcomeUnknown.rawValue)"
    let panic = "error \(LMDBError.Code.panic.rawValue)"
    // The data pages of a commit are written together, by another call.
    let lines = try answers("put", failing: "pwrite64", "error=EIO:when=1")
    #expect(lines == [unknown, panic, "ok 0"] || lines == [unknown, panic, "ok 1"], "\(lines)")
  }

  @Test(
    "On a full disk a write fails, and the store stays usable",
    .enabled(if: Machine.canMount, mounting))
  func fullDisk() throws {
    try withTemporaryDirectory { directory in
      let mounted = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory]
      try #require(ProcessRunner.status(of: mounted) == 0)
      defer { _ = ProcessRunner.status(of: ["umount", directory]) }
      let store = try Environment.open(
        at: directory + "/store", EnvironmentOptions(tables: ["texts", "data"]))
      defer { store.close() }
      try store.change { try $0.put(texts, "key", "value") }
      let before = try store.read { $0.id }
      expect(.diskFull) {
        try store.change { try $0.put(data, "key", [UInt8](repeating: 1, count: 2 << 20)) }
      }
      #expect(try store.read { $0.id } == before)
      #expect(try store.text("key") == "value")
      try store.change { try $0.put(texts, "key", "changed") }
      #expect(try store.text("key") == "changed")
      expect(.diskFull) { try FaultTests.fillAndCopy(store, directory + "/copy") }
      #expect(!FileManager.default.fileExists(atPath: directory + "/copy"))
    }
  }

  private static func fillAndCopy(_ store: Environment, _ directory: String) throws {
    try store.change { try $0.put(data, "key", [UInt8](repeating: 1, count: 600_000)) }
    try store.copy(to: directory)
  }

  @Test(
    "On a read-only file system a store can be read and not be written",
    .enabled(if: Machine.canMount, mounting))
  func readOnlyFileSystem() throws {
    try withStore { store in
      try store.change { try $0.put(data, "key", [1]) }
      store.close()
      let path = store.path
      try #require(ProcessRunner.status(of: ["mount", "--bind", path, path]) == 0)
      defer { _ = ProcessRunner.status(of: ["umount", path]) }
      try #require(ProcessRunner.status(of: ["mount", "-o", "remount,bind,ro", path]) == 0)
      let error = failure(.readOnlyFileSystem) { _ = try Environment.open(at: path) }
      #expect(error?.path == path + "/data.mdb")
      let reader = try Environment.open(
        at: path, EnvironmentOptions(access: .readOnly, tables: ["data"]))
      defer { reader.close() }
      #expect(try reader.read { try $0.get(data, "key") } == [1])
      #expect(try reader.statistics().entries == ["data": 1])
    }
  }

  @Test("With little address space a smaller map is taken")
  func littleAddressSpace() throws {
    try withTemporaryDirectory { directory in
      let limited = ["sh", "-c", "ulimit -v 4000000; exec \"$@\"", "sh"]
      let probe = try ProcessRunner("fill", directory + "/store", "1024", under: limited)
      #expect(probe.finish() == ["ok"])
      let again = try ProcessRunner("count", directory + "/store")
      #expect(again.finish() == ["ok 16"])
    }
  }

  @Test(
    "Another user's error names the file and the permission that is missing",
    .enabled(if: Machine.canChangeUser, "needs root and setpriv"))
  func otherUser() throws {
    try withStore { store in
      try store.change { try $0.put(data, "key", [1]) }
      store.close()
      let manager = FileManager.default
      func answer(_ command: String) throws -> String {
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        return try ProcessRunner(command, store.path, under: user).finish().joined()
      }
      let denied = "error \(LMDBError.Code.permissionDenied.rawValue) "
      let closed = try answer("peek")
      #expect(closed.hasPrefix(denied) && closed.contains("\(store.path): "), "\(closed)")

      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: store.path)
      let unreadable = try answer("peek")
      #expect(unreadable.hasPrefix(denied) && unreadable.contains("data.mdb"), "\(unreadable)")

      try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path + "/data.mdb")
      let unlocked = try answer("peek")
      #expect(unlocked.hasPrefix(denied) && unlocked.contains("lock.mdb"), "\(unlocked)")

      try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: store.path + "/lock.mdb")
      #expect(try answer("peek") == "ok 1")
      let unwritable = try answer("put")
      #expect(unwritable.hasPrefix(denied) && unwritable.contains("permission to write"))
    }
  }

  @Test(
    "Two processes of one number in two PID namespaces are told apart",
    .enabled(if: Machine.canUnshare, "needs root and permission to make PID namespaces"))
  func pidNamespaces() throws {
    try withStore { store in
      store.close()
      let space = ["unshare", "-pf", "--mount-proc", "--kill-child"]
      let first = try ProcessRunner("hold-read", store.path, under: space)
      try first.waitUntilReady()
      let second = try ProcessRunner("count", store.path, under: space).finish().joined()
      #expect(second.hasPrefix("error \(LMDBError.Code.pidNamespace.rawValue) "), "\(second)")
      #expect(first.finish() == ["ok 0 0", "ok 0"])
    }
  }
}
