import InAppSettings
import SettingsCore
import SettingsSchema

extension Sheet {
  /// A settings page as it is drawn.
  init(_ page: PageSnapshot, trail: [String]) {
    self.init(
      trail: trail,
      sections: page.sections.map { section in
        Section(
          title: section.title, rows: section.rows.map(Row.init), footer: section.footer,
          problem: section.problem)
      })
  }
}

extension Sheet.Row {
  /// A row of a settings page as it is drawn.
  init(_ row: PageSnapshot.Row) {
    let label =
      switch row.role {
      case .item: row.title ?? (row.control == .label ? row.detail : "") ?? ""
      case .add: row.title ?? row.placeholder ?? ""
      default: row.title ?? row.name
      }
    self.init(
      id: row.id.description, label: label, control: Sheet.Control(row), subtitle: row.subtitle,
      problem: row.problem, isEnabled: row.isEnabled || row.control == .label)
  }
}

extension PageSnapshot.Row {
  /// What a person calls the row; an empty title names nothing.
  var name: String {
    if let title, !title.isEmpty { return title }
    return key?.text ?? type
  }
}

extension Sheet.Control {
  init(_ row: PageSnapshot.Row) {
    if case .add = row.role {
      self = .add
      return
    }
    let detail = row.detail ?? ""
    if case .item = row.role, row.control == .label {
      self = .item(detail)
      return
    }
    switch row.control {
    case .toggle(let toggle): self = .toggle(isOn: toggle.isOn)
    case .slider(let slider):
      self = .slider(
        position: slider.position, minimum: slider.range.minimum, maximum: slider.range.maximum)
    case .text(let input): self = .text(input.text, placeholder: row.placeholder ?? "")
    case .choice: self = .picker(detail)
    case .radio(let isChosen): self = .choice(isChosen: isChosen)
    case .date: self = .picker(detail)
    case .page: self = .page(detail)
    case .url(let url): self = .link(url ?? detail)
    case .mail(let mail): self = .link(mail.to.first ?? detail)
    case .button: self = .button
    case .label: self = .label(detail)
    case .custom: self = .label(detail)
    }
  }
}
