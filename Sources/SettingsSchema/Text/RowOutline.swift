import Foundation
package import SettingsCore

/// Makes one row of an outline.
package struct RowOutline {
  let row: PageRow
  let header: Specifier?
  let hidden: Set<SettingName>
  let secrets: Set<SettingName>
  let provider: (any ChoicesProvider)?
  let stored: (SettingName) -> SettingValue?
  let registered: (SettingName) -> SettingValue?
  let concealed: Set<Int>

  /// What stands for a secret.
  package static let mask = "••••••"

  package init(
    row: PageRow, header: Specifier?, hidden: Set<SettingName>, secrets: Set<SettingName>,
    provider: (any ChoicesProvider)?, stored: @escaping (SettingName) -> SettingValue?,
    registered: @escaping (SettingName) -> SettingValue? = { _ in nil },
    concealed: Set<Int> = []
  ) {
    self.row = row
    self.header = header
    self.hidden = hidden
    self.secrets = secrets
    self.provider = provider
    self.stored = stored
    self.registered = registered
    self.concealed = concealed
  }

  package var outline: PageOutline.Row { row(of: row.specifier) }

  /// What the row's setting holds, whether it may be shown or not: the stored value, or else the
  /// default; items of lists have no default.
  package var value: SettingValue? {
    let specifier = row.specifier
    if let stored = currentStored(specifier) { return stored }
    return isOfList ? nil : specifier.key.flatMap(registered) ?? specifier.defaultValue
  }

  private func row(of specifier: Specifier) -> PageOutline.Row {
    let key = isOfList ? header?.key : specifier.key
    let storedValue = currentStored(specifier)
    let value = value
    let isSecret =
      specifier.isSecure || (key.map(secrets.contains) ?? false) || (isOfList && holdsSecret(value))
    let disclosed: SettingValue? =
      if case .value(let value)? = ShownValue.showing(value, isSecret: isSecret) { value } else {
        nil
      }
    return PageOutline.Row(
      type: specifier.type, key: key, title: title(of: specifier),
      subtitle: isSecret ? nil : subtitle(of: specifier, value, stored: storedValue),
      control: control(of: specifier, value: value, isSecret: isSecret),
      value: disclosed, isStored: storedValue != nil, isSecret: isSecret,
      isHidden: key.map(hidden.contains) ?? false || concealed.contains(specifier.index))
  }

  /// The second line: of a link to a page, that for what is stored, which its default is not (rule E14).
  private func subtitle(
    of specifier: Specifier, _ value: SettingValue?, stored: SettingValue?
  ) -> String? {
    guard case .childPane = specifier.element, !isOfList else {
      return specifier.subtitle(for: value)
    }
    return specifier.subtitle(for: stored ?? specifier.key.flatMap(registered))
  }

  /// Whether what an item shows is a secret, or has one in it.
  private func holdsSecret(_ value: SettingValue?) -> Bool {
    if let key = row.specifier.key, secrets.contains(key) { return true }
    guard case .dictionary(let entries) = value else { return false }
    return entries.keys.contains { (try? SettingName($0.text)).map(secrets.contains) ?? false }
  }

  private var isOfList: Bool {
    switch row {
    case .item, .add: true
    default: false
    }
  }

  private func currentStored(_ specifier: Specifier) -> SettingValue? {
    switch row {
    case .item(_, let index):
      guard let list = header?.key.flatMap(stored), case .array(let items) = list,
        items.indices.contains(index)
      else { return nil }
      guard case .dictionary(let values) = items[index], let key = specifier.key else {
        return items[index]
      }
      return values[SettingValue.DictionaryKey(key.text)] ?? items[index]
    case .add: return nil
    default: return specifier.key.flatMap(stored)
    }
  }

  private func title(of specifier: Specifier) -> String? {
    guard case .choice(_, let index, let choices) = row else { return specifier.title }
    return choices.title(for: choices.values[index]) ?? Self.text(of: choices.values[index])
  }

  private func control(
    of specifier: Specifier, value: SettingValue?, isSecret: Bool
  ) -> PageOutline.Control {
    switch row {
    case .choice(_, let index, let choices):
      return .radio(isChosen: value.flatMap(choices.index(of:)) == index && !isSecret)
    case .add: return .add
    case .item:
      return .item(isSecret ? Self.mask : shown(specifier, value))
    case .entry, .dateEditor: break
    }
    if isSecret { return masked(specifier, value) }
    switch specifier.element {
    case .toggle(let toggle): return .toggle(isOn: toggle.isOn(value))
    case .slider(let slider):
      return .slider(
        position: slider.position(of: value), minimum: slider.minimum, maximum: slider.maximum)
    case .textField, .textView:
      return .text(value.map(Self.text), placeholder: specifier.appearance.placeholder)
    case .multiValue: return .choice(shown(specifier, value))
    case .datePicker, .titleValue: return .label(shown(specifier, value))
    case .childPane(let pane): return .page(pane.file)
    case .openURL(let link): return .url(link.url)
    case .mailCompose: return .mail
    case .button: return .button
    default: return .custom
    }
  }

  private func masked(_ specifier: Specifier, _ value: SettingValue?) -> PageOutline.Control {
    let isEmpty = value == nil || value == ""
    switch specifier.element {
    case .textField, .textView:
      return .text(isEmpty ? nil : Self.mask, placeholder: specifier.appearance.placeholder)
    case .multiValue: return .choice(isEmpty ? nil : Self.mask)
    default: return .label(isEmpty ? nil : Self.mask)
    }
  }

  /// What is shown for a value: its title where the entry has values and titles, else its text.
  package func shown(_ specifier: Specifier, _ value: SettingValue?) -> String? {
    guard let value else { return nil }
    if let choices = specifier.choices(from: provider) { return choices.title(for: value) }
    return Self.text(of: value)
  }

  /// A value as a page shows it.
  package static func text(of value: SettingValue) -> String {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
    case .string(let text): text
    case .data(let data): "\(data.count) bytes"
    case .date(let date): PropertyListDate.text(of: date) ?? "\(date)"
    case .array(let items): items.map(text).joined(separator: ", ")
    case .dictionary(let entries):
      entries.sorted { $0.key < $1.key }.map { "\($0.key): \(text(of: $0.value))" }
        .joined(separator: ", ")
    }
  }
}
