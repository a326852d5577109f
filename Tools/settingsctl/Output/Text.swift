import SettingsLedger

/// The forms in which values, changes and commits are printed for people.
enum Text {
  /// A value on one line, in full.
  static func full(_ shown: ShownValue?) -> String {
    switch shown {
    case nil: return "(unset)"
    case .secret: return "(secret)"
    case .redacted: return "(redacted)"
    case .value(let value):
      let json = JSON(value)
      if case .date = value, let text = json["$date"]?.stringValue { return text }
      return json.text
    }
  }

  /// A value on one line, cut when it is long.
  static func short(_ shown: ShownValue?) -> String { full(shown).shortened(to: 48) }

  static func time(_ time: Timestamp) -> String { CivilTime.shortText(time.microseconds) }

  static func name(_ name: SettingName) -> String { name.text.escapedForTerminal }

  /// What a change did to its setting, without naming it.
  static func effect(_ change: SettingChange, _ shown: Disclosure) -> String {
    let (old, new) = (shown.old(of: change), shown.new(of: change))
    switch change.event.kind {
    case .set, .setRedacted:
      return old == nil ? short(new) : "\(short(old)) → \(short(new))"
    case .reset: return old == nil ? "(unset)" : "\(short(old)) → (unset)"
    case .hide: return "hidden"
    case .unhide: return "shown again"
    case .markSecret: return "marked secret"
    case .unmarkSecret: return "no longer secret"
    }
  }

  /// The cause, unless it is the ordinary one, and the source.
  static func cause(_ commit: SettingsCommit) -> String {
    let source = commit.source.map { "from \($0.escapedForTerminal)" }
    let parts = [cause(commit.cause), source].compactMap { $0 }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: " ")))"
  }

  /// A cause and what it is about; nil for the ordinary one.
  private static func cause(_ cause: CommitCause) -> String? {
    switch cause {
    case .edit: nil
    case .undo(let revisions), .redo(let revisions), .revert(let revisions):
      "\(cause.kind) of \(revisions.map(\.description).joined(separator: ", "))"
    case .rollback(let revision, let prefix):
      "rollback\(prefix.map { " of \($0.escapedForTerminal)*" } ?? "") to \(revision)"
    case .import: "import"
    case .tag(let name, let revision): tag(name, revision)
    case .confirm(let revision), .expire(let revision): "\(cause.kind) of \(revision)"
    case .compact(let compaction): "compact, the oldest kept is \(compaction.floor)"
    case .redact(let redactions):
      "redact of \(redactions.map(\.revision.description).joined(separator: ", "))"
    }
  }

  private static func tag(_ name: String, _ revision: Revision?) -> String {
    let place = revision.map { "at revision \($0)" } ?? "deleted"
    return "tag \(name.escapedForTerminal) \(place)"
  }

  /// A commit on one line: its reason, else what it changed.
  static func summary(_ commit: SettingsCommit) -> String {
    let names = commit.events.map { "\($0.kind.word) \(name($0.name))" }
    let more = names.count > 2 ? " and \(names.count - 2) more" : ""
    let changes = names.prefix(2).joined(separator: ", ") + more
    let reason = commit.reason.map { $0.escapedForTerminal + ": " } ?? ""
    if case .tag(let name, let revision) = commit.cause { return reason + tag(name, revision) }
    return reason + (changes.isEmpty ? "no changes" : changes)
  }

  /// A word as one would type it for a shell.
  static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "/._-+,:@%".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.escapedForTerminal.replacing("'", with: "'\\''") + "'"
  }
}
