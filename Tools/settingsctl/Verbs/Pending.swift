import SettingsLedger

extension Verb {
  static let pending = Verb(
    name: "pending", summary: "Prints the commits that wait to be confirmed.",
    details: """
      Each with the time that is left to `settingsctl confirm` it; after that it is taken back, and
      `settingsctl cancel` does so at once. One whose time is over is still listed while nobody has the
      store open for writing: the next one who has takes it back first.
      """,
    example: """
      settingsctl pending
      5  2026-11-30 07:13:34Z  alice  26 s left  Move: set network.gateway
      """
  ) { invocation in
    let commits = try invocation.storeForReading().pendingCommits()
    for pending in commits {
      if invocation.isJSON {
        invocation.output.line(JSON(pending))
      } else {
        invocation.output.oneline(pending.commit, Text.left(pending.remaining))
      }
    }
    if commits.isEmpty && !invocation.isJSON {
      invocation.output.line("nothing waits to be confirmed")
    }
    return .done
  }
}

extension PendingCommit {
  /// The settings that the commit changed, in its order, each once.
  fileprivate var names: [SettingName] {
    var known: Set<SettingName> = []
    return commit.events.map(\.name).filter { known.insert($0).inserted }
  }
}

extension JSON {
  fileprivate init(_ pending: PendingCommit) {
    let (seconds, attoseconds) = pending.remaining.components
    self = .object(present: [
      "author": .string(pending.commit.author),
      "names": .array(pending.names.map { .string($0.text) }),
      "reason": pending.commit.reason.map { .string($0) }, "revision": JSON(pending.revision),
      "secondsLeft": .double(Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1e6),
      "source": pending.commit.source.map { .string($0) }, "time": JSON(pending.commit.time),
    ])
  }
}

extension Text {
  /// `26 s left`, `1 h 5 min left`: rounded down, so that it is never more than there is.
  fileprivate static func left(_ time: Duration) -> String {
    let seconds = time.components.seconds
    guard time > .zero else { return "its time is over" }
    let parts = [
      (seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"),
      (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 > 0 }
    return (shown.isEmpty ? "less than 1 s" : shown.map { "\($0) \($1)" }.joined(separator: " "))
      + " left"
  }
}
