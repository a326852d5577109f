import Foundation
import SettingsCore
import SettingsLedger
import SettingsSchema

/// A page's snapshot together with what its rows stand for.
struct PageContent: Sendable {
  let snapshot: PageSnapshot
  /// The moment that it shows; its state is not kept, which every commit would have to copy.
  let stamp: PageStamp
  let revision: Revision
  /// The hidden settings.
  let hidden: Set<SettingName>
  let places: [PageSnapshot.RowID: RowPlace]
  let identities: [Int: ItemIdentities]
}

/// What a row of a snapshot stands for.
struct RowPlace: Sendable {
  let row: PageRow
  let header: Specifier?
  /// The stored item that an item's row shows; nil for other rows.
  let item: SettingValue?
  /// The stored list that the row's item was in; empty for rows of no list.
  let items: [SettingValue]
  /// The row as it is shown.
  let shown: PageSnapshot.Row

  var specifier: Specifier { row.specifier }

  /// Whether the row adds items to a list.
  var isAdding: Bool { if case .add = row { true } else { false } }

  /// The title, or else the key, for messages to people.
  var name: String { EditReason.name(shown.title, shown.key) ?? shown.type }
}

/// What a page's content is made from, besides the values.
struct PageRecipe: Sendable {
  let schema: PageSchema
  let source: any PageSource
  let options: PageOptions
  let isReadOnly: Bool
  /// The device.
  var idiom: Idiom { options.idiom ?? source.idiom }
  /// The names whose values must not be shown, as far as the pages say so.
  let secrets: Set<SettingName>
}

extension PageRecipe {
  /// Makes the content.
  ///
  /// - Parameters:
  ///   - moment: The values.
  ///   - editedDate: The position of the date entry whose editor is open; nil when none is.
  ///   - identities: The numbers of the items of lists so far.
  func content(
    _ moment: PageMoment, editedDate: Int?, identities: [Int: ItemIdentities]
  ) -> PageContent {
    let values = EffectiveValues(moment: moment, schema: schema, source: source)
    let derived = options.rules.hiddenNames(
      value: { values.value(of: $0) }, isOn: { values.isOn($0) })
    let concealed = schema.concealedEntries(
      value: { values.value(of: $0) }, isOn: { values.isOn($0) })
    let layout = schema.layout(
      hidden: moment.hidden.union(derived), concealed: concealed, idiom: idiom,
      selected: editedDate.flatMap { index in schema.specifiers.first { $0.index == index } },
      provider: options.choices
    ) { moment.items($0).count }
    var identities = identities
    var places: [PageSnapshot.RowID: RowPlace] = [:]
    let sections = layout.sections.map { section in
      let header = section.header
      let items = header?.key.map(moment.items) ?? []
      if let header, case .listGroup = header.element {
        identities[header.index, default: ItemIdentities()].follow(items)
      }
      let rows = section.rows.map { row in
        let id = id(of: row, header: header, identities)
        let item: SettingValue? =
          if case .item(_, let index) = row, items.indices.contains(index) { items[index] } else {
            nil
          }
        let maker = RowMaker(
          row: row, header: header, item: item, recipe: self, moment: moment,
          isEdited: editedDate == row.specifier.index)
        let shown = maker.row(id)
        places[id] = RowPlace(row: row, header: header, item: item, items: items, shown: shown)
        return shown
      }
      return PageSnapshot.Section(
        id: PageSnapshot.SectionID(entry: header?.index), key: header?.key, title: section.title,
        footer: section.footerText, rows: rows, problem: problem(header, moment))
    }
    return PageContent(
      snapshot: PageSnapshot(name: schema.name, title: schema.title, sections: sections),
      stamp: moment.stamp, revision: moment.store.revision, hidden: moment.hidden, places: places,
      identities: identities)
  }

  private func problem(_ header: Specifier?, _ moment: PageMoment) -> String? {
    guard let header, case .listGroup = header.element,
      let stored = header.key.flatMap({ moment.stored($0) }), ListItems(stored) == nil
    else { return nil }
    return RowMaker.problem(stored)
  }

  private func id(
    of row: PageRow, header: Specifier?, _ identities: [Int: ItemIdentities]
  ) -> PageSnapshot.RowID {
    let group = header?.index ?? -1
    return switch row {
    case .entry(let specifier): PageSnapshot.RowID(entry: specifier.index, part: .entry)
    case .choice(_, let index, _): PageSnapshot.RowID(entry: group, part: .choice(index))
    case .item(_, let index):
      PageSnapshot.RowID(entry: group, part: .item(identities[group]?.number(at: index) ?? -index))
    case .add: PageSnapshot.RowID(entry: group, part: .add)
    case .dateEditor(let specifier): PageSnapshot.RowID(entry: specifier.index, part: .dateEditor)
    }
  }
}

extension PageMoment {
  /// The items of a list; none when what is stored is no list (rule T8).
  func items(_ name: SettingName) -> [SettingValue] { ListItems(stored(name))?.values ?? [] }
}
