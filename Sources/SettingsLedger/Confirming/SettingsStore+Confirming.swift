import EventLog
public import SettingsCore

extension SettingsStore {
  /// Records several changes that are taken back unless they are confirmed in time.
  ///
  /// ```swift
  /// let pending = try store.commit(confirmWithin: .seconds(30), reason: "New gateway") { draft in
  ///   draft["network.gateway"] = "10.0.0.1"
  /// }
  /// try pending?.confirm()   // or the gateway of before is back after 30 seconds
  /// ```
  ///
  /// The changes are in force at once. Every process that has the store open for writing and has seen them
  /// takes them back when the time is over, and so does the next one to write to it or open it for
  /// writing, also after this process has died. The time is told by a clock that goes on while the system sleeps, and that setting
  /// the wall clock does not move; after another start of the system it is over.
  ///
  /// Taking back restores what was before, and leaves alone what was changed again since. It is a commit of
  /// its own, in the name of this one's author, with the cause `expire`.
  ///
  /// - Parameters:
  ///   - limit: how long there is to confirm, from the moment of recording.
  ///   - reason: why, for people who read the log.
  ///   - source: what made the commit.
  ///   - expecting: the revision that the caller has seen; at another one, `conflict` is thrown.
  ///   - idempotencyKey: a token of the caller's; used again, it gives the original commit while that
  ///     waits.
  ///   - body: makes the changes.
  /// - Returns: the commit that waits; nil when nothing had to change, so that nothing waits.
  /// - Throws: `pending` when a commit that waits already has changed one of the settings; what the closure
  ///   throws, unchanged; else a `SettingsError`. Nothing is recorded then.
  public func commit(
    confirmWithin limit: Duration, reason: String? = nil, source: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil,
    _ body: (inout CommitDraft) throws -> Void
  ) throws -> PendingCommit? {
    let facts = pendingFacts(limit, reason, source, expecting, idempotencyKey)
    let outcome = try withoutActuallyEscaping(body) { body in try commit(facts, body) }
    return try pendingCommit(outcome, idempotencyKey)
  }

  /// Records several changes that are taken back unless they are confirmed in time, without blocking the
  /// thread.
  ///
  /// As the form that blocks; the closure runs on the store's own thread.
  public func commit(
    confirmWithin limit: Duration, reason: String? = nil, source: String? = nil,
    expecting: Revision? = nil, idempotencyKey: String? = nil,
    _ body: @escaping @Sendable (inout CommitDraft) throws -> Void
  ) async throws -> PendingCommit? {
    let facts = pendingFacts(limit, reason, source, expecting, idempotencyKey)
    return try pendingCommit(try await commit(facts, body), idempotencyKey)
  }

  /// The commits that wait to be confirmed, oldest first.
  ///
  /// One whose time is over may still be among them: this does not write.
  public func pendingCommits() throws(SettingsError) -> [PendingCommit] {
    try connection.run { try $0.pendingCommits() }.map { PendingCommit($0, self) }
  }

  /// Keeps a commit that waits to be confirmed.
  ///
  /// - Parameters:
  ///   - revision: the commit; nil for the only one that waits.
  ///   - reason: why, for people who read the log.
  /// - Returns: the commit that says so; that nothing had to change, when it was confirmed already.
  /// - Throws: `expired` when it was taken back, `notPending` when it never had to be confirmed or none
  ///   waits, `pending` when several wait and none was named, `noSuchRevision`.
  @discardableResult
  public func confirm(
    _ revision: Revision? = nil, reason: String? = nil
  ) throws(SettingsError) -> CommitOutcome {
    let revision = try waiting(revision)
    return try end(revision, .confirm(of: revision), reason)
  }

  /// Keeps a commit that waits to be confirmed, without blocking the thread.
  @discardableResult
  public func confirm(
    _ revision: Revision? = nil, reason: String? = nil
  ) async throws(SettingsError) -> CommitOutcome {
    let revision = try waiting(revision)
    return try await end(revision, .confirm(of: revision), reason)
  }

  /// Takes a commit back at once that waits to be confirmed, as if its time were over.
  ///
  /// - Parameters:
  ///   - revision: the commit; nil for the only one that waits.
  ///   - reason: why, for people who read the log.
  /// - Returns: the commit that took it back; that nothing had to change, when it was taken back already.
  /// - Throws: `notPending` when it was confirmed, never had to be, or none waits, `pending` when several
  ///   wait and none was named, `noSuchRevision`.
  @discardableResult
  public func cancel(
    _ revision: Revision? = nil, reason: String = "cancelled"
  ) throws(SettingsError) -> CommitOutcome {
    let revision = try waiting(revision)
    return try end(revision, .expire(of: revision), reason)
  }

  /// Takes a commit back at once that waits to be confirmed, without blocking the thread.
  @discardableResult
  public func cancel(
    _ revision: Revision? = nil, reason: String = "cancelled"
  ) async throws(SettingsError) -> CommitOutcome {
    let revision = try waiting(revision)
    return try await end(revision, .expire(of: revision), reason)
  }
}

extension SettingsStore {
  private func pendingFacts(
    _ limit: Duration, _ reason: String?, _ source: String?, _ expecting: Revision?,
    _ idempotencyKey: String?
  ) -> CommitFacts {
    var facts = facts(
      reason: reason, source: source, expecting: expecting, idempotencyKey: idempotencyKey)
    facts.confirmWithin = limit
    return facts
  }

  private func pendingCommit(
    _ outcome: CommitOutcome, _ idempotencyKey: String?
  ) throws(SettingsError) -> PendingCommit? {
    if let commit = outcome.commit { return PendingCommit(commit, self) }
    // Without a key nothing had to change, and the newest commit, which may wait, is somebody else's.
    guard idempotencyKey != nil else { return nil }
    return try pendingCommits().first { $0.revision == outcome.revision }
  }

  /// The commit that is meant: the one named, else the only one that waits.
  private func waiting(_ named: Revision?) throws(SettingsError) -> Revision {
    if let named { return named }
    let revisions = try pendingCommits().map(\.revision)
    guard let revision = revisions.first else {
      throw SettingsError(
        .notPending, "In the store \(path) nothing waits to be confirmed.", path: path)
    }
    guard revisions.count == 1 else {
      let list = revisions.map(\.description).joined(separator: ", ")
      throw SettingsError(
        .pending, "In the store \(path) several commits wait to be confirmed: \(list). Name one.",
        path: path, revision: revision)
    }
    return revision
  }

  private func end(
    _ revision: Revision, _ cause: CommitCause, _ reason: String?
  ) throws(SettingsError) -> CommitOutcome {
    let facts = facts(reason: reason)
    do {
      return try perform(CommitRequest(ending: revision, cause, facts))
    } catch {
      return try answer(SettingsError(error, path: path), revision, cause)
    }
  }

  private func end(
    _ revision: Revision, _ cause: CommitCause, _ reason: String?
  ) async throws(SettingsError) -> CommitOutcome {
    let facts = facts(reason: reason)
    do {
      return try await perform { CommitRequest(ending: revision, cause, facts) }
    } catch {
      return try answer(SettingsError(error, path: path), revision, cause)
    }
  }

  /// Says what became of a commit that does not wait any more.
  private func answer(
    _ error: SettingsError, _ revision: Revision, _ cause: CommitCause
  ) throws(SettingsError) -> CommitOutcome {
    guard error.code == .notPending,
      let end = try connection.run({ try $0.end(of: revision) })
    else { throw error }
    if end.cause == cause { return .unchanged(at: end.revision) }
    if case .confirm = end.cause {
      throw SettingsError(
        .notPending,
        "The store \(path): revision \(revision) was confirmed in revision \(end.revision) and stays; undo "
          + "or revert takes it back.", path: path, revision: revision)
    }
    throw SettingsError(
      .expired,
      "The store \(path): revision \(revision) was taken back in revision \(end.revision) (\(end.reason ?? "")); make "
        + "the change again.", path: path, revision: revision)
  }

  /// Waits for the end of a commit's wait.
  func end(of waiting: SettingsCommit) async throws(SettingsError) -> ConfirmationOutcome {
    var subscription: LogSubscription? = connection.ledger.subscribe()
    while !Task.isCancelled {
      try connection.follow(&subscription)
      let (seen, end) = try connection.run {
        (try $0.withState { $0.revision }, try $0.end(of: waiting.revision))
      }
      if let end {
        if case .confirm = end.cause { return .confirmed(end) }
        return .takenBack(end, kept: connection.ledger.kept(of: waiting, by: end))
      }
      await connection.news(subscription) { $0.seenRevision > seen }
    }
    throw SettingsError(
      .cancelled, "The wait for revision \(waiting.revision) was cancelled.", path: path)
  }
}

extension CommitRequest {
  /// The end of a commit's wait: its confirmation, else that it is taken back.
  fileprivate init(ending revision: Revision, _ cause: CommitCause, _ facts: CommitFacts) {
    self.init(facts, cause == .confirm(of: revision) ? .confirm(revision) : .takeBack(revision))
  }
}
