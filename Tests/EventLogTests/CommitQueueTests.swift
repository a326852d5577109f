import Dispatch
import SettingsCore
import Synchronization
import Testing

@testable import EventLog

@Suite struct CommitQueueTests {
  /// What the writer was asked for, and what became of it.
  private final class Notes: Sendable {
    private let groups = Mutex<[[String]]>([])
    private let outcomes = Mutex<[String]>([])

    func group(_ authors: [String]) { groups.withLock { $0.append(authors) } }
    func outcome(_ author: String) { outcomes.withLock { $0.append(author) } }
    var allGroups: [[String]] { groups.withLock { $0 } }
    var allOutcomes: [String] { outcomes.withLock { $0 } }
  }

  private func request(_ author: String) -> CommitRequest {
    CommitRequest(CommitFacts(author: author, clock: { Timestamp(microseconds: 0) })) { _ in }
  }

  @Test func `what a transaction leaves comes next, before what was asked for later`() throws {
    let notes = Notes()
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = CommitQueue { requests in
      notes.group(requests.map(\.facts.author))
      entered.signal()
      goOn.wait()
      return requests.prefix(2).map { _ in .success(.unchanged(at: 0)) }
    }
    let done = DispatchSemaphore(value: 0)
    func add(_ author: String) {
      queue.add {
        request(author)
      } isCancelled: {
        author == "gone"
      } completion: { result in
        notes.outcome((try? result.get()) == nil ? "\(author) failed" : author)
        done.signal()
      }
    }
    add("a")
    entered.wait()
    for author in ["b", "c", "d", "gone", "e"] { add(author) }
    goOn.signal()
    entered.wait()
    add("f")
    for _ in 0..<3 { goOn.signal() }
    for _ in 0..<7 { done.wait() }
    #expect(notes.allGroups == [["a"], ["b", "c", "d", "e"], ["d", "e", "f"], ["f"]])
    #expect(notes.allOutcomes == ["a", "gone failed", "b", "c", "d", "e", "f"])
  }
}
