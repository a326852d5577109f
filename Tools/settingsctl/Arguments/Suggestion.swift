/// Guesses what a mistyped word was meant to be.
enum Suggestion {
  /// A sentence with the nearest word, with a blank before it; empty when none is near.
  static func sentence(_ word: String, among words: [String], dashes: String = "") -> String {
    let nearest = words.map { (distance($0, word), $0) }.min { $0.0 < $1.0 }
    guard let nearest, nearest.0 <= max(1, word.count / 3) else { return "" }
    return " Did you mean `\(dashes)\(nearest.1)`?"
  }

  /// The number of characters to insert, remove, replace or swap to make one word the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
