import Foundation
import SettingsLedger

/// A stream of a store's commits that is read now and then, and may fall behind what a compaction keeps.
final class WalkFollower: @unchecked Sendable {
  private let lock = NSLock()
  private var reached: Int
  private var goal: Int
  private var jumps: [(from: Int, to: Int)] = []
  private var problem: String?

  init(_ store: SettingsStore, after revision: Int) {
    (reached, goal) = (revision, revision)
    Task.detached { [weak self] in
      var start: Int? = revision
      while let revision = start {
        start = await Self.follow(store.commits(after: Revision(revision)), for: { self })
      }
    }
  }

  /// The last revision that the stream has given, or that it was told to go on from.
  var position: Int { lock.withLock { reached } }

  /// Reads on to the head, and throws unless each commit came once and in order.
  ///
  /// - Parameter floor: the oldest kept commit: only what is below may have been left out.
  func catchUp(to head: Int, floor: Int) throws {
    lock.withLock { goal = head }
    for _ in 0..<20_000 where lock.withLock({ reached < head && problem == nil }) { usleep(500) }
    try lock.withLock {
      if let problem { throw WalkDifference("the stream: \(problem)") }
      for jump in jumps where jump.from >= floor - 1 || jump.to > floor - 1 {
        throw WalkDifference("the stream left out what comes after \(jump.from), to \(jump.to)")
      }
      jumps = []
      if reached != head { throw WalkDifference("the stream has come to \(reached) only") }
    }
  }

  /// Follows a stream to its end.
  ///
  /// - Returns: where to go on, when what came next was dropped.
  private static func follow(
    _ commits: CommitSequence, for follower: () -> WalkFollower?
  ) async -> Int? {
    do {
      var iterator = commits.makeAsyncIterator()
      while true {
        while true {
          guard let follower = follower() else { return nil }
          if follower.isBehind { break }
          try await Task.sleep(for: .milliseconds(1))
        }
        guard let commit = try await iterator.next(isolation: nil) else { return nil }
        follower()?.note(commit.revision.number)
      }
    } catch let error as SettingsError where error.code == .compacted {
      return follower()?.jump(to: error.revision?.number ?? 0)
    } catch {
      follower()?.fail("\(error)")
      return nil
    }
  }

  private var isBehind: Bool { lock.withLock { reached < goal } }

  private func note(_ revision: Int) {
    lock.withLock {
      if revision != reached + 1 { problem = "\(revision) came after \(reached)" }
      reached = revision
    }
  }

  private func jump(to revision: Int) -> Int {
    lock.withLock {
      jumps.append((reached, revision))
      reached = revision
      return revision
    }
  }

  private func fail(_ text: String) { lock.withLock { problem = text } }
}
