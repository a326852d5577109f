import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema

/// What happened to a setting, as a sheet: the newest change first.
struct RowHistory {
  /// Whether its values must not be shown.
  private let isSecret: Bool
  private let timeZone: TimeZone
  /// What the page says about the setting's values.
  private let specifier: Specifier?
  private let choices: Choices?

  init(_ row: PageSnapshot.Row, isSecret: Bool, of page: SettingsPage) {
    self.isSecret = isSecret
    timeZone = page.options.timeZone
    specifier = page.schema.specifiers.first { $0.key == row.key }
    choices = specifier?.choices(from: page.options.choices)
  }

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
    let reason = commit.reason ?? (commit.cause == .edit ? "" : commit.cause.kind)
    let source = commit.source.map { reason.isEmpty ? $0 : " (\($0))" } ?? ""
    return Sheet.Row(
      id: "\(change.position)", label: "\(time(commit))  \(commit.author)",
      control: .label(effect(of: change)), subtitle: reason + source)
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
    case .value(let value): text(of: value)
    }
  }

  /// A value as the page shows it.
  private func text(of value: SettingValue) -> String {
    if let title = choices?.title(for: value) { return title }
    switch (specifier?.element, value) {
    case (.toggle(let toggle), _): return toggle.isOn(value) ? "on" : "off"
    case (.datePicker(let picker), .date(let date)):
      return TypedDate(mode: picker.mode, timeZone: timeZone).text(of: date)
    case (_, .bool(let flag)): return flag ? "on" : "off"
    case (_, .integer(let number)): return String(number)
    case (_, .double(let number)): return Sheet.text(of: number)
    case (_, .string(let text)): return "“\(text)”"
    case (_, .data(let data)): return "\(data.count) bytes"
    case (_, .date(let date)): return date.formatted(.iso8601)
    case (_, .array(let items)): return items.count == 1 ? "1 item" : "\(items.count) items"
    case (_, .dictionary(let entries)): return "\(entries.count) entries"
    }
  }
}
