import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Synchronization
import Testing

/// The file store beside others: who writes the same file, and who must not read it.
@Suite struct SharedFileTests {
  @Test func `several that write at the same time lose nothing of each other`() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/settings.plist"
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          let store = IASKSettingsStoreFile(path: path)
          for index in 0..<10 {
            store.setInteger(index, forKey: "\(task)-\(index)")
            #expect(store.synchronize())
          }
        }
      }
    }
    guard
      case .dictionary(let entries) = try PropertyList.read(
        Data(contentsOf: URL(filePath: path)), name: path)
    else {
      Issue.record("there is no dictionary")
      return
    }
    #expect(entries.count == 40)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.plist"])
  }

  @Test func `a private file is never readable by others, not even its draft`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      try PropertyList.write([:]).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let watcher = Watcher(folder)
      let store = IASKSettingsStoreFile(path: path)
      store.setObject(.data(Data(count: 500_000)), forKey: "padding")
      for number in 0..<6 {
        store.setInteger(number, forKey: "number")
        #expect(store.synchronize())
      }
      #expect(watcher.stop() == [])
      #expect(mode(of: path) == 0o600)
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root may give files away"))
  func `the owner and the group stay`() throws {
    try withFolder { folder in
      let path = folder + "/settings.plist"
      try PropertyList.write([:]).write(to: URL(filePath: path))
      try FileManager.default.setAttributes(
        [.ownerAccountID: 1234, .groupOwnerAccountID: 1235], ofItemAtPath: path)
      let store = IASKSettingsStoreFile(path: path)
      store.setObject(1, forKey: "a")
      #expect(store.synchronize())
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 1234)
      #expect((attributes[.groupOwnerAccountID] as? NSNumber)?.intValue == 1235)
    }
  }

  @Test func `what is no file is not replaced`() throws {
    try withFolder { folder in
      let path = folder + "/null.plist"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      let store = IASKSettingsStoreFile(path: path)
      store.setObject(1, forKey: "a")
      #expect(!store.synchronize())
      #expect(store.lastFailure?.reason == .unreadableFile)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "/dev/null")
    }
  }
}

/// Looks, on a thread of its own, for files that others may read.
private final class Watcher: Sendable {
  private let readable = Mutex<Set<String>>([])
  private let isStopped = Atomic(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ folder: String) {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .acquiring) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where (mode(of: folder + "/" + name) ?? 0) & 0o077 != 0 {
          readable.withLock { _ = $0.insert(name) }
        }
      }
      end.signal()
    }
  }

  /// Ends looking, and gives the names of what was found.
  func stop() -> Set<String> {
    isStopped.store(true, ordering: .releasing)
    end.wait()
    return readable.withLock { $0 }
  }
}

/// The permissions of a file; nil when it is gone.
private func mode(of path: String) -> Int? {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}
