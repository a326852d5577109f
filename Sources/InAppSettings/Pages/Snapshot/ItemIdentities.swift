import SettingsCore

/// Numbers for the items of a list, which stay with them while the list changes around them.
struct ItemIdentities: Sendable {
  private(set) var numbers: [Int] = []
  private var items: [SettingValue] = []
  private var next = 0

  /// The same numbers for the items that are still there, also in another order; an item that was
  /// changed in its place keeps its number.
  ///
  /// - Complexity: O(n · d) for d differences.
  mutating func follow(_ new: [SettingValue]) {
    guard new != items else { return }
    var kept: [Int?] = Array(repeating: nil, count: new.count)
    var removed: Set<Int> = []
    let difference = new.difference(from: items).inferringMoves()
    for case .remove(let offset, _, _) in difference { removed.insert(offset) }
    let inserted = Set(difference.insertions.map(\.offset))
    // What is neither removed nor inserted has the same order in both lists.
    var old = items.indices.lazy.filter { !removed.contains($0) }.makeIterator()
    for index in new.indices where !inserted.contains(index) {
      kept[index] = old.next().map { numbers[$0] }
    }
    for case .insert(let offset, _, let from?) in difference { kept[offset] = numbers[from] }
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

extension CollectionDifference {
  fileprivate var insertions: [(offset: Int, from: Int?)] {
    compactMap { if case .insert(let offset, _, let from) = $0 { (offset, from) } else { nil } }
  }
}

extension ItemIdentities {
  /// The number of an item; nil when there is no such item.
  func number(at index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }
}
