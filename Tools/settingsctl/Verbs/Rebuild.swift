import SettingsLedger

extension Verb {
  static let rebuild = Verb(
    name: "rebuild", summary: "Drops all saved state and folds it from the log again.",
    details: "The log is not touched.",
    example: "settingsctl rebuild\nrebuilt at revision 2"
  ) { invocation in
    let store = try invocation.storeForWriting()
    let progress = Progress("rebuild")
    try store.rebuild { progress.show($0, of: $1) }
    progress.finish()
    let head = try store.head.revision
    if invocation.isJSON {
      invocation.output.line(.object(["revision": JSON(head)]))
    } else {
      invocation.output.line("rebuilt at revision \(head)")
    }
    return .done
  }
}
