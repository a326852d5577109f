import Foundation
import SettingsLedger

/// What happened to a setting, as a sheet: the newest change first.
struct RowHistory {
  let name: SettingName
  /// Whether its values must not be shown.
  let isSecret: Bool
  let timeZone: TimeZone

  /// Older changes are `settingsctl history`'s matter.
  private static let most = 200

  func section(_ changes: [SettingChange], title: String) -> Sheet.Section {
    let rows = changes.suffix(Self.most).reversed().map(row)
    let left = changes.count - rows.count
    let footer: String? =
      if rows.isEmpty { "Nobody has changed it yet: it has its default." } else if left > 0 {
        "and \(left) older changes"
      } else { nil }
    return Sheet.Section(title: title, rows: rows, footer: footer)
  }

  private func row(_ change: SettingChange) -> Sheet.Row {
    let commit = change.commit
    let cause = commit.cause == .edit ? "" : "\(commit.cause.kind): "
    let source = commit.source.map { " (\($0))" } ?? ""
    return Sheet.Row(
      id: "\(change.position)", label: "\(time(commit))  \(commit.author)",
      control: .label(effect(of: change)), subtitle: cause + (commit.reason ?? "") + source)
  }

  private func time(_ commit: SettingsCommit) -> String {
    let style = Date.ISO8601FormatStyle(
      dateTimeSeparator: .space, timeZone: timeZone
    ).year().month().day().time(includingFractionalSeconds: false)
    return commit.time.date.formatted(style)
  }

  private func effect(of change: SettingChange) -> String {
    switch change.event.kind {
    case .set, .setRedacted:
      let new = text(change.new, isRedacted: change.event.kind == .setRedacted)
      if change.old == nil && !change.oldIsRedacted { return new }
      return "\(text(change.old, isRedacted: change.oldIsRedacted)) → \(new)"
    case .reset: return "\(text(change.old, isRedacted: change.oldIsRedacted)) → default"
    case .hide: return "hidden"
    case .unhide: return "shown again"
    case .markSecret: return "marked secret"
    case .unmarkSecret: return "no longer secret"
    }
  }

  private func text(_ value: SettingValue?, isRedacted: Bool) -> String {
    switch ShownValue.showing(value, isRedacted: isRedacted, isSecret: isSecret) {
    case nil: "default"
    case .secret: "••••••"
    case .redacted: "(erased)"
    case .value(let value): Self.text(of: value)
    }
  }

  /// A value as people read it.
  static func text(of value: SettingValue) -> String {
    switch value {
    case .bool(let flag): flag ? "on" : "off"
    case .integer(let number): String(number)
    case .double(let number): Sheet.text(of: number)
    case .string(let text): "“\(text)”"
    case .data(let data): "\(data.count) bytes"
    case .date(let date): date.formatted(.iso8601)
    case .array(let items): "\(items.count) items"
    case .dictionary(let entries): "\(entries.count) entries"
    }
  }
}
