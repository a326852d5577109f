public import SettingsSchema

/// How one snapshot of a page became another.
///
/// Sections and rows are told as a list on a screen needs it: what is removed by its old place, all else by
/// its new one. Within a section, removing, then inserting and moving gives the new rows; what is updated
/// has the same identity and another content.
public struct PageUpdate: Hashable, Sendable {
  /// The snapshot before; nil for the first one.
  public let old: PageSnapshot?
  /// The snapshot now.
  public let snapshot: PageSnapshot
  /// What happened to the sections, their rows aside, by their indices.
  public let sections: PageDelta<Int>
  /// What happened to the rows of the sections that were there before and still are; the rows of
  /// sections that are inserted or removed are not told one by one.
  public let rows: PageDelta<PageLayout.Path>

  /// Whether the title of the page changed.
  public var titleChanged: Bool { old?.title != snapshot.title }

  /// Finds out what changed.
  ///
  /// - Complexity: O(n log n) for n rows, however much has changed.
  public init(from old: PageSnapshot?, to new: PageSnapshot) {
    self.old = old
    self.snapshot = new
    let before = old?.sections ?? []
    sections = PageDelta(from: before, to: new.sections) {
      $0.key == $1.key && $0.title == $1.title && $0.footer == $1.footer
        && $0.problem == $1.problem
    }
    var rows = PageDelta<PageLayout.Path>()
    let places = Dictionary(
      before.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, section) in new.sections.enumerated() {
      guard let place = places[section.id] else { continue }
      let delta = PageDelta(from: before[place].rows, to: section.rows, isEqual: Self.showsSame)
      rows.removed += delta.removed.map { PageLayout.Path(section: place, row: $0) }
      rows.inserted += delta.inserted.map { PageLayout.Path(section: index, row: $0) }
      rows.updated += delta.updated.map { PageLayout.Path(section: index, row: $0) }
      rows.moved += delta.moved.map {
        PageDelta.Move(
          from: PageLayout.Path(section: place, row: $0.from),
          to: PageLayout.Path(section: index, row: $0.to))
      }
    }
    self.rows = rows
  }

  /// Whether two rows show the same; that others moved an item to another index does not show.
  private static func showsSame(_ old: PageSnapshot.Row, _ new: PageSnapshot.Row) -> Bool {
    var old = old
    old.role = new.role
    return old == new
  }
}
