import Foundation
import InAppSettings
import SettingsCore
import SettingsLedger
import SettingsSchema

/// Runs the operations of an entry on a page and an IASK-compatible store, both over one empty ledger.
struct Operations {
  private let entry: ExpectedEntry
  private let bundle: SettingsBundle
  private let ledger: SettingsStore
  private let store: IASKSettingsStoreLedger
  private let page: SettingsPage

  init(_ entry: ExpectedEntry, _ bundle: SettingsBundle) throws {
    self.entry = entry
    self.bundle = bundle
    ledger = try SettingsStore.temporary(
      configuration: StoreConfiguration(durability: .relaxed))
    store = IASKSettingsStoreLedger(ledger)
    page = try SettingsPage(
      bundle.root, of: bundle, in: ledger)
  }

  /// The answer to an operation.
  struct Answer {
    let json: JSON
    /// The setting that the operation was about; the list's for rows of a list.
    let key: String?
  }

  /// The answers, and what is stored afterwards.
  func run() throws -> (answers: [Answer], stored: JSON) {
    defer { ledger.close() }
    let answers = try entry.operations.map { operation in
      let specifier = specifier(operation)
      let key = specifier?.item.map { $0.list } ?? specifier?.key
      let answer = Answer(json: try run(operation), key: key?.text)
      try page.refresh()
      return answer
    }
    return (answers, stored)
  }

  private var stored: JSON {
    .object(
      Dictionary(
        ledger.names().map { ($0.text, ledger[$0].map(JSON.init) ?? .null) },
        uniquingKeysWith: { first, _ in first }))
  }

  private func run(_ operation: JSON) throws -> JSON {
    switch operation["op"].text {
    case "rows": return rows
    case "dump": return stored
    case "hidden":
      let names = operation["value"].array.compactMap(\.text)
      try page.setHiddenKeys(Set(names.compactMap { try? SettingName($0) }))
      return rows
    case "select":
      try row(operation).map { try page.editDate(of: $0.id) }
      return rows
    case "deselect":
      try page.editDate(of: nil)
      return rows
    case "applyDefaults":
      try applyDefaults()
      return "ok"
    case "indexPath":
      let key = operation["key"].text.flatMap { try? SettingName($0) }
      guard let path = key.flatMap({ layout.path(forKey: $0) }) else { return .null }
      return .list([.integer(Int64(path.section)), .integer(Int64(path.row))])
    case "checkRow": return try checkedRow(operation)
    case let name: return answer(name ?? "", specifier(operation), operation["value"])
    }
  }

  // MARK: - The page

  private var layout: PageLayout {
    page.schema.layout(
      hidden: page.hiddenKeys, idiom: entry.context.idiom,
      itemCount: { name in
        if case .array(let items) = ledger[name] { items.count } else { 0 }
      })
  }

  private func row(_ operation: JSON) -> PageSnapshot.Row? {
    guard let section = operation["section"].index, let row = operation["row"].index,
      page.snapshot.sections.indices.contains(section),
      page.snapshot.sections[section].rows.indices.contains(row)
    else { return nil }
    return page.snapshot.sections[section].rows[row]
  }

  private var rows: JSON {
    .list(
      page.snapshot.sections.map { section in
        var shape: [String: JSON] = [
          "n": .integer(Int64(section.rows.count)), "rows": .list(section.rows.map(shape)),
        ]
        shape["key"] = section.key.map { .string($0.text) }
        shape["header"] = layoutHeader(section)
        return .object(shape)
      })
  }

  private func layoutHeader(_ section: PageSnapshot.Section) -> JSON? {
    guard let index = page.snapshot.sections.firstIndex(of: section) else { return nil }
    return layout.sections[index].header.map { .string($0.type) }
  }

  private func shape(_ row: PageSnapshot.Row) -> JSON {
    switch row.role {
    case .entry: .string(row.key?.text ?? "type:" + row.type)
    case .choice(let index):
      .list([
        JSON(row.key?.text),
        page.specifier(of: row.id)?.choices.map { JSON($0.values[index]) } ?? .null,
      ])
    case .item(let index): .string("<item \(index)>")
    case .add: "<add>"
    case .dateEditor: .string("<picker \(row.key?.text ?? "")>")
    }
  }

  /// Chooses a value, when one is named, and tells which is chosen then.
  private func checkedRow(_ operation: JSON) throws -> JSON {
    let wanted = operation["value"].index
    let group = operation["section"].index.flatMap { index in
      page.snapshot.sections.indices.contains(index) ? page.snapshot.sections[index] : nil
    }
    let isRadio = if case .radio? = group?.rows.first?.control { true } else { false }
    guard let row = isRadio ? group?.rows.first : row(operation),
      let choices = page.specifier(of: row.id)?.choices
    else {
      // The original is asked it of entries without values, too.
      return .integer(Int64(wanted ?? 0))
    }
    if let wanted {
      switch row.control {
      case .radio: try group.map { _ = try page.choose($0.rows[wanted].id) }
      case .choice: try page.choose(wanted, of: row.id)
      default:
        // Nobody chooses the value of a title; the original is asked to.
        let chosen = row.value.flatMap { choices.index(of: $0) }
        if wanted != chosen { try page.setValue(choices.values[wanted], of: row.id) }
      }
    }
    let shown = shownRow(page.snapshot, row, choices)
    // Of values that match, the original tells the one that was tapped, as long as its page is open.
    if let shown, let wanted, choices.values[shown].matches(choices.values[wanted]) {
      return .integer(Int64(wanted))
    }
    return shown.map { .integer(Int64($0)) } ?? .null
  }

  private func shownRow(
    _ snapshot: PageSnapshot, _ row: PageSnapshot.Row, _ choices: Choices
  ) -> Int? {
    switch row.control {
    case .radio:
      snapshot.sections.first { $0.rows.contains { $0.id == row.id } }?.rows
        .firstIndex { $0.control == .radio(isChosen: true) }
    case .choice:
      if case .choice(let now)? = snapshot.row(row.id)?.control { now.selected } else { nil }
    default: snapshot.row(row.id)?.value.flatMap { choices.index(of: $0) }
    }
  }

  /// Stores defaults where nothing is stored, as the original does at first.
  private func applyDefaults() throws {
    let defaults = bundle.defaults(
      editableOnly: true, duplicates: .first, idiom: entry.context.idiom)
    try ledger.commit { draft in
      for (name, value) in defaults where !draft.isSet(name) { draft[name] = value }
    }
  }

  // MARK: - The store

  private func specifier(_ operation: JSON) -> Specifier? {
    let found: Specifier? =
      if let key = operation["key"].text {
        (try? SettingName(key)).flatMap { layout.specifier(forKey: $0) }
      } else if let section = operation["section"].index, let row = operation["row"].index {
        layout.specifier(at: PageLayout.Path(section: section, row: row))
      } else if let section = operation["section"].index,
        layout.sections.indices.contains(section)
      {
        layout.sections[section].header
      } else {
        nil
      }
    if let index = operation["item"].index { return found?.itemSpecifier(for: index) }
    return operation["add"].isTrue ? found?.addSpecifier : found
  }

  private func answer(_ name: String, _ specifier: Specifier?, _ value: JSON) -> JSON {
    if name.hasPrefix("get") { return got(name, specifier) }
    guard let specifier else { return name.hasSuffix("ForValue") ? .null : "ok" }
    switch name {
    case "setBool": store.setBool(value.isTrue, for: specifier)
    case "setInteger": store.setInteger(Int(value.number ?? 0), for: specifier)
    case "setFloat": store.setFloat(Float(value.real), for: specifier)
    case "setDouble": store.setDouble(value.real, for: specifier)
    case "setObject": store.setObject(value.settingValue, for: specifier)
    case "setArray": store.setArray(value.array.compactMap(\.settingValue), for: specifier)
    case "addObject": value.settingValue.map { store.add($0, for: specifier) }
    case "remove": store.removeObject(with: specifier)
    case "titleForValue":
      return JSON(value.settingValue.flatMap { specifier.choices?.title(for: $0) })
    case "subtitleForValue": return JSON(specifier.subtitle(for: value.settingValue))
    default: return .string("no operation \(name)")
    }
    return "ok"
  }

  private func got(_ name: String, _ specifier: Specifier?) -> JSON {
    // An entry that is not there has no value.
    return switch name {
    case "getBool": .bool(specifier.map { store.bool(for: $0) } ?? false)
    case "getInteger": .integer(Int64(specifier.map { store.integer(for: $0) } ?? 0))
    case "getFloat": .object(["$real": .real(Double(specifier.map { store.float(for: $0) } ?? 0))])
    case "getDouble": .object(["$real": .real(specifier.map { store.double(for: $0) } ?? 0)])
    case "getArray": .list(specifier.map { store.array(for: $0) }?.map(JSON.init) ?? [])
    default: specifier.flatMap { store.object(for: $0) }.map(JSON.init) ?? .null
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }

  fileprivate var index: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  fileprivate var real: Double { number ?? self["$real"].number ?? 0 }
}
