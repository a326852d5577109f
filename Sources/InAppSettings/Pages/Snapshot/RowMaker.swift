import Foundation
import SettingsCore
import SettingsSchema

/// Makes one row of a snapshot.
struct RowMaker {
  let row: PageRow
  let header: Specifier?
  let item: SettingValue?
  let recipe: PageRecipe
  let moment: PageMoment
  let isEdited: Bool

  private var specifier: Specifier { row.specifier }

  private var key: SettingName? {
    switch row {
    case .item, .add: header?.key
    default: specifier.key
    }
  }

  private var outline: RowOutline {
    var secrets = recipe.secrets
    if let key, moment.isSecret(key) { secrets.insert(key) }
    return RowOutline(
      row: row, header: header, hidden: [], secrets: secrets, provider: recipe.options.choices,
      stored: { moment.stored($0) }, registered: { moment.registered($0) })
  }

  func row(_ id: PageSnapshot.RowID) -> PageSnapshot.Row {
    let outline = outline
    let shown = outline.outline
    let value = outline.value
    let control = control(value, isSecret: shown.isSecret)
    let label = label(outline, value, isSecret: shown.isSecret)
    return PageSnapshot.Row(
      id: id, role: role, type: specifier.type, key: key, title: label.title ?? shown.title,
      subtitle: shown.subtitle, detail: label.detail, control: control, value: shown.value,
      isStored: shown.isStored, isSecret: shown.isSecret, problem: problem,
      isEnabled: isEnabled(control),
      isDeletable: isDeletable, appearance: specifier.appearance)
  }

  private var role: PageSnapshot.Role {
    switch row {
    case .entry: .entry
    case .choice(_, let index, _): .choice(index)
    case .item(_, let index): .item(index)
    case .add: .add
    case .dateEditor: .dateEditor
    }
  }

  private var isDeletable: Bool {
    guard case .item = row, case .listGroup(let group) = header?.element else { return false }
    return group.isDeletable && !recipe.isReadOnly
  }

  private var problem: String? {
    guard case .entry = row, let stored else { return nil }
    let isShown =
      switch specifier.element {
      case .toggle(let toggle):
        stored.truth != nil
          || [toggle.trueValue, toggle.falseValue].contains { $0?.matches(stored) ?? false }
      case .slider: stored.leadingNumber != nil
      case .textField, .textView: Self.editable(stored) != nil
      case .datePicker: stored.kind == .date
      default: true
      }
    return isShown ? nil : Self.problem(stored)
  }

  /// The sentence on a value that cannot be shown.
  static func problem(_ stored: SettingValue) -> String {
    "What is stored is of kind \(stored.kind), which cannot be shown here."
  }

  // MARK: - Texts

  /// Title and detail; a title of nil is the entry's own.
  private func label(
    _ outline: RowOutline, _ value: SettingValue?, isSecret: Bool
  ) -> (title: String?, detail: String?) {
    let text = isSecret ? value.map { _ in RowOutline.mask } : outline.shown(specifier, value)
    switch specifier.element {
    case .multiValue, .titleValue: return (nil, text)
    case .datePicker: return (nil, isSecret ? text : dateText(value))
    case .button:
      // A default is no title (rule E13).
      let title = outline.outline.isStored ? localized(value, isSecret) : nil
      return (title?.isEmpty == false ? title : itemTitle(text), nil)
    case .childPane, .openURL, .mailCompose, .customView, .unknown:
      if let title = itemTitle(text) { return (title, nil) }
      let hasSubtitle = outline.outline.subtitle?.isEmpty == false
      return (nil, hasSubtitle ? nil : localized(value, isSecret))
    default: return (nil, nil)
    }
  }

  /// What names an item whose entry has no title.
  private func itemTitle(_ text: String?) -> String? {
    if case .item = row, specifier.title == nil { text } else { nil }
  }

  private func localized(_ value: SettingValue?, _ isSecret: Bool) -> String? {
    guard specifier.key != nil, case .string(let text) = value else { return nil }
    return isSecret ? RowOutline.mask : recipe.schema.strings.text(for: text)
  }

  private func dateText(_ value: SettingValue?) -> String? {
    guard case .date(let date) = value else { return value.map(RowOutline.text) }
    guard case .datePicker(let picker) = specifier.element else { return nil }
    return DateText.text(of: date, picker.mode, in: recipe.options.timeZone)
  }

  // MARK: - Controls

  private func control(_ value: SettingValue?, isSecret: Bool) -> PageSnapshot.Control {
    if case .choice(_, let index, let choices) = row {
      return .radio(isChosen: !isSecret && value.flatMap(choices.index(of:)) == index)
    }
    if isSecret, let masked = masked(value) { return masked }
    switch specifier.element {
    case .toggle(let toggle):
      return .toggle(PageSnapshot.Toggle(isOn: toggle.isOn(value), style: toggle.style))
    case .slider(let slider):
      return .slider(PageSnapshot.Slider(position: slider.position(of: value), range: slider))
    case .textField, .textView: return text(value.flatMap(Self.editable) ?? "")
    case .multiValue(let list): return .choice(choice(list, selecting: value))
    case .datePicker(let picker):
      let stored: Date? = if case .date(let date) = item ?? stored { date } else { nil }
      return .date(PageSnapshot.DateInput(date: stored, picker: picker, isEditing: isEdited))
    case .childPane(let pane): return .page(pane.file)
    case .openURL(let link): return .url(link.url)
    case .mailCompose(let mail): return .mail(mail)
    case .button: return .button
    case .titleValue: return .label
    default: return .custom
    }
  }

  private var stored: SettingValue? { specifier.key.flatMap { moment.stored($0) } }

  /// The control of a secret: the state is not told, and a text begins anew when it is edited.
  private func masked(_ value: SettingValue?) -> PageSnapshot.Control? {
    switch specifier.element {
    case .textField, .textView:
      let isEmpty = value.flatMap(Self.editable)?.isEmpty ?? true
      return text(isEmpty ? "" : RowOutline.mask)
    case .multiValue(let list): return .choice(choice(list, selecting: nil))
    case .toggle, .slider, .datePicker, .titleValue: return .label
    default: return nil
    }
  }

  /// A value as a text to edit; nil for what is no text and no number, such as the whole item of a
  /// list that lacks the field.
  static func editable(_ value: SettingValue) -> String? {
    switch value {
    case .array, .dictionary, .data: nil
    default: RowOutline.text(of: value)
    }
  }

  private func text(_ text: String) -> PageSnapshot.Control {
    let keyboard: Specifier.KeyboardType
    let capitals: Specifier.AutocapitalizationType
    var correction: Specifier.AutocorrectionType
    let content: Specifier.TextContentType?
    var isMultiline = false
    switch specifier.element {
    case .textField(let field):
      (keyboard, capitals) = (field.keyboardType, field.autocapitalizationType)
      (correction, content) = (field.autocorrectionType, field.contentType)
      if field.isSecure { correction = .no }
    case .textView(let view):
      (keyboard, capitals) = (view.keyboardType, view.autocapitalizationType)
      (correction, content) = (view.autocorrectionType, view.contentType)
      isMultiline = true
    default: return .label
    }
    return .text(
      PageSnapshot.TextInput(
        text: text, isSecure: specifier.isSecure, isMultiline: isMultiline,
        keyboardType: keyboard, autocapitalizationType: capitals,
        autocorrectionType: correction, contentType: content))
  }

  private func choice(
    _ list: Specifier.Element.MultiValue, selecting value: SettingValue?
  ) -> PageSnapshot.Choice {
    let choices = specifier.choices(from: recipe.options.choices)
    let options = (choices?.values ?? []).enumerated().map { index, value in
      PageSnapshot.Option(
        value: value, title: choices?.fullTitle(at: index) ?? RowOutline.text(of: value),
        iconName: choices?.iconName(at: index))
    }
    return PageSnapshot.Choice(
      options: options, selected: value.flatMap { choices?.index(of: $0) },
      footer: list.footerText, closesOnChoice: list.isQuickSelection)
  }

  private func isEnabled(_ control: PageSnapshot.Control) -> Bool {
    switch control {
    case .label: false
    case .page(let name):
      !specifier.destination.isEmpty
        || name.flatMap { recipe.source.page(named: $0) } != nil
    case .url, .mail, .button: true
    case .choice(let choice): !choice.options.isEmpty && !recipe.isReadOnly
    default: !recipe.isReadOnly
    }
  }
}

extension Choices {
  /// The title on the values' own page: never the short one.
  fileprivate func fullTitle(at index: Int) -> String? {
    titles.indices.contains(index) ? titles[index] : nil
  }

  fileprivate func iconName(at index: Int) -> String? {
    guard let iconNames, iconNames.indices.contains(index) else { return nil }
    return iconNames[index]
  }
}
