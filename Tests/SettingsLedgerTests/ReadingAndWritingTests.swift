import Foundation
import SettingsLedger
import Synchronization
import Testing

@Suite struct ReadingAndWritingTests {
  @Test func `a value is stored, else registered, else the key's default`() throws {
    try withStore { store in
      #expect(store[.fontSize] == 13)
      #expect(store[.nickname] == nil)
      #expect(store["editor.fontSize"] == nil)
      store.registerDefaults(["editor.fontSize": 11])
      #expect(store[.fontSize] == 11)
      #expect(!store.isSet(.fontSize))
      #expect(store.revision == 0)
      try store.set(.fontSize, to: 14)
      #expect(store[.fontSize] == 14)
      #expect(store["editor.fontSize"] == 14.0)
      #expect(store.isSet(.fontSize))
      try store.reset(.fontSize)
      #expect(store[.fontSize] == 11)
    }
  }

  @Test func `registered defaults stay with the opening they were registered at`() throws {
    try withStore { first in
      try withStore { second in
        first.registerDefaults(["a": 1])
        #expect(first["a"] == 1)
        #expect(first.withAuthor("carol")["a"] == 1)
        #expect(second["a"] == nil)
      }
    }
  }

  @Test func `setting the stored value again records nothing`() throws {
    try withStore { store in
      let first = try store.set("k", to: "v")
      #expect(first.revision == 1)
      #expect(try store.set("k", to: "v") == .unchanged(at: 1))
      #expect(try store.set("k", to: 1).revision == 2)
      #expect(try store.set("k", to: 1.0).revision == 3)
      #expect(try store.set("k", to: .double(.nan)).revision == 4)
      #expect(try store.set("k", to: .double(.nan)) == .unchanged(at: 4))
      #expect(try store.reset("absent") == .unchanged(at: 4))
      #expect(try store.log().count == 4)
    }
  }

  @Test func `changing only a boolean is in the log`() throws {
    try withStore { store in
      try store.set("flag", to: true)
      try store.set("flag", to: false)
      #expect(try store.history(of: "flag").map(\.new) == [true, false])
      #expect(try store.history(of: "flag").map(\.old) == [nil, true])
    }
  }

  @Test func `reset, hidden, set to the default and unset are four different things`() throws {
    try withStore { store in
      try store.set(.fontSize, to: 13)
      #expect(store.isSet(.fontSize))
      try store.hide("editor.fontSize")
      #expect(store.isHidden("editor.fontSize") && store[.fontSize] == 13)
      try store.reset(.fontSize)
      #expect(!store.isSet(.fontSize) && store.isHidden("editor.fontSize"))
      try store.unhide("editor.fontSize")
      #expect(
        try store.history(of: .fontSize).map(\.event.kind) == [.set(13.0), .hide, .reset, .unhide])
      #expect(try store.history(of: "never").isEmpty)
    }
  }

  @Test func `a stored value of another type gives the default and an error, and stays`() throws {
    let faults = Mutex<[SettingsError.Code]>([])
    let configuration = StoreConfiguration(faultHandler: { fault in
      faults.withLock { $0.append(fault.code) }
    })
    try withStore(configuration) { store in
      try store.set("counter", to: "14")
      #expect(store[.counter] == 0)
      #expect(faults.withLock { $0 } == [.typeMismatch])
      let error = settingsError { _ = try store.value(of: .counter) }
      #expect(error?.code == .typeMismatch)
      #expect(error?.key == "counter")
      #expect(error?.description.contains("14") == false)
      #expect(throws: SettingsError.self) { try store.commit { $0[.counter] += 1 } }
      #expect(store["counter"] == "14")
      #expect(store.revision == 1)
    }
  }

  @Test func `a commit is one revision, reads its own writes, and records all or nothing`() throws {
    struct Oops: Error, Equatable {}
    try withStore { store in
      let outcome = try store.commit(reason: "Onboarding", source: "Welcome page") { draft in
        draft[.fontSize] += 1
        #expect(draft[.fontSize] == 14)
        #expect(store[.fontSize] == 13)
        draft["region"] = "eu"
        draft[.nickname] = "Al"
        draft.hide("beta")
      }
      #expect(outcome.commit?.events.count == 4)
      #expect(outcome.commit?.reason == "Onboarding")
      #expect(outcome.commit?.source == "Welcome page")
      #expect(throws: Oops()) {
        try store.commit { draft in
          draft["region"] = "us"
          throw Oops()
        }
      }
      #expect(store["region"] == "eu" && store.revision == 1)
      try store.commit { $0[.nickname] = nil }
      #expect(!store.isSet(.nickname))
      #expect(try store.commit { _ in } == .unchanged(at: 2))
    }
  }

  @Test func `a value that cannot be stored is refused, and nothing is lost`() throws {
    try withStore { store in
      try store.set("k", to: 1)
      var deep: SettingValue = 1
      for _ in 0..<70 { deep = [deep] }
      #expect(settingsError { try store.set("k", to: deep) }?.code == .invalidValue)
      let huge = SettingValue.data(Data(count: 17 << 20))
      #expect(settingsError { try store.set("k", to: huge) }?.code == .invalidValue)
      let date = SettingValue.date(Date(timeIntervalSinceReferenceDate: .infinity))
      #expect(settingsError { try store.set("k", to: date) }?.key == "k")
      let reason = String(repeating: "r", count: 5000)
      #expect(settingsError { try store.set("k", to: 2, reason: reason) }?.code == .limitExceeded)
      let carol = store.withAuthor("")
      #expect(settingsError { try carol.set("k", to: 2) }?.code == .limitExceeded)
      #expect(store["k"] == 1 && store.revision == 1)
      try store.set("large", to: .data(Data(count: 5 << 20)))
      #expect(store["large"] == .data(Data(count: 5 << 20)))
    }
  }

  @Test func `odd names are stored intact and apart`() throws {
    try withStore { store in
      let names = ["@x", "a.b", "caf\u{e9}", "cafe\u{301}", String(repeating: "n", count: 511)]
      for (index, name) in names.enumerated() {
        try store.set(SettingName(name), to: .integer(Int64(index)))
      }
      for (index, name) in names.enumerated() {
        #expect(try store[SettingName(name)] == .integer(Int64(index)))
      }
      #expect(store.names().count == names.count)
      #expect(store.names(prefix: "caf").count == 2)
    }
  }

  @Test func `expecting another revision is a conflict that names the commits in between`() throws {
    try withStore { store in
      try store.set("a", to: 1)
      try store.withAuthor("bob").set("a", to: 2)
      let error = settingsError { try store.set("a", to: 3, expecting: 1) }
      #expect(error?.code == .conflict)
      #expect(error?.conflicts.map(\.author) == ["bob"])
      #expect(error?.revision == 2)
      try store.set("a", to: 3, expecting: 2)
      #expect(store["a"] == 3)
    }
  }

  @Test func `an idempotency key records once, and other content is refused`() throws {
    try withStore { store in
      #expect(try store.set("a", to: 1, idempotencyKey: "k").revision == 1)
      try store.set("a", to: 2)
      #expect(try store.set("a", to: 1, idempotencyKey: "k") == .unchanged(at: 1))
      #expect(store["a"] == 2)
      let error = settingsError { try store.set("a", to: 9, idempotencyKey: "k") }
      #expect(error?.code == .idempotencyKeyReused && error?.revision == 1)
      #expect(settingsError { try store.set("b", to: 1, idempotencyKey: "k") } != nil)
      // One that changed nothing is recorded too, so that it is known later.
      #expect(try store.set("a", to: 2, idempotencyKey: "nothing").revision == 3)
      try store.set("a", to: 5)
      #expect(try store.set("a", to: 2, idempotencyKey: "nothing") == .unchanged(at: 3))
      var ran = false
      try store.commit(idempotencyKey: "k") { _ in ran = true }
      #expect(!ran)
      try store.rebuild()
      #expect(try store.set("a", to: 1, idempotencyKey: "k") == .unchanged(at: 1))
    }
  }

  @Test func `secrets are marked, and stay marked for older values`() throws {
    try withStore { store in
      try store.set("token", to: "s3cret")
      try store.markSecret("token")
      #expect(store.isSecret("token"))
      #expect(try store.markSecret("token") == .unchanged(at: 2))
      try store.markSecret("token", false)
      #expect(!store.isSecret("token"))
    }
  }

  @Test func `registered secrets are recorded once, or masked in memory`() throws {
    try withStore { store in
      try store.markSecret("a")
      let outcome = try store.registerSecrets(["a", "b", "c"], source: "Settings.bundle")
      #expect(
        outcome.commit?.events
          == [SettingsEvent("b", .markSecret), SettingsEvent("c", .markSecret)])
      #expect(try store.registerSecrets(["a", "b"]) == .unchanged(at: 2))
      let reader = try SettingsStore(
        path: store.path, author: "r", configuration: StoreConfiguration(access: .readOnly))
      #expect(try reader.registerSecrets(["d"]) == .unchanged(at: 2))
      #expect(reader.isSecret("d") && !store.isSecret("d"))
    }
  }

  @Test func `an import is one commit of what differs, and prunes when asked`() throws {
    try withStore { store in
      try store.commit { draft in
        draft["a"] = 1
        draft["net.x"] = 1
        draft["net.y"] = 2
      }
      let outcome = try store.importSettings(
        ["a": 1, "net.x": 5], source: "prefs.plist", pruning: "net.")
      #expect(outcome.commit?.cause == .import && outcome.commit?.source == "prefs.plist")
      #expect(
        outcome.commit?.events == [SettingsEvent("net.x", .set(5)), SettingsEvent("net.y", .reset)])
      #expect(try store.importSettings(["a": 1], source: "prefs.plist") == .unchanged(at: 2))
    }
  }
}
