import Dispatch
import Foundation
import Synchronization
import TerminalSettings

/// Work that goes on until something happens, or until it is interrupted.
enum Foreground {
  /// Runs a task while the process's own thread waits; an interrupt and SIGTERM cancel it.
  ///
  /// - Parameter endsWithReader: whether it is cancelled, too, when nobody can read the output any more.
  static func run<R: Sendable>(
    endsWithReader: Bool = false, _ body: @escaping @Sendable () async throws -> R
  ) throws -> R {
    let end = End<R>()
    let task = Task {
      do {
        end.come(.success(try await body()))
      } catch {
        end.come(.failure(error))
      }
    }
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    if endsWithReader {
      Thread.detachNewThread { @Sendable in
        if OutputReader.waitUntilGone(1) { task.cancel() }
      }
    }
    defer { for source in signals { source.cancel() } }
    return try end.wait()
  }

  /// The end of a task, for the thread that waits for it.
  private final class End<R: Sendable>: Sendable {
    private let outcome = Mutex<Result<R, any Error>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func come(_ result: Result<R, any Error>) {
      outcome.withLock { $0 = result }
      semaphore.signal()
    }

    func wait() throws -> R {
      while true {
        semaphore.wait()
        if let result = outcome.withLock({ $0 }) { return try result.get() }
      }
    }
  }
}
