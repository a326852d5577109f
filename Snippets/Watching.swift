// Following a store: every change, every commit, or the newest values.

import SettingsLedger

nonisolated extension SettingKey<Double> {
  static let fontSize = SettingKey("editor.fontSize", default: 13.0)
}
nonisolated extension SettingKey<String?> {
  static let nickname = SettingKey("profile.nickname")
}

let store = try SettingsStore.temporary(author: "alice")
let changes = store.changes(of: .fontSize)  // from here on, also before the loop begins
try store.set(.fontSize, to: 14, reason: "Too small")
try store.withAuthor("bob").reset(.fontSize)

for try await change in changes {
  print(change.commit.revision, change.commit.author, change.old, change.new)
  if change.new == .unset { break }
}

// Every commit after the last one that was handled; keep the revision, and go on after a restart.
var handled: Revision = 0
for try await commit in store.commits(after: handled) {
  handled = commit.revision
  if handled == store.revision { break }
}

// The values now, and whenever they change; several always come from one moment.
for await (size, nickname) in store.values(of: .fontSize, .nickname) {
  print(size, nickname ?? "nobody")
  break
}

for await hidden in store.hiddenNames() {
  print(hidden)
  break
}
