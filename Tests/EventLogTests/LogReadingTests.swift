import Foundation
import SettingsCore
import Testing

@testable import EventLog

@Suite struct LogReadingTests {
  @Test func `the row that names the store is read, and a newer one refused by its number`() throws
  {
    let row = StoreRow(origin: UUID())
    #expect(try StoreRow(decoding: row.encoded()) == row)
    // {1: 2}, and whatever a later version adds.
    for newer: [UInt8] in [[0xa1, 1, 2], [0xa2, 1, 2, 3, 0xf6], [0xa3, 1, 0x18, 99]] {
      let error = #expect(throws: EventLogError.self) { try StoreRow(decoding: newer) }
      #expect(error?.code == .newerFormat(found: newer.count == 4 ? 99 : 2))
    }
    let older = [0xa2, 1, 0] + row.encoded().dropFirst(3)
    let error = #expect(throws: EventLogError.self) { try StoreRow(decoding: Array(older)) }
    #expect(error?.code != .newerFormat(found: 0))
  }

  @Test func `changed rows are read as what they say, or refused`() throws {
    var random = SeededGenerator(seed: 12)
    let store = StoreRow(origin: random.uuid()).encoded()
    for _ in 0..<2_000 {
      var row = store
      row[random.below(row.count)] = UInt8(truncatingIfNeeded: random.next())
      if let read = try? StoreRow(decoding: row) { #expect(read.encoded() == row) }
      let head = random.bytes(38 + random.below(5))
      let read = try? HeadRow(decoding: head)
      #expect(read.map { $0.encoded() } == (head.count == 40 ? head : nil))
    }
  }

  @Test func `records are given from any revision, and as many as there are`() throws {
    try withTemporaryDirectory { directory in
      try withLedger(at: directory) { ledger in
        try ledger.append([[], [], []])
        let last = Revision(rawValue: .max)
        func count(_ start: Revision, _ end: Revision, _ limit: Int) throws -> Int {
          try ledger.records(after: start, through: end, limit: limit).count
        }
        #expect(try count(.zero, 3, .max) == 3)
        #expect(try count(1, 3, 1) == 1)
        #expect(try count(3, 3, 5) == 0)
        #expect(try count(last, last, 5) == 0)
        #expect(try count(.zero, 3, -1) == 0)
      }
    }
  }
}
