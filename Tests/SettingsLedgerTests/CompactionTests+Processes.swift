import Foundation
import SettingsLedger
import Testing

/// Compactions that end with their process; `Tools/crash-test` runs many more of them.
@Suite struct KilledCompactionTests {
  @Test func `H3: a process killed while it compacts leaves one state or the other`() throws {
    try withDirectory { directory in
      let path = directory + "/store"
      var (said, reached) = (Int64(0), UInt64(0))
      for round in 0..<12 {
        let child = try Child("compact", path, "7")
        _ = child.nextLine()
        usleep(UInt32.random(in: 0..<60_000))
        child.kill()
        for line in child.remainingLines() {
          let numbers = line.split(separator: " ")
          guard numbers.count == 2, let index = Int64(numbers[0]), let head = UInt64(numbers[1])
          else { continue }  // the last line may have been cut
          (said, reached) = (max(said, index), max(reached, head))
        }
        let store = try SettingsStore(path: path, author: "test")
        defer { store.close() }
        try store.verify()
        #expect(store["a"] == store["b"], "round \(round)")
        guard case .integer(let a)? = store["a"] else {
          Issue.record("round \(round): there is no value")
          return
        }
        #expect(a >= said && store.revision.rawValue >= reached, "round \(round)")
        _ = try store.snapshot(at: .revision(store.compactedRevision))
        (said, reached) = (a, store.revision.rawValue)
      }
    }
  }
}
