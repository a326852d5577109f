import SettingsLedger

extension Verb {
  static let undo = Verb(
    name: "undo", operands: "[N]", operandCount: 0...1,
    summary: "Takes back the author's newest steps, as one new commit.",
    details: """
      N is how many steps, else 1: all of them or none. A setting that somebody else changed since is
      exit 4, names that commit, and records nothing; --force overwrites. Nothing to undo is exit 1.
      The old commits stay in the log, and `redo` does the steps again.
      """,
    options: [.allAuthors, .force, .dryRun],
    example: """
      settingsctl undo
      revision 3: undid revision 2 of alice (Too small)
        set  editor.fontSize  14.0 → 13.0
      """
  ) { invocation in
    try invocation.restore { _ in
      .undo(
        steps: try invocation.stepCount(), scope: invocation.scope, force: invocation.has(.force))
    }
  }

  static let redo = Verb(
    name: "redo", operands: "[N]", operandCount: 0...1,
    summary: "Does the steps again that the author undid last, as one new commit.",
    details:
      "A new change by the author ends what can be redone. See `undo` for N and the options.",
    options: [.allAuthors, .force, .dryRun],
    example: """
      settingsctl redo
      revision 4: redid revision 2 of alice (Too small)
        set  editor.fontSize  13.0 → 14.0
      """
  ) { invocation in
    try invocation.restore { _ in
      .redo(
        steps: try invocation.stepCount(), scope: invocation.scope, force: invocation.has(.force))
    }
  }

  static let revert = Verb(
    name: "revert", operands: "REV", operandCount: 1...1,
    summary: "Takes back one commit, wherever in the log it stands, as a new commit.",
    details: """
      REV may be any POINT. A setting that was changed since is exit 4, names that commit, and records
      nothing; --force overwrites.
      """,
    options: [.force, .dryRun],
    example: """
      settingsctl revert 3 --dry-run
      would revert revision 3 of bob (slow hotel network)
        set    network.timeout  90 → 30
        reset  network.retries  8 → (unset)
      """
  ) { invocation in
    try invocation.restore { store in
      .revert(
        try Point.revision(invocation.operands[0], in: store), force: invocation.has(.force))
    }
  }

  static let rollback = Verb(
    name: "rollback", operands: "POINT", operandCount: 1...1,
    summary: "Brings settings back to a place in history, as one new commit of what differs.",
    details: "The commit is one step, which `undo` takes back.",
    options: [.prefix, .dryRun],
    example: """
      settingsctl rollback 1d --prefix network.
      revision 9: rolled network.* back to revision 4 of ada
        set  network.timeout  90 → 30
      """
  ) { invocation in
    try invocation.restore { store in
      .rollback(
        to: try Point.revision(invocation.operands[0], in: store),
        prefix: invocation[.prefix] ?? "")
    }
  }
}

extension Option {
  fileprivate static let allAuthors = Option("all-authors", nil, "the newest steps of anybody")
  fileprivate static let force = Option("force", nil, "overwrite what was changed since")
}

extension Invocation {
  fileprivate var scope: UndoScope { has(.allAuthors) ? .allAuthors : .author }

  fileprivate func stepCount() throws -> Int {
    guard let text = operands.first else { return 1 }
    guard let count = Int(text), count > 0 else {
      throw ToolError.usage(
        "N is how many steps, a number from 1 up, and not `\(text.escapedForTerminal)`.")
    }
    return count
  }

  /// Brings an earlier state back, or tells what that would change, and says whose it was.
  fileprivate func restore(
    _ restoration: (SettingsStore) throws -> Restoration
  ) throws -> ExitCode {
    let store = try has(.dryRun) ? storeForPreview() : storeForWriting()
    let restoration = try restoration(store)
    let shown = Disclosure(try store.snapshot().state)
    if has(.dryRun) {
      let preview = try store.preview(restoration)
      guard let commit = preview.commit else {
        try output.outcome(.unchanged(at: store.revision), of: store, json: isJSON)
        return .done
      }
      try output.restoration(commit, preview.changes, shown, of: store, isDry: true, json: isJSON)
      return .done
    }
    let outcome = try store.perform(restoration, reason: reason)
    guard let commit = outcome.commit else {
      try output.outcome(outcome, of: store, json: isJSON)
      return .done
    }
    let changes = try store.changes(in: [commit]).first ?? []
    try output.restoration(commit, changes, shown, of: store, isDry: false, json: isJSON)
    return .done
  }
}

extension SettingsStore {
  fileprivate func perform(_ restoration: Restoration, reason: String?) throws -> CommitOutcome {
    switch restoration {
    case .undo(let steps, let scope, let force):
      try undo(steps: steps, scope: scope, force: force, reason: reason)
    case .redo(let steps, let scope, let force):
      try redo(steps: steps, scope: scope, force: force, reason: reason)
    case .revert(let revision, let force): try revert(revision, force: force, reason: reason)
    case .rollback(let revision, let prefix):
      try rollback(to: .revision(revision), prefix: prefix, reason: reason)
    }
  }
}
