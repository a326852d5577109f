import Foundation
import SettingsLedger
import Synchronization

/// Tasks that write to the store of a walk at the same time, and share its transactions.
extension RandomWalk {
  mutating func crowd() throws {
    if random.below(4) == 0 { passTime() }
    let handle = random.below(2)
    let writers = (0..<2 + random.below(7)).map { index in
      WalkWriter(
        mark: "task \(model.head).\(index)",
        reports: [WalkReport(number: 0, command: nextCommand())])
    }
    note("crowd", "\(writers.count) tasks on handle \(handle)")
    let crowd = WalkCrowd()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached { [store = handles[handle]] in
      await crowd.write(writers, to: store)
      isDone.signal()
    }
    isDone.wait()
    try adopt(try crowd.writers(), false)
  }
}

private final class WalkCrowd: Sendable {
  private let told = Mutex<[Result<WalkWriter, any Error>]>([])

  func writers() throws -> [WalkWriter] { try told.withLock { try $0.map { try $0.get() } } }

  func write(_ writers: [WalkWriter], to store: SettingsStore) async {
    await withTaskGroup { group in
      // While it takes its time, the others gather, and are then written together.
      group.addTask { _ = try? await store.commit { _ in usleep(2000) } }
      for writer in writers {
        group.addTask {
          let result = await self.result(of: writer, store)
          self.told.withLock { $0.append(result) }
        }
      }
    }
  }

  private func result(
    of writer: WalkWriter, _ store: SettingsStore
  ) async -> Result<WalkWriter, any Error> {
    do {
      var writer = writer
      for index in writer.reports.indices {
        let report = writer.reports[index]
        writer.reports[index].outcome = try await report.command.performTogether(
          on: store, reason: WalkReport.reason(writer.mark, report.number))
      }
      return .success(writer)
    } catch {
      return .failure(error)
    }
  }
}
