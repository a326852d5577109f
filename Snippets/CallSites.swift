// The calls of the guide, compiled with every build.

import Foundation
import SettingsLedger

nonisolated extension SettingKey<Double> {
  static let fontSize = SettingKey("editor.fontSize", default: 13.0)
}
nonisolated extension SettingKey<String?> {
  static let nickname = SettingKey("profile.nickname")
}

func reading(_ store: SettingsStore) throws {
  _ = store[.fontSize]
  _ = try store.value(of: .fontSize)
  _ = store["editor.fontSize"]
  _ = store.isSet(.fontSize)
  _ = store.isHidden("beta")
  _ = store.names(prefix: "editor.")
}

func writing(_ store: SettingsStore) throws {
  try store.set(.fontSize, to: 14)
  try store.set(.nickname, to: nil)
  try store.reset(.fontSize)
  try store.hide("beta")
  try store.unhide("beta")
  try store.setHidden(["beta", "gamma"], true)
  try store.markSecret("token")
  try store.commit(reason: "Onboarding") { draft in
    draft[.fontSize] += 1
    draft["region"] = "eu"
    draft.reset("beta.flag")
    draft.hide("beta")
  }
  try store.commit(expecting: store.revision) { $0[.fontSize] = 15 }
  try store.set(.fontSize, to: 16, idempotencyKey: "request-1")
  try store.withAuthor("carol").set(.fontSize, to: 17)
}

func confirming(_ store: SettingsStore) async throws {
  let pending = try await store.commit(confirmWithin: .seconds(30), reason: "New gateway") {
    draft in
    draft["network.gateway"] = "10.0.0.1"
  }
  try await pending?.confirm()
  for pending in try store.pendingCommits() { print(pending.revision, pending.remaining) }
  switch try await pending?.outcome() {
  case .confirmed(let commit): print("kept since", commit.revision)
  case .takenBack(let commit, let kept): print("taken back in", commit.revision, "but for", kept)
  default: break
  }
}

func erasing(_ store: SettingsStore) throws {
  let preview = try store.redactionPreview(5, "api.token")
  try store.redact(5, "api.token", everywhere: !preview.remaining.isEmpty, reason: "Leaked")
  for erased in try store.verify().redactions {
    print(erased.revision, erased.names, erased.author)
  }
}

func writingFromATask(_ store: SettingsStore) async throws {
  try await store.set(.fontSize, to: 14)
  try await store.commit { draft in draft[.fontSize] += 1 }
}

func lookingBack(_ store: SettingsStore) throws {
  _ = try store.history(of: .fontSize)
  _ = try store.log(limit: 20)
  _ = try store.blame(prefix: "network.")
  let past = try store.snapshot(at: .revision(12))
  _ = past[.fontSize]
  _ = try store.snapshot(at: .date(.now))
  _ = try store.diff(from: .revision(12), to: .latest)
  try store.verify()
  _ = try store.digest
}

let test = try SettingsStore.temporary(values: ["editor.fontSize": 15])
print(test[.fontSize])
