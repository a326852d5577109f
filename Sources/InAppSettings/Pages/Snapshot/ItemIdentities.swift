import SettingsCore

/// Numbers for the items of a list, which stay with them while the list changes around them.
struct ItemIdentities: Sendable {
  private(set) var numbers: [Int] = []
  private var items: [SettingValue] = []
  private var next = 0

  /// The same numbers for the items that are still there, also in another order; an item that was
  /// changed in its place keeps its number.
  ///
  /// - Complexity: O(n).
  mutating func follow(_ new: [SettingValue]) {
    guard new != items else { return }
    var kept = ItemMatching(of: items, in: new).places.map { $0.map { numbers[$0] } }
    var used = Set(kept.compactMap { $0 })
    for index in new.indices where kept[index] == nil {
      if numbers.indices.contains(index), used.insert(numbers[index]).inserted {
        kept[index] = numbers[index]
      }
    }
    numbers = kept.map { number in
      if let number { return number }
      defer { next += 1 }
      return next
    }
    items = new
  }
}

extension ItemIdentities {
  /// The number of an item; nil when there is no such item.
  func number(at index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }
}
