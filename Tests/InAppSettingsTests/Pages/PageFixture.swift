import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Synchronization
import Testing

/// A page over a store of its own, and a delegate that notes what it is told.
struct PageFixture {
  let store: SettingsStore
  let bundle: SettingsBundle
  let page: SettingsPage
  let delegate = Recorder()

  init(
    _ specifiers: SettingValue..., others: [String: [SettingValue]] = [:],
    values: [SettingName: SettingValue] = [:], options: PageOptions = PageOptions(),
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws {
    try self.init(
      specifiers, others: others, values: values, options: options, configuration: configuration)
  }

  init(
    _ specifiers: [SettingValue], others: [String: [SettingValue]] = [:],
    values: [SettingName: SettingValue] = [:], options: PageOptions = PageOptions(),
    configuration: StoreConfiguration = StoreConfiguration()
  ) throws {
    bundle = SettingsBundle(
      root: ["PreferenceSpecifiers": .array(specifiers), "Title": "Settings"],
      pages: others.mapValues { ["PreferenceSpecifiers": .array($0)] })
    store = try SettingsStore.temporary(
      values: values, author: "alice", configuration: configuration)
    page = try SettingsPage(
      bundle.root, of: bundle, in: store, options: options, delegate: delegate)
  }

  func row(_ key: SettingName) throws -> PageSnapshot.Row {
    try #require(page.snapshot.row(forKey: key), "no row for \(key)")
  }

  func id(_ key: SettingName) throws -> PageSnapshot.RowID { try row(key).id }

  /// The rows of the list group with this key.
  func list(_ key: SettingName) throws -> [PageSnapshot.Row] {
    try #require(page.snapshot.section(forKey: key)).rows
  }

  /// The newest commit.
  var commit: SettingsCommit { get throws { try store.commit(at: store.revision) } }
}

/// Notes what pages tell, and answers as told.
final class Recorder: PageDelegate {
  struct Notes {
    var changes: [PageChange] = []
    var senders: [String] = []
    var requests: [PageRequest] = []
    var verdict: @Sendable (String) -> TextVerdict = { _ in .ok }
    var isValid: @Sendable (inout [SettingValue.DictionaryKey: SettingValue]) -> Bool = { _ in true
    }
    var onChange: @Sendable (SettingsPage, PageChange) throws -> Void = { _, _ in }
  }

  private let notes = Mutex(Notes())

  var changes: [PageChange] { notes.withLock { $0.changes } }
  var senders: [String] { notes.withLock { $0.senders } }
  var requests: [PageRequest] { notes.withLock { $0.requests } }

  func onChange(_ body: @escaping @Sendable (SettingsPage, PageChange) throws -> Void) {
    notes.withLock { $0.onChange = body }
  }

  func answerTexts(_ body: @escaping @Sendable (String) -> TextVerdict) {
    notes.withLock { $0.verdict = body }
  }

  func answerItems(
    _ body: @escaping @Sendable (inout [SettingValue.DictionaryKey: SettingValue]) -> Bool
  ) {
    notes.withLock { $0.isValid = body }
  }

  func settingsPage(_ page: SettingsPage, didChange change: PageChange) {
    let body = notes.withLock { notes in
      notes.changes.append(change)
      notes.senders.append(page.schema.name)
      return notes.onChange
    }
    do { try body(page, change) } catch { Issue.record(error) }
  }

  func settingsPage(
    _ page: SettingsPage, validate text: String, for row: PageSnapshot.Row
  ) -> TextVerdict { notes.withLock { $0.verdict }(text) }

  func settingsPage(
    _ page: SettingsPage, validate item: inout [SettingValue.DictionaryKey: SettingValue],
    of list: SettingName?
  ) -> Bool { notes.withLock { $0.isValid }(&item) }

  func settingsPage(_ page: SettingsPage, requests request: PageRequest) {
    notes.withLock { $0.requests.append(request) }
  }
}

extension PageSnapshot {
  /// The sections as texts: `header: row row`, with `-` for no header.
  var shape: [String] {
    sections.map { section in
      let rows = section.rows.map { row in
        switch row.role {
        case .choice(let index): "#\(index)"
        case .item(let index): "<\(index)>"
        case .add: "+"
        case .dateEditor: "^"
        case .entry: row.key?.text ?? row.type
        }
      }
      return ([(section.key?.text ?? section.title ?? "-") + ":"] + rows).joined(separator: " ")
    }
  }
}

extension PageSnapshot.Row {
  var isOn: Bool? { if case .toggle(let toggle) = control { toggle.isOn } else { nil } }
  var position: Double? { if case .slider(let slider) = control { slider.position } else { nil } }
  var text: String? { if case .text(let input) = control { input.text } else { nil } }
  var selected: Int? { if case .choice(let choice) = control { choice.selected } else { nil } }
  var isChosen: Bool? { if case .radio(let isChosen) = control { isChosen } else { nil } }
}

/// An entry of a page.
func entry(_ type: String, _ key: String? = nil, _ more: SettingValue = [:]) -> SettingValue {
  guard case .dictionary(var attributes) = more else { return more }
  attributes["Type"] = .string(type)
  if attributes["Title"] == nil { attributes["Title"] = .string(key ?? type) }
  if let key { attributes["Key"] = .string(key) }
  return .dictionary(attributes)
}

func toggle(_ key: String, _ more: SettingValue = [:]) -> SettingValue {
  entry("PSToggleSwitchSpecifier", key, more)
}
