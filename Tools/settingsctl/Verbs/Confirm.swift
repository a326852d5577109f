import Foundation
import SettingsLedger

extension Verb {
  static let confirm = Verb(
    name: "confirm", operands: "[REV]", operandCount: 0...1,
    summary: "Keeps a commit that waits to be confirmed.",
    details: """
      Without REV it is the only one that waits; `settingsctl pending` lists them. One that was taken back
      already is exit 1, and so is one that does not wait.
      """,
    example: "settingsctl confirm\nrevision 6: confirmed revision 5 of alice"
  ) { invocation in
    let store = try invocation.storeForWriting()
    let outcome = try store.confirm(try invocation.waiting(in: store), reason: invocation.reason)
    try invocation.output.ending(outcome, of: store, json: invocation.isJSON)
    return .done
  }

  static let cancel = Verb(
    name: "cancel", operands: "[REV]", operandCount: 0...1,
    summary: "Takes a commit back at once that waits to be confirmed.",
    details: """
      Without REV it is the only one that waits; `settingsctl pending` lists them. One that does not wait
      is exit 1.
      """,
    example: """
      settingsctl cancel 5
      revision 6: cancelled: took back revision 5 of alice
        set  network.gateway  "10.0.0.1" → "10.0.0.2"
      """
  ) { invocation in
    let store = try invocation.storeForWriting()
    let revision = try invocation.waiting(in: store)
    let outcome = try store.cancel(revision, reason: invocation.reason ?? "cancelled")
    try invocation.output.ending(outcome, of: store, json: invocation.isJSON)
    return .done
  }
}

extension Invocation {
  fileprivate func waiting(in store: SettingsStore) throws -> Revision? {
    try operands.first.map { try Point.revision($0, in: store) }
  }
}

extension Output {
  /// Prints how the wait of a commit ended.
  func ending(_ outcome: CommitOutcome, of store: SettingsStore, json: Bool) throws {
    guard let commit = outcome.commit else {
      return try self.outcome(outcome, of: store, json: json)
    }
    try restoration(
      commit, try store.changes(in: [commit]).first ?? [],
      Disclosure(try store.snapshot().state), of: store, isDry: false, json: json)
  }
}

/// A change that waits in the foreground to be confirmed.
struct Waiting: Sendable {
  let store: SettingsStore
  let path: String
  let limit: Duration
  /// The limit as it was given.
  let limitText: String
  let isJSON: Bool

  /// Records the change, and stays until it is confirmed, taken back, or interrupted.
  ///
  /// A hang-up does not end it: when the change is what cut the connection, somebody has to take it back.
  func run(
    _ commit: @escaping @Sendable (Duration) async throws -> PendingCommit?
  ) throws -> ExitCode {
    signal(SIGHUP, SIG_IGN)
    return try Foreground.run { try await wait(try await commit(limit)) }
  }

  private func wait(_ pending: PendingCommit?) async throws -> ExitCode {
    let output = Output()
    guard let pending else {
      try output.outcome(.unchanged(at: store.revision), of: store, json: isJSON)
      try output.flush()
      return .done
    }
    try output.outcome(.recorded(pending.commit), of: store, json: isJSON)
    if !isJSON {
      let place = Text.shellWord(URL(fileURLWithPath: path).path)
      output.line(
        "to keep it, within \(limitText): settingsctl --store \(place) confirm \(pending.revision)")
    }
    // Nobody may be there to read it any more; the wait goes on.
    try? output.flush()
    do {
      return try report(try await pending.outcome(), output)
    } catch let error as SettingsError where error.code == .cancelled {
      return try interrupted(pending, output)
    }
  }

  private func report(_ outcome: ConfirmationOutcome, _ output: Output) throws -> ExitCode {
    switch outcome {
    case .confirmed(let commit):
      try output.ending(.recorded(commit), of: store, json: isJSON)
      try output.flush()
      return .done
    case .takenBack(let commit, let kept):
      try output.ending(.recorded(commit), of: store, json: isJSON)
      try output.flush()
      let names = kept.map { Text.name($0) }.joined(separator: ", ")
      let others = kept.isEmpty ? "" : " Changed again since, and left as it is: \(names)."
      throw ToolError(
        .negative, "expired",
        "The change was not confirmed and is taken back in revision \(commit.revision).\(others)")
    }
  }

  /// Takes the change back at once.
  private func interrupted(_ pending: PendingCommit, _ output: Output) throws -> ExitCode {
    let outcome = try store.cancel(pending.revision, reason: "cancelled by an interrupt")
    try output.ending(outcome, of: store, json: isJSON)
    try output.flush()
    throw ToolError(
      .negative, "cancelled",
      "Interrupted: the change is taken back in revision \(outcome.revision).")
  }
}
