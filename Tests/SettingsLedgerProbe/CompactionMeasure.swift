import Dispatch
import Foundation
import SettingsLedger

/// Fills a store, compacts it, and tells how long that took and how large the file was.
enum CompactionMeasure {
  static func run(_ path: String, commits: Int, kept: UInt64) throws {
    let store = try SettingsStore(
      path: path, author: "measure", configuration: StoreConfiguration(durability: .relaxed))
    try time("fill") { try fill(store, commits) }
    try tell(store)
    let floor = Revision(rawValue: store.revision.rawValue - kept + 1)
    try time("preview") { _ = try store.compactionPreview(keeping: .revision(floor)) }
    let (writer, longest) = try measuringWrites(to: path) {
      try time("compact") { try store.compact(keeping: .revision(floor)) }
    }
    print("\(writer) writes meanwhile, the slowest took \(longest)")
    try tell(store)
    try time("shrink") { try store.shrink() }
    try tell(store)
    try time("verify") { try store.verify() }
  }

  static func fill(_ store: SettingsStore, _ count: Int) throws {
    let done = DispatchSemaphore(value: 0)
    Task {
      await withTaskGroup(of: Void.self) { group in
        for lane in 0..<256 {
          group.addTask {
            for index in stride(from: lane, to: count, by: 256) {
              let name = SettingName(stringLiteral: "key.\(index % 1000)")
              _ = try? await store.set(name, to: .integer(Int64(index)), reason: "filling")
            }
          }
        }
      }
      done.signal()
    }
    done.wait()
  }

  /// Runs a body while another handle writes; gives the number of its writes and the longest of them.
  private static func measuringWrites(
    to path: String, _ body: () throws -> Void
  ) throws -> (Int, Duration) {
    let other = try SettingsStore(
      path: path, author: "other", configuration: StoreConfiguration(durability: .relaxed))
    let writes = Task.detached {
      var (count, longest) = (0, Duration.zero)
      while !Task.isCancelled {
        let start = ContinuousClock.now
        _ = try? await other.set("other", to: .integer(Int64(count)))
        (count, longest) = (count + 1, max(longest, .now - start))
        try? await Task.sleep(for: .milliseconds(2))
      }
      return (count, longest)
    }
    try body()
    writes.cancel()
    let done = DispatchSemaphore(value: 0)
    let result = Result()
    Task {
      result.set(await writes.value)
      done.signal()
    }
    done.wait()
    return result.value
  }

  private final class Result: @unchecked Sendable {  // set once, read after the semaphore
    private(set) var value = (0, Duration.zero)
    func set(_ value: (Int, Duration)) { self.value = value }
  }

  private static func time(_ what: String, _ body: () throws -> Void) throws {
    let elapsed = try ContinuousClock().measure(body)
    print("\(what): \(elapsed)")
  }

  private static func tell(_ store: SettingsStore) throws {
    let statistics = try store.statistics()
    let kept = statistics.head.revision.rawValue - statistics.compactedRevision.rawValue
    print("\(kept) commits, \(statistics.fileBytes) bytes, \(statistics.freePages) free pages")
  }
}
