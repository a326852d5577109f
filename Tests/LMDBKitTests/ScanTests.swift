import LMDBKit
import Testing

@Suite("Scans")
struct ScanTests {
  /// A store with the numbers 10, 20, … 90.
  private func withNumbers(_ body: (Environment) throws -> Void) throws {
    try withStore { store in
      try store.change { transaction in
        for number in 1...9 { try transaction.append(numbers, Number(UInt64(number * 10)), "") }
      }
      try body(store)
    }
  }

  private func keys(
    _ transaction: borrowing some Reading & ~Copyable, from start: Bound<Number>? = nil,
    _ direction: Direction = .forward, limit: Int? = nil
  ) throws -> [UInt64] {
    var found: [UInt64] = []
    try transaction.scan(numbers, from: start, direction, limit: limit) { key, _ in
      found.append(key.value)
      return .next
    }
    return found
  }

  @Test(
    "A scan starts at its bound and goes its way",
    arguments: [
      (nil, .forward, [10, 20, 30]), (nil, .backward, [90, 80, 70]),
      (.inclusive(30), .forward, [30, 40, 50]), (.exclusive(30), .forward, [40, 50, 60]),
      (.inclusive(35), .forward, [40, 50, 60]), (.exclusive(35), .forward, [40, 50, 60]),
      (.inclusive(30), .backward, [30, 20, 10]), (.exclusive(30), .backward, [20, 10]),
      (.inclusive(35), .backward, [30, 20, 10]), (.exclusive(35), .backward, [30, 20, 10]),
      (.inclusive(5), .forward, [10, 20, 30]), (.inclusive(5), .backward, []),
      (.inclusive(95), .forward, []), (.inclusive(95), .backward, [90, 80, 70]),
      (.exclusive(90), .forward, []), (.exclusive(10), .backward, []),
    ] as [(Bound<Number>?, Direction, [UInt64])])
  func bounds(start: Bound<Number>?, direction: Direction, expected: [UInt64]) throws {
    try withNumbers { store in
      let found = try store.read { try keys($0, from: start, direction, limit: 3) }
      #expect(found == expected)
      try store.change { transaction in
        let found = try keys(transaction, from: start, direction, limit: 3)
        #expect(found == expected)
      }
    }
  }

  @Test("Keys come in the order of their bytes")
  func order() throws {
    try withStore { store in
      let values: [UInt64] = [0, 1, 255, 256, 65_535, 65_536, 1 << 40, .max]
      try store.change { transaction in
        for value in values.shuffled() { try transaction.put(numbers, Number(value), "") }
      }
      let found = try store.read { try keys($0) }
      #expect(found == values)
    }
  }

  @Test("A scan stops when told, at its limit, and at an error")
  func ends() throws {
    try withNumbers { store in
      try store.read { transaction in
        var visits = 0
        try transaction.scan(numbers) { key, _ in
          visits += 1
          return key.value == 30 ? .stop : .next
        }
        #expect(visits == 3)
        try transaction.scan(numbers, limit: 0) { _, _ in throw TestFailure() }
        let all = try keys(transaction)
        #expect(all.count == 9)
        #expect(throws: TestFailure.self) {
          try store.read { try $0.scan(numbers) { _, _ in throw TestFailure() } }
        }
      }
    }
  }

  @Test("First and last are the ends of a table")
  func firstAndLast() throws {
    try withNumbers { (store) throws in
      #expect(try store.read { try $0.first(numbers)?.0 } == 10)
      #expect(try store.read { try $0.last(numbers)?.0 } == 90)
      #expect(try store.read { try $0.first(texts) } == nil)
    }
  }

  @Test("A scan in a write may delete what it visits and goes on after it")
  func deleting() throws {
    for direction in [Direction.forward, .backward] {
      try withStore { store in
        try store.change { transaction in
          for number in 0..<2000 {
            try transaction.append(numbers, Number(UInt64(number)), "some text to fill pages")
          }
          var visited = 0
          try transaction.scan(numbers, direction) { key, _ in
            visited += 1
            if key.value % 3 != 0 { try transaction.delete(numbers, key) }
            return .next
          }
          #expect(visited == 2000)
          #expect(try transaction.count(numbers) == 667)
        }
      }
    }
  }

  @Test("A scan in a write sees what is put ahead of it")
  func inserting() throws {
    try withNumbers { store in
      try store.change { transaction in
        var found: [UInt64] = []
        try transaction.scan(numbers, from: .inclusive(70)) { key, _ in
          found.append(key.value)
          if key.value == 80 { try transaction.put(numbers, 85, "") }
          if key.value == 80 { try transaction.put(numbers, 75, "") }
          return .next
        }
        #expect(found == [70, 80, 85, 90])
      }
    }
  }

  @Test("A scan without copies gives the stored bytes")
  func bytes() throws {
    try withStore { store in
      try store.change { try $0.put(data, "ab", [1, 2, 3]) }
      try store.read { transaction in
        try transaction.scanBytes(data) { key, value in
          let sizes = [key.count, value.count]
          #expect(sizes == [2, 3])
          return .next
        }
      }
    }
  }
}

@Suite("Bytes of keys and values")
struct TableCodableTests {
  @Test("Text is stored as it is, not normalized", arguments: ["", "a", "é", "e\u{301}", "日本\0x"])
  func text(value: String) throws {
    try withStore { store in
      try store.change { try $0.put(texts, "k\(value)", value) }
      let found = try store.text("k\(value)")
      #expect(found.map { Array($0.utf8) } == Array(value.utf8))
    }
  }

  @Test("Composed and decomposed letters are two keys")
  func normalization() throws {
    try withStore { store in
      try store.change { transaction in
        try transaction.put(texts, "\u{E9}", "composed")
        try transaction.put(texts, "e\u{301}", "decomposed")
      }
      #expect(try store.read { try $0.count(texts) } == 2)
    }
  }

  @Test("Bytes that are no text are an error, not a replacement")
  func invalidText() throws {
    let bytes = Table<String, [UInt8]>("texts")
    try withStore { store in
      try store.change { try $0.put(bytes, "key", [0xFF, 0x41]) }
      expect(.undecodable) { _ = try store.text("key") }
    }
  }

  @Test("Bytes and nothing come back as they went", arguments: [0, 1, 4096, 100_000])
  func bytes(count: Int) throws {
    let marks = Table<String, Nothing>("texts")
    try withStore { store in
      let value = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      try store.change { transaction in
        try transaction.put(data, "key", value)
        try transaction.put(marks, "mark", Nothing())
      }
      #expect(try store.read { try $0.get(data, "key") } == value)
      #expect(try store.read { try $0.get(marks, "mark") } == Nothing())
    }
  }

  @Test("Eight bytes make a number, others do not")
  func bigEndian() {
    #expect([0, 0, 0, 0, 0, 0, 1, 2].withSpan { UInt64(bigEndianBytes: $0) } == 258)
    #expect([1, 2, 3].withSpan { UInt64(bigEndianBytes: $0) } == nil)
    #expect(UInt64(258).withBigEndianBytes { [UInt8](decoding: $0) } == [0, 0, 0, 0, 0, 0, 1, 2])
  }
}

extension [UInt8] {
  fileprivate func withSpan<R>(_ body: (Span<UInt8>) -> R) -> R { body(span) }
}
