#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import LMDBKit
import SettingsCore

/// Reads tags: what is saved, and the log's tail on top.
struct TagReader {
  let firstOrigin: UUID?
  /// False when what is saved cannot be trusted: the log is folded instead.
  let usesTable: Bool

  /// The place of a tag; nil when there is none.
  func place(
    of name: String, through head: Revision, pending: [SettingsCommit] = [],
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> TagIndex.Place? {
    let (tail, reached) = try tail(through: head, pending, in: transaction)
    if let place = tail.changed[Array(name.utf8)] { return place }
    guard reached, !name.isEmpty, name.utf8.count <= TagName.maximumLength else {
      return nil
    }
    return try DamagedIndex.naming(TagIndex.table) {
      let place = try TagIndex.place(of: Array(name.utf8), in: transaction)
      return place.flatMap { $0.revision >= tail.oldest ? $0 : nil }
    }
  }

  /// All tags, in the order of their names' bytes.
  func places(
    through head: Revision, in transaction: borrowing some Reading & ~Copyable
  ) throws -> [(name: String, place: TagIndex.Place)] {
    let (tail, reached) = try tail(through: head, [], in: transaction)
    var places: [[UInt8]: TagIndex.Place] = [:]
    if reached {
      places = try DamagedIndex.naming(TagIndex.table) { try TagIndex.places(in: transaction) }
        .filter { $0.value.revision >= tail.oldest }
    }
    for (name, place) in tail.changed { places[name] = place }
    return places.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { (String(decoding: $0.key, as: UTF8.self), $0.value) }
  }

  /// The fold of what is not saved, and whether there is something saved below it.
  private func tail(
    through head: Revision, _ pending: [SettingsCommit],
    in transaction: borrowing some Reading & ~Copyable
  ) throws -> (TagIndex, reached: Bool) {
    let saved = usesTable ? try TagIndex.table.reached(through: head, in: transaction) : nil
    let start = try saved ?? LogReading.floor(in: transaction).previous
    var tail = TagIndex()
    try LogReading.forEachRecord(after: start, through: head, in: transaction) {
      tail.fold(try LogReading.record($1, $0, firstOrigin: $0 == 1 ? nil : firstOrigin).commit)
    }
    for commit in pending { tail.fold(commit) }
    return (tail, saved != nil)
  }
}
