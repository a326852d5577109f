import SettingsLedger

enum Probe {
  static func run() {
    do {
      let store = try SettingsStore.temporary(
        values: ["a": 1, "b": "x"], configuration: .init(faultHandler: { print("fault", $0) }))
      let key = SettingKey("editor.fontSize", default: 13.0)
      print(store[key], store["a"] as Any, store.revision)
      print(try store.set(key, to: 14).revision, store[key])
      print(try store.set(key, to: 14))
      for i in 0..<2000 { try store.set("n\(i % 7)".name, to: .integer(Int64(i))) }
      try store.commit {
        $0[key] += 1; $0.hide("a"); $0.reset("b")
      }
      print(store[key], try store.verify(), try store.statistics())
      print(try store.history(of: key).map { ($0.old, $0.new) })
      print(
        try store.snapshot(at: .revision(1000))["n3"] as Any,
        try store.diff(from: .revision(1990)).count)
      print(try store.log(limit: 1))
      let clock = ContinuousClock()
      print("typed read", clock.measure { for _ in 0..<1_000_000 { _ = store[key] } } / 1_000_000)
      print(
        "set",
        try clock.measure { for i in 0..<2000 { try store.set("x", to: .integer(Int64(i))) } }
          / 2000)
      try store.rebuild(); try store.verify()
    } catch { print("error", error) }
  }
}
extension String { var name: SettingName { get throws { try SettingName(self) } } }
