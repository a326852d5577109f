import LMDBKit
import SettingsCore
import Testing

@testable import EventLog

@Suite struct RefreshingTests {
  @Test func `a commit made while a look was under way is read by the next look`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append([[SettingsEvent("x", .set(1))]])
        var stamps: [UInt64] = []
        try ledger.refresh { known in
          let slice = try ledger.environment.read { try Slice(after: known, in: $0) }
          // As another process would, behind this ledger's back.
          try ledger.put([1], for: [9], in: "log")
          return slice
        }
        try ledger.withState { _ in }
        ledger.memory.withLock { memory, id in
          stamps = [memory.stamp.rawValue, id?.rawValue ?? 0]
        }
        #expect(stamps.first == stamps.last)
      }
    }
  }
}
