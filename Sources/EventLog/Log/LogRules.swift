import SettingsCore

// What holds between a record and the others of its log, beside the chain of digests, in every log that
// was written and not made up: docs/format.md, section 8.

extension CommitRecord {
  /// What is wrong with what the record says of other revisions, or of its own values; nil when nothing is.
  var misstatement: String? {
    let newest = commit.newestNamed
    if newest >= commit.revision {
      return "it speaks of revision \(newest), which does not come before it"
    }
    if case .compact(let compaction) = commit.cause, compaction.floor < 2 {
      return "it drops the commits below \(compaction.floor), and there are none"
    }
    if originalDigest == nil, !commit.erasedNames.isEmpty {
      return "it lacks a value, and was not redacted"
    }
    return nil
  }
}

extension SettingsCommit {
  /// The newest revision that the commit speaks of; 0 when it speaks of none.
  fileprivate var newestNamed: Revision {
    let inCause: Revision =
      switch cause {
      case .edit, .import: .zero
      case .undo(let steps), .redo(let steps), .revert(let steps): steps.max() ?? .zero
      case .rollback(let revision, _), .confirm(let revision), .expire(let revision): revision
      case .tag(_, let revision): revision ?? .zero
      case .compact(let compaction): compaction.floor
      case .redact(let redactions): redactions.lazy.map(\.revision).max() ?? .zero
      }
    let restored = events.lazy.compactMap(\.restores).max() ?? .zero
    return max(inCause, restored, undo.continues ?? .zero)
  }

  /// The settings whose values were erased from the commit.
  var erasedNames: Set<SettingName> {
    Set(events.lazy.filter { $0.kind == .setRedacted }.map(\.name))
  }

  /// What is wrong with the commit's time in view of that of the commit before; nil when nothing is.
  func timeProblem(after before: Timestamp?) -> String? {
    if let before, time <= before { return "its time is not after the one before" }
    guard let reading = clockReading else { return nil }
    // The clock was not later than the commit before: time went on by the least there is.
    if let before, reading <= before, time.microseconds == before.microseconds + 1 { return nil }
    return "its time is not the one that follows from its clock and the commit before"
  }
}

extension CommitCause.Compaction {
  /// What is wrong with a compaction in view of the one before; nil when nothing is.
  func problem(after earlier: Self?) -> String? {
    guard let earlier, floor < earlier.floor else { return nil }
    return
      "it keeps commits from \(floor) on, and those below \(earlier.floor) were dropped already"
  }
}

/// The idempotency keys of a log: no two of its commits have the same one.
struct UsedKeys: Sendable {
  private var revisions: [[UInt8]: Revision] = [:]

  /// Notes the key of a commit.
  ///
  /// - Returns: the earlier commit that has the same key.
  mutating func note(_ commit: SettingsCommit) -> Revision? {
    guard let key = commit.idempotencyKey else { return nil }
    let bytes = Array(key.utf8)
    if let earlier = revisions[bytes] { return earlier }
    revisions[bytes] = commit.revision
    return nil
  }

  /// Forgets the keys of the commits after one.
  mutating func keep(through revision: Revision) {
    revisions = revisions.filter { $0.value <= revision }
  }
}

/// What the redactions of one record say.
struct Announcement: Sendable {
  /// The last of them, which tells what the record's bytes are now.
  private(set) var last: CommitCause.Redaction
  /// The settings whose values were erased, by any of them.
  private var names: Set<SettingName>

  init(_ redaction: CommitCause.Redaction) {
    last = redaction
    names = Set(redaction.names)
  }

  mutating func add(_ redaction: CommitCause.Redaction) {
    last = redaction
    names.formUnion(redaction.names)
  }

  /// What is wrong with a record that took another's place; nil when it is what the redactions left.
  func problem(
    original: Digest, replacement: Digest, erased: Set<SettingName>
  ) -> String? {
    guard last.original == original, last.replacement == replacement else {
      return "it was replaced, and no redaction says so"
    }
    return names == erased ? nil : "its redactions do not name what it lacks"
  }
}

extension [Revision: Announcement] {
  /// Notes what a redacting commit says.
  mutating func add(_ redaction: CommitCause.Redaction) {
    if self[redaction.revision]?.add(redaction) == nil {
      self[redaction.revision] = Announcement(redaction)
    }
  }
}
