import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct FileStoreTests {
  private func expect(
    _ path: String, holds expected: SettingValue, at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try PropertyList.read(Data(contentsOf: URL(filePath: path)), name: path)
    #expect(found == expected, sourceLocation: location)
  }

  @Test func `nothing is written before synchronizing, and all of it then`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      let store = IASKSettingsStoreFile(path: path)
      #expect(store.filePath == path)
      #expect(store.synchronize())
      #expect(!FileManager.default.fileExists(atPath: path))
      store.setObject("text", forKey: "a")
      store.setInteger(2, forKey: "b")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(store.synchronize())
      try expect(path, holds: ["a": "text", "b": 2])
      store.setObject(nil, forKey: "a")
      #expect(store.synchronize())
      try expect(path, holds: ["b": 2])
      #expect(IASKSettingsStoreFile(path: path).integer(forKey: "b") == 2)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == ["settings.plist"])
    }
  }

  @Test func `who reads the file meanwhile sees the old one as a whole`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      let store = IASKSettingsStoreFile(path: path)
      store.setObject("old", forKey: "a")
      #expect(store.synchronize())
      let before = try Data(contentsOf: URL(filePath: path))
      let reader = try FileHandle(forReadingFrom: URL(filePath: path))
      let half = try #require(try reader.read(upToCount: before.count / 2))
      store.setObject(.string(String(repeating: "new", count: 1000)), forKey: "a")
      #expect(store.synchronize())
      let rest = try #require(try reader.readToEnd())
      #expect(half + rest == before)
    }
  }

  @Test func `a killed process leaves the old file or the new one`() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/settings.plist"
    for delay in [0, 1, 3, 10, 30] {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          isWritten.wait()
          Thread.sleep(forTimeInterval: Double(delay) / 1000)
          kill(getpid(), SIGKILL)
        }
        let store = IASKSettingsStoreFile(path: path)
        for number in (store.integer(forKey: "first") + 1)... {
          store.setInteger(number, forKey: "first")
          store.setObject(.string(String(repeating: "x", count: 10_000)), forKey: "middle")
          store.setInteger(number, forKey: "second")
          store.synchronize()
          isWritten.signal()
        }
      }
      let store = IASKSettingsStoreFile(path: path)
      #expect(store.lastFailure == nil)
      #expect(store.object(forKey: "first") == store.object(forKey: "second"))
    }
    #expect(IASKSettingsStoreFile(path: path).integer(forKey: "first") >= 5)
  }

  @Test func `others' changes to the file are kept`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      let (one, other) = (IASKSettingsStoreFile(path: path), IASKSettingsStoreFile(path: path))
      one.setObject(1, forKey: "one")
      one.setObject(1, forKey: "both")
      other.setObject(2, forKey: "other")
      other.setObject(2, forKey: "both")
      #expect(one.synchronize())
      #expect(other.synchronize())
      try expect(path, holds: ["one": 1, "other": 2, "both": 2])
      #expect(other.object(forKey: "one") == 1)
    }
  }

  @Test(arguments: [
    "<plist><dict><key>a</key>", "not a ( property list", "<plist><array/></plist>",
  ]) func `a file that cannot be read is never overwritten`(text: String) throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      try Data(text.utf8).write(to: URL(filePath: path))
      let store = IASKSettingsStoreFile(path: path)
      let failure = try #require(store.lastFailure)
      #expect(failure.reason == .unreadableFile)
      #expect(failure.message.contains(path))
      #expect(store.object(forKey: "a") == nil)
      store.setObject("x", forKey: "a")
      #expect(!store.synchronize())
      #expect(!store.synchronize())
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))

      // Once it is readable again the change goes on top.
      try PropertyList.write(["b": 1]).write(to: URL(filePath: path))
      #expect(store.synchronize())
      try expect(path, holds: ["a": "x", "b": 1])
    }
  }

  @Test func `T9: a directory that is missing fails, and the change is kept for the next attempt`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/later/settings.plist"
      let store = IASKSettingsStoreFile(path: path)
      store.setObject("x", forKey: "a")
      #expect(!store.synchronize())
      #expect(store.lastFailure?.reason == .writeFailed)
      #expect(store.lastFailure?.message.contains(path) == true)
      try FileManager.default.createDirectory(
        atPath: folder + "/later", withIntermediateDirectories: true)
      #expect(store.synchronize())
      try expect(path, holds: ["a": "x"])
    }
  }

  @Test func `T9: in a directory that cannot be written the file stays, and the change is kept`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      try PropertyList.write(["a": "old"]).write(to: URL(filePath: path))
      let store = IASKSettingsStoreFile(path: path)
      store.setObject("new", forKey: "a")
      let isSealed = try withSealed(folder) {
        #expect(!store.synchronize())
        #expect(store.lastFailure?.reason == .writeFailed)
        #expect(store.object(forKey: "a") == "new")
        try expect(path, holds: ["a": "old"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.plist"])
      }
      guard isSealed else { return }
      #expect(store.synchronize())
      try expect(path, holds: ["a": "new"])
    }
  }

  /// Runs a test while nothing in a directory can be written; false when that cannot be had here.
  ///
  /// Permissions do not hold root back, a file system that is mounted read-only does.
  private func withSealed(_ folder: String, _ body: () throws -> Void) throws -> Bool {
    if getuid() != 0 {
      try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
      defer {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
      }
      try body()
      return true
    }
    let mount = try Process.run(
      URL(filePath: "/bin/sh"),
      arguments: ["-c", "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"", folder])
    mount.waitUntilExit()
    defer {
      let unmount = try? Process.run(
        URL(filePath: "/bin/sh"), arguments: ["-c", "umount -l \"$0\" 2>&-", folder])
      unmount?.waitUntilExit()
    }
    guard mount.terminationStatus == 0 else { return false }
    try body()
    return true
  }

  @Test func `a failure says what the system says of it`() throws {
    try withFolder { folder in
      #expect(
        IASKSettingsStoreFile(path: folder).lastFailure?.message.hasSuffix("Is a directory.")
          == true)
      let loop = folder + "/loop"
      try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
      let store = IASKSettingsStoreFile(path: loop)
      store.setObject(1, forKey: "a")
      #expect(!store.synchronize())
      #expect(store.lastFailure?.message.contains("symbolic links. The changes are kept") == true)
    }
  }

  @Test func `a text that no property list can hold is refused alone`() throws {
    try withFolder { folder in
      let store = IASKSettingsStoreFile(path: folder + "/settings.plist")
      store.setObject("good", forKey: "a")
      store.setObject("b\u{0}d", forKey: "a")
      store.setObject(1, forKey: "k\u{1}")
      #expect(store.lastFailure?.reason == .unsupportedValue)
      #expect(store.object(forKey: "a") == "good")
      #expect(!store.synchronize())
      try expect(folder + "/settings.plist", holds: ["a": "good"])
    }
  }

  @Test func `a link stays a link, and permissions stay`() throws {
    try withFolder { folder in
      let (path, target) = (folder + "/link.plist", folder + "/target.plist")
      try PropertyList.write(["a": 1]).write(to: URL(filePath: target))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      let store = IASKSettingsStoreFile(path: path)
      store.setObject(2, forKey: "a")
      #expect(store.synchronize())
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
      try expect(target, holds: ["a": 2])
      let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test func `a link to a file that is not there yet stays a link`() throws {
    try withFolder { folder in
      let path = folder + "/link.plist"
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "target.plist")
      let store = IASKSettingsStoreFile(path: path)
      store.setObject(1, forKey: "a")
      #expect(store.synchronize())
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "target.plist")
      try expect(folder + "/target.plist", holds: ["a": 1])
    }
  }

  @Test func `an empty file holds nothing, and is written`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      try Data().write(to: URL(filePath: path))
      let store = IASKSettingsStoreFile(path: path)
      #expect(store.lastFailure == nil)
      store.setObject(1, forKey: "a")
      #expect(store.synchronize())
      try expect(path, holds: ["a": 1])
    }
  }

  @Test func `a list in a file that cannot be read is not replaced by what is added to it`() throws
  {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      let add = try #require(try SampleEntries.list().addSpecifier)
      let whole = try PropertyList.write(["list": ["one", "two"], "a": 1])
      try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
      let store = IASKSettingsStoreFile(path: path)
      store.add("three", for: add)
      #expect(store.lastFailure?.reason == .unreadableFile)
      #expect(!store.synchronize())
      try whole.write(to: URL(filePath: path))
      store.add("four", for: add)
      #expect(store.integer(forKey: "a") == 1)
      #expect(store.synchronize())
      try expect(path, holds: ["list": ["one", "two", "four"], "a": 1])
    }
  }

  @Test func `a value as deep as can be written can be read again`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      let store = IASKSettingsStoreFile(path: path)
      var deep: SettingValue = 1
      while store.lastFailure == nil {
        store.setObject(deep, forKey: "deep")
        deep = [deep]
      }
      #expect(store.lastFailure?.reason == .unsupportedValue)
      store.synchronize()
      let again = IASKSettingsStoreFile(path: path)
      #expect(again.lastFailure == nil)
      #expect(again.object(forKey: "deep") == store.object(forKey: "deep"))
      again.setObject(1, forKey: "b")
      #expect(again.synchronize())
    }
  }
}
