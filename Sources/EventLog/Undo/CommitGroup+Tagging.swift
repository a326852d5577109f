import LMDBKit
import SettingsCore

extension CommitGroup.Draft {
  /// Finds out what a change of a tag comes to.
  func plan(
    _ change: TagChange, in transaction: borrowing some Reading & ~Copyable
  ) throws -> PlannedCommit {
    let reader = TagReader(
      firstOrigin: memory.firstOrigin, usesTable: !distrusted.contains(TagIndex.table.name))
    let place = try reader.place(
      of: change.name, through: memory.head.revision, pending: records.map(\.commit),
      in: transaction)
    switch change.kind {
    case .delete:
      guard place != nil else { throw EventLogError(.noSuchTag(change.name)) }
      return PlannedCommit(cause: .tag(change.name, nil))
    case .set(let wanted, let moves):
      if let problem = TagName.problem(of: change.name) {
        throw EventLogError(.invalidTag(change.name, problem: problem))
      }
      let revision = wanted ?? head.revision
      guard revision <= head.revision else {
        throw EventLogError(.noSuchRevision, revision: revision)
      }
      guard revision >= floor.previous else {
        throw EventLogError(.compacted, revision: floor.previous)
      }
      if let place, place.revision != revision, !moves {
        throw EventLogError(.tagExists(change.name), revision: place.revision)
      }
      return PlannedCommit(
        cause: .tag(change.name, revision), isNeeded: place?.revision != revision)
    }
  }
}
