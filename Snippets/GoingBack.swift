// Looking back and going back: every step is a commit, and nothing is taken from the log.

import SettingsLedger

nonisolated extension SettingKey<Double> {
  static let volume = SettingKey("sound.volume", default: 0.5)
}

let store = try SettingsStore.temporary(author: "alice")
try store.set("network.host", to: "a.example")
try store.set("network.port", to: 80)
try store.undo()  // the port is unset again
try store.redo(reason: "It was right")
print(store["network.port"] as Any)

// A gesture is one step, however many commits it takes.
for value in [0.1, 0.3, 0.4] {
  try store.commit(undo: .group("drag 7", within: .seconds(2))) { $0[.volume] = value }
}
for step in try store.undoableSteps(limit: 5) {
  print(step.revision, step.author, step.names)  // what a menu shows
}

// Who changed it since? A conflict says so; `force` overwrites.
try store.withAuthor("bob").set(.volume, to: 0.9)
do throws(SettingsError) {
  try store.undo()
} catch {
  print(error, error.conflicts.map(\.author))
}

// What would happen, without its happening; then one prefix back to a tag, and nothing else.
try store.tag("before-upgrade")
try store.set("network.host", to: "b.example", reason: "Upgrade")
let revision = try store.revision(at: .tag("before-upgrade"))
for change in try store.preview(.rollback(to: revision, prefix: "network.")).changes {
  print(change.name, change.old as Any, "to", change.new as Any)
}
try store.rollback(to: .tag("before-upgrade"), prefix: "network.", reason: "It did not work")

// Who did what, and what differs.
for line in try store.blame(prefix: "network.") {
  print(line.name, line.commit?.author ?? "compacted", line.commit?.reason ?? "")
}
for change in try store.history(of: "network.host", newest: 10) {
  print(change.commit.revision, change.commit.author, change.new as Any)
}
print(try store.diff(from: .tag("before-upgrade")).count)
