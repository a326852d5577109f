public import SettingsCore

/// A page as it is shown: its sections and rows, for one device and one set of hidden settings.
public struct PageLayout: Sendable {
  /// The sections, in order.
  public let sections: [PageSection]

  /// A place on a page.
  public struct Path: Hashable, Sendable {
    /// The section, from 0.
    public let section: Int
    /// The row in the section, from 0; 0 also stands for the header.
    public let row: Int

    /// Makes a path.
    public init(section: Int, row: Int) {
      self.section = section
      self.row = row
    }
  }

  /// The place of the first entry with a key: its row, or row 0 for a header; nil for an unknown
  /// key and for items of lists (rule D10).
  ///
  /// Entries that follow a radio or list group without a new group have no visible row; their row
  /// is counted from the section's first entry.
  ///
  /// - Complexity: O(number of entries).
  public func path(forKey key: SettingName) -> Path? {
    find(key)?.path
  }

  /// The first entry with a key, in the order of the sections; nil for an unknown key (rule D11).
  ///
  /// - Complexity: O(number of entries).
  public func specifier(forKey key: SettingName) -> Specifier? {
    find(key)?.specifier
  }

  /// The entry that a row shows; nil for a place that does not exist (rule D11).
  public func specifier(at path: Path) -> Specifier? {
    row(at: path)?.specifier
  }

  /// The row at a place; nil for a place that does not exist.
  public func row(at path: Path) -> PageRow? {
    guard sections.indices.contains(path.section) else { return nil }
    let rows = sections[path.section].rows
    return rows.indices.contains(path.row) ? rows[path.row] : nil
  }

  private func find(_ key: SettingName) -> (path: Path, specifier: Specifier)? {
    for (number, section) in sections.enumerated() {
      if let header = section.header, header.key == key {
        return (Path(section: number, row: 0), header)
      }
      let members = section.members
      if let index = members.firstIndex(where: { $0.key == key }) {
        return (Path(section: number, row: section.firstMemberRow + index), members[index])
      }
    }
    return nil
  }
}

/// A section of a page.
public struct PageSection: Sendable {
  /// The entry that starts the section; nil for entries before any header.
  public let header: Specifier?
  /// The rows that are shown.
  public let rows: [PageRow]
  /// The entries of the section besides its header that are not hidden, whether they have a row or
  /// not.
  public let members: [Specifier]

  /// The localized title.
  public var title: String? { header?.title }
  /// The localized text below the section.
  public var footerText: String? { header?.footerText }

  /// The row the members are counted from: behind the values of a radio group.
  package var firstMemberRow: Int {
    if case .radioGroup = header?.element { return rows.count }
    return 0
  }
}

/// A row of a section.
public enum PageRow: Sendable {
  /// An entry of the page.
  case entry(Specifier)
  /// A value of a radio group: the group, the value's index and the choices.
  case choice(Specifier, index: Int, of: Choices)
  /// An item of a list group: what an item looks like, and its index in the stored list.
  case item(Specifier, index: Int)
  /// The row that adds an item to a list group.
  case add(Specifier)
  /// The row that edits the date of the entry above it.
  case dateEditor(Specifier)

  /// The entry that the row shows: the group for a value, the entry above for a date editor.
  public var specifier: Specifier {
    switch self {
    case .entry(let specifier), .choice(let specifier, _, _), .item(let specifier, _),
      .add(let specifier), .dateEditor(let specifier):
      specifier
    }
  }
}
