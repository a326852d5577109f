import LMDBKit
import Synchronization
import Testing

@Suite("The memory map")
struct MapTests {
  private func options(map: Int, limit: Int = 1 << 26) -> EnvironmentOptions {
    EnvironmentOptions(
      initialMapSize: map, mapLimit: limit, tables: ["texts", "numbers", "data"])
  }

  @Test("A put that finds the map full grows it and runs the write again")
  func growthFromPut() throws {
    try withStore(options(map: 1 << 18)) { store in
      var runs = 0
      try store.change { transaction in
        runs += 1
        for index in 0..<20 {
          try transaction.put(data, "key\(index)", [UInt8](repeating: 1, count: 50_000))
        }
      }
      #expect(runs > 1)
      #expect(try store.read { try $0.count(data) } == 20)
      #expect(try store.statistics().mapSize > 1 << 18)
    }
  }

  @Test("A commit that finds the map full grows it and runs the write again")
  func growthFromCommit() throws {
    // Which call finds no room depends on how full the map is: fill it to every degree.
    var fullAtCommit = 0
    for pages in 20..<60 {
      try withStore(options(map: pages * 4096)) { store in
        var finished = 0
        try store.change { transaction in
          for index in 0..<100 {
            try transaction.put(texts, "key\(index)", String(repeating: "x", count: 1000))
          }
          finished += 1
        }
        if finished > 1 { fullAtCommit += 1 }
        #expect(try store.read { try $0.count(texts) } == 100)
      }
    }
    #expect(fullAtCommit > 0)
  }

  @Test("A write that hides the full map is run again all the same")
  func hiddenFailure() throws {
    try withStore(options(map: 1 << 18)) { store in
      try store.change { transaction in
        for index in 0..<20 {
          try? transaction.put(data, "key\(index)", [UInt8](repeating: 1, count: 50_000))
        }
      }
      #expect(try store.read { try $0.count(data) } == 20)
    }
  }

  @Test("At the limit a write fails, and the store stays usable")
  func limit() throws {
    try withStore(options(map: 1 << 18, limit: 1 << 20)) { store in
      try store.change { try $0.put(texts, "key", "value") }
      let before = try store.read { $0.id }
      let error = failure(.mapLimitReached) {
        try store.change { try $0.put(data, "key", [UInt8](repeating: 1, count: 1 << 20)) }
      }
      #expect(error?.detail == "1048576 bytes")
      #expect(try store.read { $0.id } == before)
      #expect(try store.text("key") == "value")
      try store.change { try $0.put(texts, "key", "changed") }
      #expect(try store.text("key") == "changed")
    }
  }

  @Test("Growth waits for readers of this process, and they keep their view")
  func growthBesideReaders() throws {
    try withStore(options(map: 1 << 18)) { store in
      try store.change { try $0.put(texts, "key", "value") }
      let stop = Atomic(false)
      try onThreads(3) { index in
        if index == 0 {
          defer { stop.store(true, ordering: .relaxed) }
          for round in 0..<40 {
            try store.change {
              try $0.put(data, "key\(round)", [UInt8](repeating: 1, count: 200_000))
            }
          }
        } else {
          while !stop.load(ordering: .relaxed) {
            try store.read { (outer) throws in
              #expect(try outer.get(texts, "key") == "value")
              #expect(try store.text("key") == "value")
              #expect(try outer.get(texts, "key") == "value")
            }
          }
        }
      }
      #expect(try store.statistics().mapSize >= 40 * 200_000)
    }
  }

  @Test("The newest id can be asked for while the map moves")
  func residentBesideGrowth() throws {
    try withStore(options(map: 1 << 16, limit: 1 << 30)) { store in
      let resident = Resident(store, UInt64(0))
      let stop = Atomic(false)
      try onThreads(2) { index in
        if index == 0 {
          defer { stop.store(true, ordering: .relaxed) }
          for round in 0..<60 {
            try store.change {
              try $0.put(data, "key", [UInt8](repeating: 1, count: 65_536 * (round + 1)))
            }
          }
        } else {
          while !stop.load(ordering: .relaxed) {
            resident.withLock { newest, id in
              #expect((id?.rawValue ?? 0) >= newest)
              newest = id?.rawValue ?? 0
            }
          }
        }
      }
    }
  }

  @Test("Growth by another process is adopted, by a read and by a write", arguments: [true, false])
  func adoption(byReading: Bool) throws {
    try withStore(options(map: 1 << 20)) { store in
      try store.change { try $0.put(texts, "key", "value") }
      #expect(try ProcessRunner("fill", store.path, "4096").finish() == ["ok"])
      if byReading { #expect(try store.text("key") == "value") }
      try store.change { try $0.put(texts, "key", "changed") }
      #expect(try store.text("key") == "changed")
      #expect(try store.statistics().mapSize > 4 << 20)
    }
  }

  @Test("A read inside a read that meets foreign growth says so instead of waiting for ever")
  func adoptionInsideRead() throws {
    try withStore(options(map: 1 << 20)) { store in
      try store.read { (_) throws in
        #expect(try ProcessRunner("fill", store.path, "4096").finish() == ["ok"])
        expect(.mapResized) { _ = try store.text("key") }
      }
      #expect(try store.text("key") == nil)
    }
  }
}
