import Foundation
import SettingsLedger

extension Verb {
  static let backup = Verb(
    name: "backup", operands: "DIR", operandCount: 1...1,
    summary: "Copies the store as it is now into a new directory.",
    details: "Others may go on reading and writing meanwhile.",
    example: "settingsctl backup app.backup\nrevision 2 copied to app.backup"
  ) { invocation in
    let directory = invocation.operands[0]
    let store = try invocation.storeForReading()
    guard !FileManager.default.fileExists(atPath: directory) else {
      throw ToolError(
        .conflict, "notEmpty",
        "There is something at \(directory.escapedForTerminal) already; back up into a new directory."
      )
    }
    try invocation.checkTarget(directory)
    try store.backup(to: directory)
    // The copy is asked, not the store: commits may have come in between.
    let copy = try SettingsStore(
      path: directory, author: "reader", configuration: StoreConfiguration(access: .readOnly))
    let head = try copy.head
    if invocation.isJSON {
      invocation.output.line(
        .object([
          "digest": .string(head.digest.description), "revision": JSON(head.revision),
        ]))
    } else {
      invocation.output.line(
        "revision \(head.revision) copied to \(directory.escapedForTerminal)")
    }
    return .done
  }
}

extension Invocation {
  /// Throws unless a new directory can be made at a path, as far as can be told without making it.
  func checkTarget(_ path: String) throws {
    let parent = URL(filePath: try Input.checked(path)).deletingLastPathComponent()
    guard Input.isDirectory(parent.resolvingSymlinksInPath()) != true else { return }
    throw ToolError(
      .store, "storeMissing",
      "\(path) cannot be made: first make the directory \(parent.path).")
  }
}
