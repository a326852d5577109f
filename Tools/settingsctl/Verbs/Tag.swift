import SettingsLedger

extension Verb {
  static let tag = Verb(
    name: "tag", operands: "NAME [POINT]", operandCount: 1...2,
    summary: "Gives a place in history a name, as a commit.",
    details: """
      Without POINT the place is now. A name that is taken is exit 4, unless --move takes it along;
      --delete takes the name away and leaves what it stood for. A name does not read as another POINT,
      starts with no hyphen, and holds no colon, blank or control character.
      """,
    options: [
      .move, .delete,
    ],
    example: "settingsctl tag before-upgrade\nrevision 9: tag before-upgrade at revision 8"
  ) { invocation in
    let (name, isDeleted) = (invocation.operands[0], invocation.has(.delete))
    if isDeleted, invocation.operands.count > 1 || invocation.has(.move) {
      throw ToolError.usage("--delete takes the NAME of a tag and nothing else.")
    }
    let store = try invocation.storeForWriting()
    let reason = invocation.reason
    if isDeleted {
      let outcome = try store.deleteTag(name, reason: reason)
      try invocation.output.outcome(outcome, of: store, json: invocation.isJSON)
      return .done
    }
    let point = invocation.operands.count > 1 ? invocation.operands[1] : nil
    let place = try point.map { HistoryPoint.revision(try Point.revision($0, in: store)) }
    let outcome = try store.tag(
      name, at: place ?? .latest, move: invocation.has(.move), reason: reason)
    try invocation.output.outcome(outcome, of: store, json: invocation.isJSON)
    return .done
  }

  static let tags = Verb(
    name: "tags", summary: "Prints all tags, and who set them when.",
    example: "settingsctl tags\nbefore-upgrade  8  2026-11-30 07:13:34Z  alice"
  ) { invocation in
    let tags = try invocation.storeForReading().tags()
    if invocation.isJSON {
      for tag in tags {
        let commit = tag.commit
        invocation.output.line(
          .object(present: [
            "author": .string(commit.author), "commit": JSON(commit.revision),
            "name": .string(tag.name), "reason": commit.reason.map { .string($0) },
            "revision": JSON(tag.revision), "time": JSON(commit.time),
          ]))
        try invocation.output.flushIfLarge()
      }
      return .done
    }
    invocation.output.table(
      tags.map { tag in
        [
          tag.name.escapedForTerminal, String(tag.revision.rawValue), Text.time(tag.commit.time),
          tag.commit.author.escapedForTerminal,
        ] + [tag.commit.reason?.escapedForTerminal].compactMap { $0 }
      })
    return .done
  }
}

extension Option {
  fileprivate static let move = Option("move", nil, "take the name from another place")
  fileprivate static let delete = Option("delete", nil, "take the name away")
}
