import Foundation
import SettingsLedger
import TestProcesses
import Testing

@Suite struct ProcessTests {
  @Test func `two processes lose nothing of what both write`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let processes = try ["one", "two"].map { try Child("count", path, $0) }
      for process in processes { #expect(process.wait() == 0) }
      let store = try SettingsStore(path: path, author: "test")
      #expect(store["counter"] == 600)
      #expect(store.names(prefix: "one.").count == 300)
      #expect(store.names(prefix: "two.").count == 300)
      #expect(store.revision == 1200)
      #expect(try store.log(limit: 2000).map(\.revision.rawValue) == Array((1...1200).reversed()))
      try store.verify()
    }
  }

  @Test func `a store follows what another process writes`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("one.0", to: "mine")
      let child = try Child("count", path, "one")
      #expect(child.wait() == 0)
      #expect(store["one.299"] == 299)
      #expect(store["counter"] == 300)
      #expect(try store.history(of: "one.0").map(\.commit.author) == ["test", "one"])
    }
  }

  @Test func `a killed writer leaves whole commits, and all that it reported`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      var generator = SplitMix(seed: 11)
      for _ in 0..<25 {
        let child = try Child("loop", path)
        _ = child.nextLine()
        Thread.sleep(forTimeInterval: Double(generator.next() % 60) / 1000)
        child.kill()
        let reported = child.remainingLines().last.flatMap(Int64.init) ?? 0
        let store = try SettingsStore(path: path, author: "test")
        guard case .integer(let a)? = store["a"] else {
          Issue.record("nothing was stored")
          return
        }
        #expect(store["b"] == .integer(a))
        #expect(a >= reported)
        try store.verify()
        try store.set("after", to: .integer(a))
        store.close()
      }
    }
  }

  @Test func `writes are there after a process ends without closing`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      #expect(try Child("quick", path).wait() == 0)
      let store = try SettingsStore(path: path, author: "test")
      #expect(store["k"] == "three" && store.revision == 3)
    }
  }

  @Test func `what a program prints that was started without an output is in no file of the store`()
    throws
  {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("k", to: 1)
      func lockFile() throws -> Data { try Data(contentsOf: URL(filePath: path + "/lock.mdb")) }
      let length = try lockFile().count
      let probe = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "SettingsLedgerProbe").path
      let script = #""$0" open "$1" <&- >&- 2>&-"#
      #expect(run("/bin/sh", "-c", script, probe, path) != 127)
      #expect(try lockFile().count == length)
      try store.set("k", to: 2)
      try store.verify()
    }
  }

  @Test func `readers that were killed do not keep others out`() throws {
    try withDirectory { directory in
      let path = directory + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("k", to: 1)
      for _ in 0..<13 {
        let children = try (0..<10).map { _ in try Child("read", path, "k") }
        for child in children { _ = child.nextLine() }
        for child in children { child.kill() }
      }
      try store.set("k", to: 2)
      #expect(try Child("open", path).wait() == 0)
      #expect(store["k"] == 2)
    }
  }

  @Test(.enabled(if: canMount, "needs root, to mount a small file system"))
  func `a full disk is a typed error that loses nothing`() throws {
    try withDirectory { directory in
      let mount = directory + "/small"
      try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
      #expect(run("/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", mount) == 0)
      defer { _ = run("/bin/umount", "-l", mount) }
      try Data(count: 200_000).write(to: URL(filePath: mount + "/ballast"))
      let child = try Child("fill", mount + "/s")
      let lines = child.remainingLines()
      #expect(child.wait() == 0)
      let parts = lines.first?.split(separator: " ") ?? []
      #expect(parts.count == 3)
      #expect(parts.dropFirst().first == "diskFull")
      // The failed commit left no trace, and the next takes the next revision.
      #expect(parts.first == parts.last)
      #expect(lines.last.flatMap { Int($0) } == parts.last.flatMap { Int($0) }.map { $0 + 1 })
    }
  }

  @Test(.enabled(if: canMount, "needs root, to mount read-only and to become another user"))
  func `a store that may not be written opens for reading, or says which file`() throws {
    try withDirectory { directory in
      let mount = directory + "/disk"
      try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
      #expect(run("/bin/mount", "-t", "tmpfs", "tmpfs", mount) == 0)
      defer { _ = run("/bin/umount", "-l", mount) }
      let path = mount + "/s"
      let store = try SettingsStore(path: path, author: "test")
      try store.set("k", to: 1)
      store.close()
      #expect(run("/bin/mount", "-o", "remount,ro", mount) == 0)
      let error = settingsError { _ = try SettingsStore(path: path, author: "test") }
      #expect(error?.code == .permissionDenied)
      #expect(error?.description.contains("mdb") == true)
      let reader = try SettingsStore(
        path: path, author: "test", configuration: StoreConfiguration(access: .readOnly))
      #expect(reader["k"] == 1)
      reader.close()
    }
  }
}

/// Whether file systems can be mounted here.
private let canMount = getuid() == 0 && run("/bin/sh", "-c", "command -v mount") == 0

private func run(_ program: String, _ arguments: String...) -> Int32 {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  do { try process.start() } catch { return -1 }
  process.waitUntilExit()
  return process.terminationStatus
}
