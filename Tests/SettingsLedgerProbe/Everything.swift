import Foundation
import SettingsLedger

/// Does everything that a store can do, in random order and for ever, and tells what is durable.
///
/// It prints the revision that the store has reached, or `redacted`, the revision whose value was erased,
/// and the mark of that value, which no other value has.
struct Everything {
  private let store: SettingsStore
  private var state: UInt64

  /// What may be answered that is no fault, since it does not look before it asks.
  private static let answers: [SettingsError.Code] = [
    .pending, .notPending, .expired, .currentValue, .nothingToUndo, .nothingToRedo, .conflict,
    .redacted, .nothingToRevert, .noSuchRevision,
  ]

  /// Goes on until the process is killed.
  static func begin(_ path: String, seed: UInt64) throws {
    var everything = try Everything(path, seed: seed)
    try everything.goOn()
  }

  private init(_ path: String, seed: UInt64) throws {
    store = try SettingsStore(path: path, author: "everything")
    state = seed
  }

  private mutating func goOn() throws -> Never {
    while true {
      do {
        try step()
      } catch let error as SettingsError where Self.answers.contains(error.code) {
        // Nothing was recorded but what was due.
      }
      say("\(store.revision)")
    }
  }

  private mutating func step() throws {
    let name = try SettingName("k\(random(4))")
    switch random(14) {
    case 0: try store.reset(name)
    case 1: _ = try store.commit(confirmWithin: .milliseconds(1)) { $0[name] = value() }
    case 2: _ = try store.commit(confirmWithin: .seconds(3600)) { $0[name] = value() }
    case 3: try store.confirm()
    case 4: try store.cancel()
    case 5, 6: try redact(name)
    case 7: try store.undo(force: random(2) == 0)
    case 8: try store.redo(force: random(2) == 0)
    case 9: try store.rollback(to: .revision(past()), prefix: random(2) == 0 ? "" : name.text)
    case 10: try store.revert(past(), force: true)
    case 11: try store.setHidden([name], !store.isHidden(name))
    default: try store.set(name, to: value())
    }
  }

  private mutating func redact(_ name: SettingName) throws {
    guard let past = try store.history(of: name).last(where: { $0.new != nil }),
      case .string(let text)? = past.new, let mark = text.split(separator: " ").first
    else { return }
    if store[name] == past.new { try store.reset(name) }
    try store.redact(past.position.revision, name, everywhere: true)
    say("redacted \(past.position.revision) \(mark)")
  }

  /// A value that is small, large, or larger than a page, and not given twice.
  private mutating func value() -> SettingValue {
    let mark = "<\(store.revision)> "
    return .string(String(repeating: mark, count: [1, 60, 300, 1200][Int(random(4))]))
  }

  private mutating func past() -> Revision {
    Revision(rawValue: 1 + random(max(1, store.revision.rawValue)))
  }

  private mutating func random(_ bound: UInt64) -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 33) % bound
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
