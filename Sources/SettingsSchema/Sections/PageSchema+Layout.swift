public import SettingsCore

extension PageSchema {
  /// The page as it is shown, a pure function of the arguments.
  ///
  /// - Parameters:
  ///   - hidden: The names of hidden settings. That of a header hides its section.
  ///   - concealed: The positions of entries that are hidden besides, such as
  ///     ``concealedEntries(value:isOn:)`` gives them.
  ///   - idiom: The device.
  ///   - selected: A date entry that is being edited: a row for that is put after it (rule D12).
  ///   - provider: Gives values to radio groups that have none of their own.
  ///   - itemCount: How many items the stored list of a list group has.
  /// - Returns: The sections; one whose rows are all hidden stays (rule D5).
  /// - Complexity: O(number of entries, values and items).
  public func layout(
    hidden: Set<SettingName> = [], concealed: Set<Int> = [], idiom: Idiom,
    selected: Specifier? = nil,
    provider: (any ChoicesProvider)? = nil, itemCount: (SettingName) -> Int = { _ in 0 }
  ) -> PageLayout {
    var sections = showsPrivacySettings ? [Self.privacySection(strings)] : []
    for draft in drafts(hidden: hidden, concealed: concealed, idiom: idiom) {
      sections.append(
        PageSection(
          header: draft.header,
          rows: Self.rows(of: draft, selected: selected, provider: provider, itemCount: itemCount),
          members: draft.members))
    }
    return PageLayout(sections: sections)
  }

  /// A section before it has rows.
  private struct Draft {
    var header: Specifier?
    var members: [Specifier] = []
  }

  /// The entries that are kept, by section (rules D1 to D6).
  private func drafts(
    hidden: Set<SettingName>, concealed: Set<Int>, idiom: Idiom
  ) -> [Draft] {
    var drafts: [Draft] = []
    var isInHiddenSection = false
    for specifier in specifiers {
      let isHidden =
        concealed.contains(specifier.index) || specifier.key.map(hidden.contains) ?? false
      guard specifier.idioms.contains(idiom) else {
        // A header for other devices is left out alone. Its rows are not those of a hidden header
        // before it, so they show.
        if specifier.isHeader { isInHiddenSection = false }
        continue
      }
      if specifier.isHeader {
        isInHiddenSection = isHidden
        if !isHidden { drafts.append(Draft(header: specifier)) }
      } else if !isHidden, !isInHiddenSection {
        if drafts.isEmpty { drafts.append(Draft()) }
        drafts[drafts.count - 1].members.append(specifier)
      }
    }
    return drafts
  }

  private static func rows(
    of draft: Draft, selected: Specifier?, provider: (any ChoicesProvider)?,
    itemCount: (SettingName) -> Int
  ) -> [PageRow] {
    switch draft.header?.element {
    case .radioGroup:
      guard let header = draft.header, let choices = header.choices(from: provider) else {
        return []
      }
      return choices.values.indices.map { .choice(header, index: $0, of: choices) }
    case .listGroup(let group):
      let count = draft.header?.key.map(itemCount) ?? 0
      let items: [PageRow] =
        group.item.map { item in (0..<max(0, count)).map { .item(item, index: $0) } } ?? []
      return items + (group.add.map { [.add($0)] } ?? [])
    default:
      return draft.members.flatMap { member -> [PageRow] in
        guard let selected, member.isSame(as: selected), case .datePicker = member.element else {
          return [.entry(member)]
        }
        return [.entry(member), .dateEditor(member)]
      }
    }
  }

  /// The section with the row to the privacy settings (rule L9).
  private static func privacySection(_ strings: StringsTable) -> PageSection {
    let header = made(["Type": "PSGroupSpecifier", "Key": "IASKPrivacySettingsHeaderKey"], strings)
    let row = made(
      [
        "Type": "IASKOpenURLSpecifier", "Key": "IASKPrivacySettingsCellKey", "Title": "Privacy",
        "IASKSubtitle": "Open in Settings app", "File": "app-settings:",
        "IASKCellImage": "hand.raised",
      ], strings)
    let members = [row].compactMap { $0 }
    return PageSection(header: header, rows: members.map(PageRow.entry), members: members)
  }

  private static func made(
    _ attributes: [SettingValue.DictionaryKey: SettingValue], _ strings: StringsTable
  ) -> Specifier? {
    var reader = SpecifierReader(
      SpecifierAttributes(attributes, strings: strings),
      place: DiagnosticPlace(file: "", page: nil))
    return reader.read()
  }
}
