import Foundation
import SettingsLedger

extension JSON {
  /// A commit with its changes; `shown` decides what is told of their values.
  init(_ commit: SettingsCommit, _ changes: [SettingChange], _ shown: Disclosure) {
    self = .object(present: [
      "author": .string(commit.author), "cause": JSON(commit.cause),
      "digest": .string(commit.digest.description),
      "events": .array(changes.map { .object(Self.event($0, shown)) }),
      "origin": .string(commit.origin.uuidString.lowercased()),
      "reason": commit.reason.map { .string($0) }, "revision": JSON(commit.revision),
      "source": commit.source.map { .string($0) }, "time": JSON(commit.time),
    ])
  }

  /// A change with the facts of its commit.
  init(_ change: SettingChange, _ shown: Disclosure) {
    let commit = change.commit
    var entries = Self.event(change, shown)
    entries["author"] = .string(commit.author)
    entries["cause"] = JSON(commit.cause)
    entries["reason"] = commit.reason.map { .string($0) }
    entries["revision"] = JSON(commit.revision)
    entries["source"] = commit.source.map { .string($0) }
    entries["time"] = JSON(commit.time)
    self = .object(entries)
  }

  init(_ revision: Revision) {
    self = .integer(Int64(clamping: revision.rawValue))
  }

  init(_ time: Timestamp) { self = .string(CivilTime.text(time.microseconds)) }

  private static func event(
    _ change: SettingChange, _ shown: Disclosure
  ) -> [SettingValue.DictionaryKey: JSON] {
    var entries: [SettingValue.DictionaryKey: JSON] = [
      "key": .string(change.name.text), "kind": .string(change.event.kind.word),
    ]
    entries["new"] = shown.new(of: change).map { JSON($0) }
    entries["old"] = shown.old(of: change).map { JSON($0) }
    entries["restores"] = change.event.restores.map { JSON($0) }
    return entries
  }

  private init(_ cause: CommitCause) {
    var entries: [SettingValue.DictionaryKey: JSON] = ["kind": .string(cause.kind)]
    switch cause {
    case .edit, .import: break
    case .undo(let revisions), .redo(let revisions), .revert(let revisions):
      entries["of"] = .array(revisions.map { JSON($0) })
    case .rollback(let revision, let prefix):
      entries["to"] = JSON(revision)
      entries["prefix"] = prefix.map { .string($0) }
    case .tag(let name, let revision):
      entries["name"] = .string(name)
      entries["revision"] = revision.map { JSON($0) }
    case .confirm(let revision), .expire(let revision): entries["of"] = JSON(revision)
    case .compact(let compaction):
      entries["floor"] = JSON(compaction.floor)
      entries["baseline"] = .string(compaction.baseline.description)
    case .redact(let redactions):
      entries["redactions"] = .array(
        redactions.map {
          .object([
            "names": .array($0.names.map { .string($0.text) }),
            "original": .string($0.original.description),
            "replacement": .string($0.replacement.description), "revision": JSON($0.revision),
          ])
        })
    }
    self = .object(entries)
  }
}

extension SettingsEvent.Kind {
  /// The kind in one word, as it is printed.
  var word: String {
    switch self {
    case .set, .setRedacted: "set"
    case .reset: "reset"
    case .hide: "hide"
    case .unhide: "unhide"
    case .markSecret: "markSecret"
    case .unmarkSecret: "unmarkSecret"
    }
  }
}
