import Dispatch
import EventLog
public import SettingsCore
import Synchronization

extension SettingsStore {
  /// Records several changes as one commit: all of them or none, one step of undo.
  ///
  /// ```swift
  /// try store.commit(reason: "Onboarding") { draft in
  ///   draft[.fontSize] += 1
  ///   draft["region"] = "eu"
  ///   draft.reset("beta.flag")
  /// }
  /// ```
  ///
  /// The closure runs inside the store's write transaction, on the calling thread, while other writers
  /// wait. It may run again when the store's file had to grow and another process wrote meanwhile, so it
  /// must change nothing but the draft. Reading the store inside it gives the state before.
  ///
  /// - Parameters:
  ///   - reason: why, for people who read the log: up to 4 KiB.
  ///   - source: what made the commit, such as a settings page.
  ///   - undo: how the commit takes part in undo; see ``UndoPolicy``.
  ///   - expecting: the revision that the caller has seen. At another one nothing is recorded, and the
  ///     error `conflict` names the commits in between.
  ///   - idempotencyKey: a token of the caller's, up to 255 bytes. Once it has been recorded, another
  ///     commit with it does not run the closure and gives the original revision.
  ///   - body: makes the changes.
  /// - Returns: the commit; or that nothing changed, and so nothing was recorded.
  /// - Throws: what the closure throws, unchanged; else a `SettingsError`. Nothing is recorded then,
  ///   unless the error's ``SettingsError/stateLeft`` says otherwise.
  @discardableResult
  public func commit(
    reason: String? = nil, source: String? = nil, undo: UndoPolicy = .step,
    expecting: Revision? = nil, idempotencyKey: String? = nil,
    _ body: (inout CommitDraft) throws -> Void
  ) throws -> CommitOutcome {
    let facts = facts(
      reason: reason, source: source, undo: undo, expecting: expecting,
      idempotencyKey: idempotencyKey)
    return try withoutActuallyEscaping(body) { body in
      try commit(facts, body)
    }
  }

  /// Records several changes as one commit, without blocking the thread.
  ///
  /// As the form that blocks; the closure runs on the store's own thread. Commits that wait at the same
  /// time share one flush of the disk, and each keeps its own revision, outcome and error. Cancelling
  /// the task before its turn records nothing and throws `cancelled`; later it is ignored.
  @discardableResult
  public func commit(
    reason: String? = nil, source: String? = nil, undo: UndoPolicy = .step,
    expecting: Revision? = nil, idempotencyKey: String? = nil,
    _ body: @escaping @Sendable (inout CommitDraft) throws -> Void
  ) async throws -> CommitOutcome {
    let facts = facts(
      reason: reason, source: source, undo: undo, expecting: expecting,
      idempotencyKey: idempotencyKey)
    return try await commit(facts, body)
  }

  func facts(
    reason: String?, source: String? = nil, undo: UndoPolicy = .step, expecting: Revision? = nil,
    idempotencyKey: String? = nil, cause: CommitCause = .edit, content: [SettingsEvent]? = nil
  ) -> CommitFacts {
    CommitFacts(
      author: author, reason: reason, source: source, cause: cause,
      idempotencyKey: idempotencyKey, policy: undo, expecting: expecting, content: content,
      clock: connection.now)
  }

  func commit(
    _ facts: CommitFacts, _ body: @escaping (inout CommitDraft) throws -> Void
  ) throws -> CommitOutcome {
    try perform(CommitRequest(facts) { [connection] in try connection.draft(&$0, body) })
  }

  func commit(
    _ facts: CommitFacts, _ body: @escaping @Sendable (inout CommitDraft) throws -> Void
  ) async throws -> CommitOutcome {
    try await perform { [connection] in
      CommitRequest(facts) { try connection.draft(&$0, body) }
    }
  }

  func perform(_ request: CommitRequest) throws -> CommitOutcome {
    try connection.checkWritable()
    let results: [CommitResult]
    do {
      results = try connection.files.run { try $0.commit([request]) }
    } catch {
      throw SettingsError(error, path: path)
    }
    let outcome = try outcome(results.first)
    applyRetention()
    return outcome
  }

  func perform(
    _ request: @escaping @Sendable () -> CommitRequest
  ) async throws -> CommitOutcome {
    try connection.checkWritable()
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        connection.queue.add(
          request, isCancelled: { cancellation.isRequested },
          completion: { continuation.resume(returning: $0) })
      }
    } onCancel: {
      cancellation.request()
    }
    let outcome = try outcome(result)
    if connection.configuration.retention != nil {
      DispatchQueue.global().async { self.applyRetention() }
    }
    return outcome
  }

  private func outcome(_ result: CommitResult?) throws -> CommitOutcome {
    connection.reportNotices()
    switch result {
    case .success(let outcome): return outcome
    case .failure(let error as ClosureError): throw error.underlying
    case .failure(let error): throw SettingsError(error, path: path)
    case nil: throw SettingsError(.failed, "The store \(path) gave no outcome.", path: path)
    }
  }
}

extension Connection {
  /// Lends a draft to a caller's closure, and keeps what became of it.
  fileprivate func draft(
    _ changes: inout PendingChanges, _ body: (inout CommitDraft) throws -> Void
  ) throws {
    var draft = CommitDraft(changes, self)
    do {
      try body(&draft)
    } catch {
      throw ClosureError(underlying: error)
    }
    if let failure = draft.failure { throw failure }
    changes = draft.changes
  }
}

/// What a caller's closure threw, to be given back unchanged, whatever it is.
private struct ClosureError: Error {
  let underlying: any Error
}

/// Whether the task that waits for a commit has been cancelled.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)
  var isRequested: Bool { flag.load(ordering: .acquiring) }
  func request() { flag.store(true, ordering: .releasing) }
}
