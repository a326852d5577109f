import EventLog
import Foundation
import SettingsCore
import Testing

@Suite struct CommitRecordTests {
  private let firstOrigin = UUID()

  @Test(arguments: [UInt64(1), 2, 3])
  func `a record that was written is read as it was`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let record = try random.record()
      let bytes = try record.encoded(firstOrigin: firstOrigin)
      let read = try CommitRecord(decoding: bytes, revision: 2, firstOrigin: firstOrigin)
      #expect(read == record, "seed \(seed)")
      #expect(try read.encoded(firstOrigin: firstOrigin) == bytes, "seed \(seed)")
    }
  }

  @Test func `every truncation of a record is refused`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let bytes = try random.record().encoded(firstOrigin: firstOrigin)
      for length in bytes.indices {
        #expect(throws: CBORError.self) {
          try CommitRecord(
            decoding: Array(bytes[..<length]), revision: 2, firstOrigin: firstOrigin)
        }
      }
      #expect(throws: CBORError.self) {
        try CommitRecord(decoding: bytes + [0], revision: 2, firstOrigin: firstOrigin)
      }
    }
  }

  @Test(arguments: [UInt64(5), 6])
  func `a record with changed bytes is refused or is the only form of what it says`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<2_000 {
      var bytes = try random.record().encoded(firstOrigin: firstOrigin)
      for _ in 0...random.below(3) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard
        let read = try? CommitRecord(decoding: bytes, revision: 2, firstOrigin: firstOrigin)
      else { continue }
      accepted += 1
      #expect(
        try read.encoded(firstOrigin: firstOrigin) == bytes, "seed \(seed): \(bytes.hexadecimal)")
    }
    #expect(accepted > 0)
  }

  @Test func `random bytes are refused`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let bytes = [0xa0 | UInt8(random.below(16))] + random.bytes(random.below(60))
      #expect(throws: CBORError.self, "\(bytes.hexadecimal)") {
        try CommitRecord(decoding: bytes, revision: 2, firstOrigin: firstOrigin)
      }
    }
  }

  @Test func `an unknown label below 64 means a newer program, one from 64 up is kept as it is`()
    throws
  {
    var random = SeededGenerator(seed: 8)
    let record = try random.record()
    let bytes = try record.encoded(firstOrigin: firstOrigin)
    let map = try #require(bytes.first)
    func with(_ label: [UInt8]) -> [UInt8] { [map + 1] + bytes.dropFirst() + label }

    // Label 64: a map of a map, with keys in order.
    let advisory: [UInt8] = [0x18, 64, 0xa2, 0x01, 0xa0, 0x61, 0x61, 0xf6]
    let read = try CommitRecord(decoding: with(advisory), revision: 2, firstOrigin: firstOrigin)
    #expect(read.commit == record.commit && read.advisory == [advisory])
    #expect(try read.encoded(firstOrigin: firstOrigin) == with(advisory))
    let erased = read.erasing(Set(read.commit.events.map(\.name)), digest: .zero)
    #expect(try erased.encoded(firstOrigin: firstOrigin).suffix(advisory.count) == advisory)
    for label: [UInt8] in [[17, 0], [18, 0], [0x18, 63, 0]] {
      let error = #expect(throws: CBORError.self) {
        try CommitRecord(decoding: with(label), revision: 2, firstOrigin: firstOrigin)
      }
      #expect(error?.problem == .unknownLabel)
    }
    let unsorted: [UInt8] = [0x18, 64, 0xa2, 0x61, 0x61, 0xf6, 0x01, 0xa0]
    let error = #expect(throws: CBORError.self) {
      try CommitRecord(decoding: with(unsorted), revision: 2, firstOrigin: firstOrigin)
    }
    #expect(error?.problem == .unsortedKeys)
  }

  @Test func `what a reader works out by itself is refused when it is written down`() throws {
    var random = SeededGenerator(seed: 9)
    let record = try random.record()
    let bytes = try record.encoded(firstOrigin: firstOrigin)
    #expect(throws: CBORError.self) {
      try CommitRecord(decoding: bytes, revision: 2, firstOrigin: record.commit.origin)
    }
    var repeated = record
    repeated.commit.clockReading = record.commit.time
    let form = try repeated.encoded(firstOrigin: firstOrigin)
    #expect(throws: CBORError.self) {
      try CommitRecord(decoding: form, revision: 2, firstOrigin: firstOrigin)
    }
  }

  @Test func `limits are checked before anything is written`() throws {
    var random = SeededGenerator(seed: 10)
    let fine = try random.record()
    func refuses(_ change: (inout SettingsCommit) -> Void) {
      var record = fine
      change(&record.commit)
      #expect(throws: EventLogError.self) { try record.encoded(firstOrigin: firstOrigin) }
    }
    refuses { $0.author = "" }
    refuses { $0.author = String(repeating: "é", count: 128) }
    refuses { $0.idempotencyKey = "" }
    refuses { $0.idempotencyKey = String(repeating: "k", count: 256) }
    refuses { $0.undo.group = String(repeating: "g", count: 256) }
    refuses { $0.reason = String(repeating: "r", count: 4097) }
    refuses { $0.source = String(repeating: "s", count: 4097) }
    refuses { $0.cause = .tag(String(repeating: "t", count: 256), nil) }
    refuses { $0.cause = .rollback(to: 1, prefix: String(repeating: "p", count: 512)) }
    refuses {
      $0.events = [
        SettingsEvent("n", .set(.date(Date(timeIntervalSinceReferenceDate: .infinity))))
      ]
    }
  }
}
