import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import TerminalSettings

extension Verb {
  static let edit = Verb(
    name: "edit", operands: "BUNDLE", operandCount: 1...1,
    summary: "Shows a settings bundle's pages on the terminal, to look at and change.",
    details: """
      On a terminal, arrows and Enter do most; `?` lists the keys. Elsewhere (a pipe, a file, TERM=dumb)
      the page is printed with numbered rows, and each line of the input is a command: `3` does what
      row 3 is for, `3 VALUE` gives it a value, `u` undoes, `h 3` tells who changed it; `?` lists them.
      Each change is a commit. Exits 1 when a command of the input could not be done. A store that can
      only be read is shown, too, and cannot be changed.
      """,
    options: [.page, .language, .idiom],
    example: """
      printf '1\\nq\\n' | settingsctl edit App/Settings.bundle
      Settings

      Appearance
        1  [ ] Dark mode
      Turned on “Dark mode” · revision 3
        1  [x] Dark mode
      """
  ) { invocation in
    let bundle = try invocation.bundle()
    let schema = try invocation.page(of: bundle)
    let store = try invocation.storeToEdit()
    store.registerDefaults(bundle.defaults())
    try store.registerSecrets(
      bundle.secretNames(), source: try invocation.bundleURL().lastPathComponent)
    let page = try SettingsPage(
      schema, of: bundle, in: store, options: PageOptions(idiom: bundle.context.idiom))
    return TerminalPage.run(page, in: store) ? .done : .negative
  }
}

extension Invocation {
  /// Opens the store for writing; for reading, when the system lets nobody change it.
  fileprivate func storeToEdit() throws -> SettingsStore {
    do {
      return try storeForWriting()
    } catch let error as SettingsError where [.permissionDenied, .readOnly].contains(error.code) {
      // When it cannot be read either, why it cannot be written is what helps.
      guard let store = try? storeForPreview() else { throw error }
      return store
    }
  }
}
