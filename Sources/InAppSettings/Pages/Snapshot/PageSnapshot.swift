public import SettingsCore
public import SettingsSchema

/// What a settings page shows at one moment: sections and rows, with their texts and the states of
/// their controls.
///
/// A value: it never changes, and can be taken to any thread. ``PageUpdate`` says how one became
/// another.
public struct PageSnapshot: Hashable, Sendable {
  /// The page's name.
  public let name: String
  /// The localized title.
  public let title: String?
  /// The sections, in order.
  public let sections: [Section]

  /// A section.
  public struct Section: Hashable, Sendable, Identifiable {
    /// The same for the same section of all snapshots of a page.
    public let id: SectionID
    /// The header's key.
    public let key: SettingName?
    /// The localized title.
    public let title: String?
    /// The localized text below the section.
    public let footer: String?
    /// The rows, in order.
    public let rows: [Row]
    /// What is wrong with what is stored for a list group, as a sentence; nil when nothing is (rule T8).
    public let problem: String?
  }

  /// A row.
  public struct Row: Hashable, Sendable, Identifiable {
    /// The same for the same row of all snapshots of a page.
    ///
    /// The items of a list keep theirs when they are edited or moved, and when others are added or
    /// removed.
    public let id: RowID
    /// What the row stands for.
    public internal(set) var role: Role
    /// The entry's type as the property list writes it.
    public let type: String
    /// The setting that the row changes; the list's for the rows of a list group.
    public let key: SettingName?
    /// The localized title.
    public let title: String?
    /// The localized second line for the current value.
    public let subtitle: String?
    /// What is shown beside the title: the title of the chosen value, a date, a value.
    public let detail: String?
    /// What the row lets its user do, with its state.
    public let control: Control
    /// The stored value, or else the default; nil when there is neither, and for secrets.
    public let value: SettingValue?
    /// Whether the value is stored, not the default.
    public let isStored: Bool
    /// Whether the value must not be shown.
    public let isSecret: Bool
    /// What is wrong with the stored value, as a sentence without it; nil when the row can show it.
    ///
    /// A value of a kind that the control does not know is shown as none, and stays until it is edited.
    public let problem: String?
    /// Whether the row can do anything.
    public let isEnabled: Bool
    /// Whether the row's item can be removed.
    public let isDeletable: Bool
    /// How the row looks: placeholder, alignment, image.
    public let appearance: Specifier.Appearance

    /// The name of the image beside the title.
    public var imageName: String? { appearance.cellImage }
    /// The text shown while a field is empty.
    public var placeholder: String? { appearance.placeholder }
  }

  /// What a row stands for.
  public enum Role: Hashable, Sendable {
    /// An entry of the page.
    case entry
    /// The value with this index of a radio group.
    case choice(Int)
    /// The item with this index of a list group.
    case item(Int)
    /// Adds an item to a list group.
    case add
    /// Edits the date of the row above it.
    case dateEditor
  }

  /// What stands for a section in all snapshots of a page.
  public struct SectionID: Hashable, Sendable, CustomStringConvertible {
    /// The position of the header in the property list; nil for the rows before any header.
    let entry: Int?

    /// The header's position.
    public var description: String { entry.map { "section \($0)" } ?? "first section" }
  }

  /// What stands for a row in all snapshots of a page.
  public struct RowID: Hashable, Sendable, CustomStringConvertible {
    /// The position of the entry in the property list, that of the group for its rows.
    let entry: Int
    let part: Part

    enum Part: Hashable, Sendable {
      case entry
      case choice(Int)
      /// A number that an item has as long as it is in its list.
      case item(Int)
      case add
      case dateEditor
    }

    /// The entry's position and the part of it.
    public var description: String {
      switch part {
      case .entry: "\(entry)"
      case .choice(let index): "\(entry).choice\(index)"
      case .item(let number): "\(entry).item\(number)"
      case .add: "\(entry).add"
      case .dateEditor: "\(entry).date"
      }
    }
  }
}

extension PageSnapshot {
  /// All rows, in order.
  public var rows: [Row] { sections.flatMap(\.rows) }

  /// The row with this identity; nil when the page does not show it.
  ///
  /// - Complexity: O(number of rows).
  public func row(_ id: RowID) -> Row? {
    for section in sections {
      if let row = section.rows.first(where: { $0.id == id }) { return row }
    }
    return nil
  }

  /// The first row of an entry with this key, for a radio group its first value; nil when the page
  /// shows none.
  ///
  /// Rows of lists are found through their section (rule D10).
  ///
  /// - Complexity: O(number of rows).
  public func row(forKey key: SettingName) -> Row? {
    for section in sections {
      for row in section.rows where row.key == key {
        switch row.role {
        case .entry, .choice: return row
        case .item, .add, .dateEditor: continue
        }
      }
    }
    return nil
  }

  /// The section whose header has this key; nil when the page shows none.
  public func section(forKey key: SettingName) -> Section? {
    sections.first { $0.key == key }
  }
}
