import SettingsLedger

extension Verb {
  static let compact = Verb(
    name: "compact", summary: "Drops old commits, and keeps the state that they led to.",
    details: """
      --keep names the oldest commit to keep; a time before all commits keeps all. Values and hidden
      settings stay; who made the dropped commits, when and why, and the values in between, are gone.
      Tags on older states are exit 4 unless --drop-tags is given. The space is used for later
      commits; --shrink makes the file smaller, also alone.
      """,
    options: [.keep, .dropTags, .shrink, .dryRun],
    example: """
      settingsctl --reason 'Kept for a year' compact --keep 365d --shrink
      revision 41: Kept for a year: dropped 30 commits; the oldest kept is revision 31
      bytes in use: 40960 before, 20480 now
      """
  ) { invocation in
    guard invocation.has(.keep) || (invocation.has(.shrink) && !invocation.has(.dryRun)) else {
      throw ToolError.usage("--keep POINT is missing: the oldest commit to keep.")
    }
    let store =
      invocation.has(.dryRun)
      ? try invocation.storeForReading() : try invocation.storeForWriting()
    guard let oldest = try invocation.oldestKept(in: store) else {
      try store.shrink()
      return try invocation.shrunk(store)
    }
    if invocation.has(.dryRun) {
      let preview = try store.compactionPreview(keeping: .revision(oldest))
      invocation.output.compaction(preview, json: invocation.isJSON)
      return .done
    }
    let result = try store.compact(
      keeping: .revision(oldest), droppingTags: invocation.has(.dropTags),
      shrinking: invocation.has(.shrink), reason: invocation.reason)
    try invocation.output.compaction(result, of: store, json: invocation.isJSON)
    return .done
  }
}

extension Option {
  fileprivate static let keep = Option("keep", "POINT", "the oldest commit to keep")
  fileprivate static let dropTags = Option("drop-tags", nil, "drop tags on older states too")
  fileprivate static let shrink = Option("shrink", nil, "make the file as small as what it holds")
}

extension Invocation {
  /// The commit that is named; the first one for a time before all of them, so that nothing is dropped.
  fileprivate func oldestKept(in store: SettingsStore) throws -> Revision? {
    do {
      return try point(.keep, in: store)
    } catch let error as SettingsError where [.beforeHistory, .compacted].contains(error.code) {
      return 1
    }
  }

  fileprivate func shrunk(_ store: SettingsStore) throws -> ExitCode {
    let bytes = try store.statistics().fileBytes
    if isJSON {
      output.line(.object(["bytes": .integer(Int64(bytes)), "revision": JSON(store.revision)]))
    } else {
      output.line("the file has \(bytes) bytes now")
    }
    return .done
  }
}

extension Output {
  /// Prints what a compaction has dropped.
  fileprivate func compaction(
    _ result: CompactionResult, of store: SettingsStore, json: Bool
  ) throws {
    guard let commit = result.commit else {
      return try outcome(.unchanged(at: store.revision), of: store, json: json)
    }
    if json {
      guard case .object(var facts) = JSON(commit, [], Disclosure(try store.snapshot().state))
      else { return }
      facts["bytesAfter"] = .integer(Int64(result.bytesAfter))
      facts["bytesBefore"] = .integer(Int64(result.bytesBefore))
      facts["droppedCommits"] = .integer(Int64(result.droppedCommits))
      facts["droppedTags"] = .array(result.droppedTags.map { .string($0) })
      facts["oldestKept"] = JSON(result.oldestKept)
      return line(.object(facts))
    }
    let reason = commit.reason.map { "\($0.escapedForTerminal): " } ?? ""
    line(
      "revision \(commit.revision): \(reason)dropped \(Text.count(result.droppedCommits, "commit")); "
        + "the oldest kept is revision \(result.oldestKept)")
    if !result.droppedTags.isEmpty { line("dropped tags: \(Text.list(result.droppedTags))") }
    line("bytes in use: \(result.bytesBefore) before, \(result.bytesAfter) now")
  }

  /// Prints what a compaction would drop.
  fileprivate func compaction(_ preview: CompactionPreview, json: Bool) {
    let names = preview.names.map(\.text)
    if json {
      return line(
        .object([
          "commits": .integer(Int64(preview.commits)),
          "names": .array(names.map { .string($0) }), "oldestKept": JSON(preview.oldestKept),
          "pending": .array(preview.pending.map { JSON($0) }),
          "tags": .array(preview.tags.map { .string($0) }),
        ]))
    }
    line(
      "would drop \(Text.count(preview.commits, "commit")); the oldest kept would be revision "
        + "\(preview.oldestKept)")
    if !names.isEmpty { line("settings that lose history: \(Text.list(names))") }
    if !preview.tags.isEmpty {
      line("tags in the way: \(Text.list(preview.tags)); --drop-tags drops them")
    }
    if !preview.pending.isEmpty {
      line("waiting to be confirmed, and in the way: \(Text.revisions(preview.pending))")
    }
  }
}

extension Text {
  /// `1 commit`, `2 commits`.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  fileprivate static func list(_ names: [String]) -> String {
    names.map(\.escapedForTerminal).joined(separator: ", ")
  }
}
