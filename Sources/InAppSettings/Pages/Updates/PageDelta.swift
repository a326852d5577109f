/// What happened to the things of a list.
public struct PageDelta<Place: Hashable & Sendable>: Hashable, Sendable {
  /// What is gone, by its old place.
  public internal(set) var removed: [Place] = []
  /// What is new, by its new place.
  public internal(set) var inserted: [Place] = []
  /// What has another place among those that stay; no more than have to move.
  public internal(set) var moved: [Move] = []
  /// What stays and has another content, by its new place.
  public internal(set) var updated: [Place] = []

  /// A thing that has another place.
  public struct Move: Hashable, Sendable {
    /// The old place.
    public let from: Place
    /// The new place.
    public let to: Place
  }

  /// Whether nothing happened.
  public var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }

  init() {}
}

extension PageDelta<Int> {
  /// Finds out what happened; all places rise.
  ///
  /// Identities make it easy: what both lists have stays, and of that only what stands outside a longest
  /// run that kept its order has moved.
  ///
  /// - Complexity: O(n log n), however much has changed.
  init<Thing: Identifiable>(
    from old: [Thing], to new: [Thing], isEqual: (Thing, Thing) -> Bool
  ) {
    let before = Dictionary(
      old.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var stays = Array(repeating: false, count: old.count)
    var kept: [Move] = []
    for (index, thing) in new.enumerated() {
      guard let place = before[thing.id], !stays[place] else {
        inserted.append(index)
        continue
      }
      stays[place] = true
      kept.append(Move(from: place, to: index))
      if !isEqual(old[place], thing) { updated.append(index) }
    }
    removed = stays.indices.filter { !stays[$0] }
    let inOrder = Set(kept.map(\.from).longestRise())
    moved = kept.filter { !inOrder.contains($0.from) }
  }
}

extension [Int] {
  /// A longest subsequence of which each number is greater than the one before.
  ///
  /// - Complexity: O(n log n).
  func longestRise() -> [Int] {
    // The last number's place of the best run of each length, and the place before each in its run.
    var ends: [Int] = []
    var previous: [Int?] = []
    previous.reserveCapacity(count)
    for (place, number) in enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if self[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var rise: [Int] = []
    var place = ends.last
    while let here = place {
      rise.append(self[here])
      place = previous[here]
    }
    return rise.reversed()
  }
}
