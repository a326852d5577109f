import Foundation
import SettingsLedger

/// Reads the name of a place in history: `12`, `HEAD~3`, `tag:NAME`, `2h`, `2026-11-30`.
enum Point {
  /// The revision that a text stands for.
  ///
  /// - Throws: `noSuchRevision`, `beforeHistory` or `noSuchTag`, each a negative answer.
  static func revision(_ text: String, in store: SettingsStore) throws -> Revision {
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return try numbered(UInt64(text), text, in: store)
    }
    if text == "HEAD" { return try store.head.revision }
    if text.hasPrefix("HEAD~"), let back = UInt64(text.dropFirst(5)) {
      let head = try store.head.revision.rawValue
      // Before the first commit is nothing that one can get to by counting back.
      return try numbered(back == 0 ? head : back < head ? head - back : nil, text, in: store)
    }
    if text.hasPrefix("tag:") {
      return try store.revision(at: .tag(String(text.dropFirst(4))))
    }
    if let age = age(text) { return try store.revision(at: .age(age)) }
    if let date = date(text) { return try store.revision(at: .date(date)) }
    do throws(SettingsError) {
      return try store.revision(at: .tag(text))
    } catch {
      guard error.code == .noSuchTag else { throw error }
      throw ToolError(
        .negative, "noSuchTag",
        "There is no tag `\(text.escapedForTerminal)`; a place in history is a revision, HEAD~N, an age "
          + "such as 2h, an ISO 8601 date, or a tag.")
    }
  }

  private static func numbered(
    _ number: UInt64?, _ text: String, in store: SettingsStore
  ) throws -> Revision {
    guard let number, number <= (try store.head.revision.rawValue) else {
      throw ToolError(
        .negative, "noSuchRevision",
        "The store \(store.path) has no revision \(text); its newest is \(try store.head.revision)."
      )
    }
    return Revision(rawValue: number)
  }

  /// The time that `30s`, `5m`, `2h`, `3d` or `1w` stands for.
  static func age(_ text: String) -> Duration? {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let last = text.last, let unit = units[last], let number = UInt32(text.dropLast()),
      text.first != "+"
    else { return nil }
    return .seconds(Int64(number) * unit)
  }

  private static func date(_ text: String) -> Date? {
    guard let time = CivilTime(text) else { return nil }
    var microseconds = time.microseconds
    if !time.hasZone {
      // The zone's offset at the local time, looked up twice: it may change in between.
      let zone = TimeZone.current
      for _ in 0..<2 {
        let guess = Date(timeIntervalSince1970: Double(microseconds) / 1e6)
        microseconds = time.microseconds - Int64(zone.secondsFromGMT(for: guess)) * 1_000_000
      }
    }
    return Timestamp(microseconds: microseconds).date
  }
}
