// The README's first example, compiled with every build.

import Foundation
import SettingsLedger

let fontSize = SettingKey("editor.fontSize", default: 13.0)
let store = try SettingsStore.temporary(author: "alice")
try store.set(fontSize, to: 14, reason: "Too small")
try store.withAuthor("bob").set(fontSize, to: 16)
for change in try store.history(of: fontSize) {
  print(change.commit.revision, change.commit.author, change.new ?? "reset")
}
