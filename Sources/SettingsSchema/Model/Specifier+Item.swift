public import SettingsCore

extension Specifier {
  /// A row of a list group: which list, and where in it.
  public struct Item: Hashable, Sendable {
    /// Which row of the list.
    public enum Position: Hashable, Sendable {
      /// The row of the item with this index, from 0.
      case existing(Int)
      /// The row that adds an item.
      case new
    }

    /// The key of the list group; nil when it has none, and so stores nothing.
    public let list: SettingName?
    /// Which row of the list.
    public let position: Position
  }

  /// The entry of an item of a list group; nil when this is no list group, has no item entry, or the
  /// index is negative.
  ///
  /// The index may lie behind the last item: what is stored is for a store to know.
  ///
  /// - Parameter index: The position of the item in the stored list, from 0.
  public func itemSpecifier(for index: Int) -> Specifier? {
    guard case .listGroup(let group) = element, index >= 0 else { return nil }
    return group.item?.asRow(.existing(index), of: key)
  }

  /// The entry of the row that adds an item to a list group; nil when this is no list group, or
  /// nothing can be added.
  public var addSpecifier: Specifier? {
    guard case .listGroup(let group) = element else { return nil }
    return group.add?.asRow(.new, of: key)
  }

  private func asRow(_ position: Item.Position, of list: SettingName?) -> Specifier {
    var row = self
    row.item = Item(list: list, position: position)
    return row
  }
}
