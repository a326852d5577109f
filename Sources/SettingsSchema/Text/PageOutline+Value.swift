public import SettingsCore

extension PageOutline {
  /// The page as a value, to be written as JSON.
  ///
  /// It has `name`, `title` and `sections`, which have `title`, `key`, `footer`, `hidden` and
  /// `rows`, which have `type`, `key`, `title`, `subtitle`, `shown`, `value`, `stored` and
  /// `hidden`. What is absent is left out; a secret's value is `{"$secret": true}`.
  ///
  /// - Complexity: O(number of rows).
  public var value: SettingValue {
    Self.object([
      ("name", .string(name)), ("title", title.map(SettingValue.string)),
      ("sections", .array(sections.map(\.value))),
    ])
  }

  fileprivate static func object(_ fields: [(String, SettingValue?)]) -> SettingValue {
    var entries: [SettingValue.DictionaryKey: SettingValue] = [:]
    for (name, value) in fields { entries[SettingValue.DictionaryKey(name)] = value }
    return .dictionary(entries)
  }
}

extension PageOutline.Section {
  fileprivate var value: SettingValue {
    PageOutline.object([
      ("title", title.map(SettingValue.string)), ("key", (key?.text).map(SettingValue.string)),
      ("footer", footer.map(SettingValue.string)), ("hidden", .bool(isHidden)),
      ("rows", .array(rows.map(\.outlineValue))),
    ])
  }
}

extension PageOutline.Row {
  fileprivate var outlineValue: SettingValue {
    PageOutline.object([
      ("type", .string(type)), ("key", (key?.text).map(SettingValue.string)),
      ("title", title.map(SettingValue.string)), ("subtitle", subtitle.map(SettingValue.string)),
      ("shown", shown), ("value", isSecret ? ["$secret": true] : value),
      ("stored", .bool(isStored)), ("hidden", .bool(isHidden)),
    ])
  }

  /// What the control shows.
  private var shown: SettingValue? {
    switch control {
    case .toggle(let isOn), .radio(let isOn): .bool(isOn)
    case .slider(let position, _, _): .double(position)
    case .text(let text, _), .choice(let text), .label(let text), .item(let text), .page(let text),
      .url(let text):
      text.map(SettingValue.string)
    case .mail, .button, .add, .custom: nil
    }
  }
}
