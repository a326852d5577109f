import SettingsCore
public import SettingsSchema

extension SwiftySettings {
  /// The settings as a settings bundle: what pages show, where defaults and secrets come from.
  ///
  /// A screen is a page, whose name is its title, with a number where that is taken. A switch is a
  /// toggle, an ``OptionsSection`` a radio group, an ``OptionsButton`` a multi-value list.
  ///
  /// - Complexity: O(number of nodes).
  public var bundle: SettingsBundle {
    var pages = PageNames()
    let root = main.attributes(&pages)
    var others: [String: [SettingValue.DictionaryKey: SettingValue]] = [:]
    while let (name, screen) = pages.next() { others[name] = screen.attributes(&pages) }
    return SettingsBundle(root: root, pages: others)
  }
}

/// The names of screens that are pages, each screen once.
private struct PageNames {
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = ["Root"]
  private var pending: [(String, Screen)] = []

  mutating func name(of screen: Screen) -> String {
    if let name = names[ObjectIdentifier(screen)] { return name }
    var name = screen.title
    var number = 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(screen.title) \(number)"
    }
    names[ObjectIdentifier(screen)] = name
    pending.append((name, screen))
    return name
  }

  mutating func next() -> (String, Screen)? { pending.popLast() }
}

private typealias Attributes = [SettingValue.DictionaryKey: SettingValue]

extension Screen {
  fileprivate func attributes(_ pages: inout PageNames) -> Attributes {
    var entries: [SettingValue] = []
    for section in sections {
      entries.append(.dictionary(section.header))
      guard !(section is OptionsSection) else { continue }
      for item in section.items {
        guard let row = item.row(&pages) else { continue }
        entries.append(.dictionary(row))
      }
    }
    return ["Title": .string(title), "PreferenceSpecifiers": .array(entries)]
  }
}

extension Section {
  fileprivate var header: Attributes {
    var header: Attributes = ["Title": .string(title)]
    header["FooterText"] = footer.map(SettingValue.string)
    guard let options = self as? OptionsSection else {
      header["Type"] = "PSGroupSpecifier"
      return header
    }
    header["Type"] = "PSRadioGroupSpecifier"
    return header.merging(options.choices) { first, _ in first }
  }
}

extension OptionsContainer {
  /// The key, the values and titles, and the value that is chosen as long as nothing is stored.
  fileprivate var choices: Attributes {
    var choices: Attributes = [
      "Key": .string(key),
      "Values": .array(options.map { .integer(Int64($0.optionId)) }),
      "Titles": .array(options.map { .string($0.title) }),
    ]
    if options.contains(where: { $0.icon != nil }) {
      choices["IconNames"] = .array(options.map { .string($0.icon ?? "") })
    }
    choices["DefaultValue"] = options.first { $0.defaultValue == $0.optionId }
      .map { .integer(Int64($0.optionId)) }
    return choices
  }
}

extension TitledNode {
  /// The entry of a node that is a row; nil for one that is none, such as a section within another.
  fileprivate func row(_ pages: inout PageNames) -> Attributes? {
    var row: Attributes = ["Title": .string(title)]
    row["IASKCellImage"] = icon.map(SettingValue.string)
    switch self {
    case let node as Switch:
      row["Type"] = "PSToggleSwitchSpecifier"
      row["Key"] = .string(node.key)
      row["DefaultValue"] = .bool(node.defaultValue)
    case let node as Slider:
      row["Type"] = "PSSliderSpecifier"
      row["Key"] = .string(node.key)
      row["DefaultValue"] = .double(node.admissible(node.defaultValue).shortest)
      row["MinimumValue"] = .double(node.minimumValue.shortest)
      row["MaximumValue"] = .double(node.maximumValue.shortest)
      row["MinimumValueImage"] = node.minimumValueImage.map(SettingValue.string)
      row["MaximumValueImage"] = node.maximumValueImage.map(SettingValue.string)
    case let node as TextField:
      row["Type"] = "PSTextFieldSpecifier"
      row["Key"] = .string(node.key)
      row["DefaultValue"] = .string(node.defaultValue)
      row["IsSecure"] = .bool(node.secureTextEntry)
    case let node as OptionsButton:
      row["Type"] = "PSMultiValueSpecifier"
      // Choosing an option leads back.
      row["IASKQuickMultiValueSelection"] = true
      row.merge(node.choices) { first, _ in first }
    case let node as Screen:
      row["Type"] = "PSChildPaneSpecifier"
      row["File"] = .string(pages.name(of: node))
    default: return nil
    }
    return row
  }
}
