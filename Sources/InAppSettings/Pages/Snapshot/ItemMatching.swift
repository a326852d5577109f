import SettingsCore

/// Finds the items of a list again in the list that it has become.
///
/// An item says nothing about itself but its value, and equal ones may stand side by side. Taken in turn:
/// what both lists begin and end with; values that both have once between that; equal neighbors of what was
/// found; and what is left of equal items, by their order.
struct ItemMatching {
  private let old: [SettingValue]
  private let new: [SettingValue]
  /// For each new item the place of the old one; nil as long as none was found.
  private(set) var places: [Int?]
  private var isTaken: [Bool]

  /// Finds the items.
  ///
  /// - Complexity: O(n), however much has changed.
  init(of old: [SettingValue], in new: [SettingValue]) {
    self.old = old
    self.new = new
    places = Array(repeating: nil, count: new.count)
    isTaken = Array(repeating: false, count: old.count)
    matchEnds()
    match { $0.count == 1 && $1.count == 1 }
    matchNeighbors()
    match { _, _ in true }
  }

  private mutating func take(_ place: Int, for index: Int) {
    places[index] = place
    isTaken[place] = true
  }

  private mutating func matchEnds() {
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] {
      take(start, for: start)
      start += 1
    }
    var end = 1
    while end <= shorter - start, old[old.count - end] == new[new.count - end] {
      take(old.count - end, for: new.count - end)
      end += 1
    }
  }

  /// Takes equal items that were not found yet for each other, in their order.
  private mutating func match(if areSame: (_ old: [Int], _ new: [Int]) -> Bool) {
    let before = Dictionary(grouping: old.indices.filter { !isTaken[$0] }) { old[$0] }
    guard !before.isEmpty else { return }
    for (value, indices) in Dictionary(
      grouping: new.indices.filter { places[$0] == nil }, by: { new[$0] })
    {
      guard let found = before[value], areSame(found, indices) else { continue }
      for (place, index) in zip(found, indices) { take(place, for: index) }
    }
  }

  private mutating func matchNeighbors() {
    for index in new.indices.dropFirst() { matchNeighbor(at: index, of: index - 1, 1) }
    for index in new.indices.dropLast().reversed() { matchNeighbor(at: index, of: index + 1, -1) }
  }

  private mutating func matchNeighbor(at index: Int, of found: Int, _ step: Int) {
    guard places[index] == nil, let place = places[found].map({ $0 + step }),
      old.indices.contains(place), !isTaken[place], old[place] == new[index]
    else { return }
    take(place, for: index)
  }
}
