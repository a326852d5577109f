import Foundation
import SettingsCore
import SettingsSchema

/// Our answer for an entry, in the shape of the expected files.
struct ActualAnswer {
  let bundle: SettingsBundle
  let entry: ExpectedEntry

  var json: JSON {
    let page = bundle.root
    let layout = page.layout(
      hidden: entry.hidden, idiom: entry.context.idiom, itemCount: entry.itemCount)
    var answer: [String: JSON] = [
      "locate": .string(page.file), "settingsBundle": .string(page.bundleName),
      "localizationTable": .string(page.strings.name),
      "showPrivacySettings": .bool(page.showsPrivacySettings),
      "numberOfSections": .integer(Int64(layout.sections.count)),
      "sections": .list(layout.sections.map { section($0) }),
      "indexPaths": .object(indexPaths(layout)),
      "defaults": .object([
        "all": defaults(editableOnly: false), "editable": defaults(editableOnly: true),
      ]),
    ]
    answer["title"] = JSON(page.title)
    answer["titleRaw"] = page.attributes["Title"].map(JSON.init)
    return .object(answer)
  }

  private func defaults(editableOnly: Bool) -> JSON {
    let values = bundle.defaults(editableOnly: editableOnly)
    return .object(
      Dictionary(
        values.map { ($0.key.text, JSON($0.value)) }, uniquingKeysWith: { first, _ in first }))
  }

  private func indexPaths(_ layout: PageLayout) -> [String: JSON] {
    var paths: [String: JSON] = [:]
    for section in layout.sections {
      for specifier in [section.header].compactMap({ $0 }) + section.members {
        guard let key = specifier.key, let path = layout.path(forKey: key),
          let found = layout.specifier(forKey: key)
        else { continue }
        paths[key.text] = .list([
          .integer(Int64(path.section)), .integer(Int64(path.row)), .string(found.type),
        ])
      }
    }
    return paths
  }

  private func section(_ section: PageSection) -> JSON {
    let shape = SpecifierShape(
      strings: bundle.root.strings, items: section.header?.key.map(entry.items) ?? [])
    let rows = section.rows.map { shape.row($0) }
    // The original keeps a radio group's rows among the section's entries.
    let count = (section.header == nil ? 0 : 1) + section.firstMemberRow + section.members.count
    var answer: [String: JSON] = [
      "rows": .list(rows), "numberOfRows": .integer(Int64(rows.count)),
      "dataSourceCount": .integer(Int64(count)),
    ]
    answer["header"] = section.header.map { .object(shape.fields(of: $0, isRow: false)) }
    answer["title"] = section.title.map(JSON.string)
    answer["key"] = section.header?.attributes["Key"].map(JSON.init)
    answer["footerText"] = section.footerText.map(JSON.string)
    return .object(answer)
  }
}
