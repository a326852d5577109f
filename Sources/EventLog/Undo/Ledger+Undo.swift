import LMDBKit
package import SettingsCore

extension Ledger {
  /// The steps that would be undone or redone next, in that order, with their commits; of an author, or
  /// of all.
  package func steps(
    _ stack: UndoStacks.Stack, of author: String?, limit: Int
  ) throws -> [[SettingsCommit]] {
    try trusting { distrusted in
      try read { transaction in
        let origin = try LogReading.firstOrigin(in: transaction)
        var reader = try UndoReader(
          through: try LogReading.head(in: transaction).revision, firstOrigin: origin,
          usesTable: !distrusted.contains(UndoIndex.table.name), in: transaction)
        var steps: [[SettingsCommit]] = []
        while steps.count < limit,
          let step = try reader.top(stack, of: author.map { AuthorName($0) }, in: transaction)
        {
          steps.append(
            try step.step.commits.map {
              try LogReading.commit($0, firstOrigin: $0 == 1 ? nil : origin, in: transaction)
            })
          reader.move(step, from: stack)
        }
        return steps
      }
    }
  }

  /// All tags, in the order of their names' bytes, each with the commit that set it.
  package func tags() throws -> [(name: String, revision: Revision, commit: SettingsCommit)] {
    try trusting { distrusted in
      try read { transaction in
        let origin = try LogReading.firstOrigin(in: transaction)
        let reader = TagReader(
          firstOrigin: origin, usesTable: !distrusted.contains(TagIndex.table.name))
        let head = try LogReading.head(in: transaction).revision
        return try reader.places(through: head, in: transaction).map { name, place in
          let commit = try LogReading.commit(
            place.set, firstOrigin: place.set == 1 ? nil : origin, in: transaction)
          return (name, place.revision, commit)
        }
      }
    }
  }

  /// The revision that a tag stands for; nil when there is no such tag.
  package func revision(ofTag name: String) throws -> Revision? {
    try trusting { distrusted in
      try read { transaction in
        let reader = TagReader(
          firstOrigin: try LogReading.firstOrigin(in: transaction),
          usesTable: !distrusted.contains(TagIndex.table.name))
        let head = try LogReading.head(in: transaction).revision
        return try reader.place(of: name, through: head, in: transaction)?.revision
      }
    }
  }

  /// Runs a closure that reads saved indexes; again without one that turns out to be damaged.
  func trusting<R>(_ body: (Set<String>) throws -> R) throws -> R {
    var distrusted: Set<String> = []
    while true {
      do {
        return try body(distrusted)
      } catch let damage as DamagedIndex {
        guard distrusted.insert(damage.table).inserted else { throw damage }
        distrust([damage.table])
      }
    }
  }
}
