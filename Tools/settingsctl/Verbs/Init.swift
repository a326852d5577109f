import Foundation
import SettingsLedger

extension Verb {
  static let initialize = Verb(
    name: "init", summary: "Creates a store.",
    details: "A store that is there already is left as it is.",
    example: "settingsctl --store app.ledger init"
  ) { invocation in
    let path = try invocation.path()
    var isNew = false
    do throws(SettingsError) {
      _ = try SettingsStore(
        path: path, author: "reader", configuration: StoreConfiguration(access: .readOnly))
    } catch {
      // Whatever else is wrong is told by the opening below.
      isNew = error.code == .storeMissing
    }
    let store = try invocation.storeToMakeOrWrite()
    if invocation.isJSON {
      invocation.output.line(
        .object([
          "created": .bool(isNew), "origin": .string(store.origin.uuidString.lowercased()),
        ]))
    } else {
      let shown = path.escapedForTerminal
      invocation.output.line(isNew ? "created \(shown)" : "\(shown) is a store already")
    }
    return .done
  }
}
