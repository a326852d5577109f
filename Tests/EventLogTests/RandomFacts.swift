import EventLog
import Foundation
import SettingsCore

/// A repeatable source of random numbers (SplitMix64): a failed test names its seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func isHit(oneIn count: Int) -> Bool { below(count) == 0 }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  mutating func text() -> String {
    let alphabet: [Character] = ["a", "Z", "0", ".", "é", "e\u{301}", "漢", "🧭", "\u{0}", "\n"]
    return String((0..<below(9)).map { _ in alphabet[below(alphabet.count)] })
  }

  mutating func optionalText() -> String? { isHit(oneIn: 3) ? text() : nil }

  mutating func revision() -> Revision {
    [1, 23, 24, 255, 256, 65_536, Revision(rawValue: .max)][below(7)]
  }

  mutating func digest() -> Digest { Digest(bytes: bytes(Digest.byteCount)) ?? .zero }
  mutating func uuid() -> UUID { UUID(byteArray: bytes(16)) ?? UUID() }
  mutating func name(of count: Int = 9) throws -> SettingName {
    try SettingName("name.\(below(count))")
  }

  mutating func value(depth: Int = 3) -> SettingValue {
    switch below(depth == 0 ? 6 : 8) {
    case 0: .bool(isHit(oneIn: 2))
    case 1: .integer([0, -1, 23, 24, -25, .max, .min, Int64(below(100_000))][below(8)])
    case 2: .double([0, -0.0, 1.5, .nan, .infinity, 0.1, 1e300, 5.960464477539063e-8][below(8)])
    case 3: .string(text())
    case 4: .data(Data(bytes(below(30))))
    case 5: .date(Date(timeIntervalSinceReferenceDate: Double(below(1000)) / 7))
    case 6: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    default:
      .dictionary(
        Dictionary(
          (0..<below(4)).map { _ in (.init(text()), value(depth: depth - 1)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  mutating func event(names: Int = 9) throws -> SettingsEvent {
    let kind: SettingsEvent.Kind =
      switch below(8) {
      case 0: .reset
      case 1: .hide
      case 2: .unhide
      case 3: .markSecret
      case 4: .unmarkSecret
      default: .set(value())
      }
    return SettingsEvent(try name(of: names), kind, restores: isHit(oneIn: 3) ? 0 : nil)
  }

  mutating func cause() throws -> CommitCause {
    switch below(11) {
    case 0: .edit
    case 1: .undo(of: [revision()])
    case 2: .redo(of: [revision(), revision()])
    case 3: .revert(of: [])
    case 4: .rollback(to: revision(), prefix: optionalText())
    case 5: .import
    case 6: .tag("tag", isHit(oneIn: 2) ? 5 : nil)
    case 7: .confirm(of: revision())
    case 8: .expire(of: revision())
    case 9: .compact(.init(floor: revision(), baseline: digest()))
    default:
      .redact([
        .init(
          revision: revision(), names: [try name(), try name()], original: digest(),
          replacement: digest())
      ])
    }
  }

  /// A record with any of the facts that the format knows; not the first of its log.
  mutating func record() throws -> CommitRecord {
    let isRedacted = isHit(oneIn: 8)
    let deadline = ConfirmationDeadline(boot: uuid(), microseconds: -5)
    let commit = SettingsCommit(
      revision: 2, time: Timestamp(microseconds: Int64(below(1_000_000))),
      clockReading: isHit(oneIn: 3) ? Timestamp(microseconds: -1) : nil, author: "a" + text(),
      reason: optionalText(), source: optionalText(), origin: uuid(), cause: try cause(),
      idempotencyKey: optionalText().map { "k" + $0 },
      undo: UndoFacts(
        group: optionalText(), continues: isHit(oneIn: 3) ? 7 : nil, isUndoable: isHit(oneIn: 2)),
      confirmBy: isHit(oneIn: 3) ? deadline : nil,
      events: try (0..<below(5)).map { _ in try event() }, isRedacted: isRedacted)
    return CommitRecord(
      commit: commit, previous: digest(), nonce: isRedacted ? nil : bytes(16),
      originalDigest: isRedacted ? digest() : nil)
  }
}
