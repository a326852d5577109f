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
    let kind = commit.cause.kind == "edit" ? nil : commit.cause.kind
    let source = commit.source.map { "from \($0.escapedForTerminal)" }
    let parts = [kind, source].compactMap { $0 }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: " ")))"
  }

  /// A commit on one line: its reason, else what it changed.
  static func summary(_ commit: SettingsCommit) -> String {
    let names = commit.events.map { "\($0.kind.word) \(name($0.name))" }
    let more = names.count > 2 ? " and \(names.count - 2) more" : ""
    let changes = names.prefix(2).joined(separator: ", ") + more
    let reason = commit.reason.map { $0.escapedForTerminal + ": " } ?? ""
    return reason + (changes.isEmpty ? "no changes" : changes)
  }
}
