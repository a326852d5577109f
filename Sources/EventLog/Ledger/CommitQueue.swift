import Dispatch
import SettingsCore
import Synchronization

/// Collects the commits that tasks ask for, and writes those that wait together in one transaction.
///
/// One queue of its own runs the transactions, so that a flush of the disk never blocks the threads
/// that tasks run on.
package final class CommitQueue: Sendable {
  package typealias Completion = @Sendable (CommitResult) -> Void

  private struct Member: Sendable {
    let request: @Sendable () -> CommitRequest
    let isCancelled: @Sendable () -> Bool
    let completion: Completion
  }

  private struct State {
    var waiting: [Member] = []
    var isRunning = false
  }

  /// Writes commits in one transaction: all of them, or the first ones when that is enough for it.
  package typealias Commit = @Sendable ([CommitRequest]) throws -> [CommitResult]

  private let commit: Commit
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "settings-ledger.commits")

  /// A group is no larger than this, so that one transaction stays small.
  private static let groupLimit = 512

  /// Makes a queue for commits that a closure writes.
  package init(_ commit: @escaping Commit) { self.commit = commit }

  /// Asks for a commit; the completion is called when it is durable, or has failed.
  package func add(
    _ request: @escaping @Sendable () -> CommitRequest,
    isCancelled: @escaping @Sendable () -> Bool, completion: @escaping Completion
  ) {
    let member = Member(request: request, isCancelled: isCancelled, completion: completion)
    let mustStart = state.withLock { state in
      state.waiting.append(member)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { queue.async { self.run() } }
  }

  private func run() {
    while let group = nextGroup() {
      var members: [Member] = []
      for member in group {
        if member.isCancelled() {
          member.completion(.failure(EventLogError(.cancelled)))
        } else {
          members.append(member)
        }
      }
      guard !members.isEmpty else { continue }
      let requests = members.map { $0.request() }
      do {
        let results = try commit(requests)
        // What was left keeps its place before those that came later.
        if results.count < members.count { putBack(members.dropFirst(results.count)) }
        for (member, result) in zip(members, results) { member.completion(result) }
      } catch {
        for member in members { member.completion(.failure(error)) }
      }
    }
  }

  private func putBack(_ members: ArraySlice<Member>) {
    state.withLock { $0.waiting.insert(contentsOf: members, at: 0) }
  }

  private func nextGroup() -> [Member]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      let group = Array(state.waiting.prefix(Self.groupLimit))
      state.waiting.removeFirst(group.count)
      return group
    }
  }
}
