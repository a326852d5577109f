import LMDBKit
import Testing

@Suite struct ClosingTests {
  @Test func `closing waits for readers to end, however they come and go`() throws {
    for _ in 0..<30 {
      try withStore { environment in
        try onThreads(4) { index in
          if index == 0 {
            for _ in 0..<50 { try environment.read { _ in } }
            environment.close()
            return
          }
          do {
            while true { try environment.read { _ = $0.id } }
          } catch let error as LMDBError where error.code == .closed {}
        }
      }
    }
  }
}
