import Foundation
import InAppSettings
import SettingsLedger
import SettingsSchema
import Testing

@Suite struct StoreContractTests {
  @Test(arguments: StoreKind.allCases) func `T1: scalars are stored as they are`(kind: StoreKind)
    throws
  {
    let field = try SampleEntries.field()
    try kind.with { store in
      store.setBool(true, for: field)
      #expect(store.object(for: field) == .bool(true))
      #expect(store.bool(for: field))
      store.setInteger(-7, for: field)
      #expect(store.object(for: field) == .integer(-7))
      #expect(store.integer(for: field) == -7)
      store.setFloat(0.5, for: field)
      #expect(store.object(for: field) == .double(0.5))
      #expect(store.float(for: field) == 0.5)
      store.setDouble(2.25, forKey: "name")
      #expect(store.double(for: field) == 2.25)
      #expect(store.integer(forKey: "name") == 2)
      store.setBool(false, forKey: "flag")
      store.setInteger(3, forKey: "count")
      store.setFloat(1.5, forKey: "ratio")
      #expect(!store.bool(forKey: "flag"))
      #expect(store.integer(forKey: "count") == 3)
      #expect(store.float(forKey: "ratio") == 1.5)
    }
  }

  @Test(arguments: StoreKind.allCases) func `T1: absent reads as false, 0 and nil`(kind: StoreKind)
    throws
  {
    let field = try SampleEntries.field()
    try kind.with { store in
      #expect(!store.bool(for: field))
      #expect(store.float(for: field) == 0)
      #expect(store.double(for: field) == 0)
      #expect(store.integer(for: field) == 0)
      #expect(store.object(for: field) == nil)
      #expect(store.array(for: field) == [])
    }
  }

  @Test(arguments: StoreKind.allCases) func `T2: nil removes, under a key and of an item`(
    kind: StoreKind
  ) throws {
    let (field, list) = (try SampleEntries.field(), try SampleEntries.list())
    let item = try #require(list.itemSpecifier(for: 0))
    try kind.with { store in
      store.setObject("text", for: field)
      store.setObject(nil, for: field)
      #expect(store.object(for: field) == nil)
      store.setObject("text", forKey: "name")
      store.setObject(nil, forKey: "name")
      #expect(store.object(forKey: "name") == nil)
      store.setObject("text", for: field)
      store.removeObject(with: field)
      #expect(store.object(for: field) == nil)
      store.setArray(["a", "b"], for: list)
      store.setObject(nil, for: item)
      #expect(store.array(for: list) == ["b"])
      store.setObject(nil, for: try #require(list.addSpecifier))
      #expect(store.array(for: list) == ["b"])
    }
  }

  @Test(arguments: StoreKind.allCases) func `T3: an entry without key stores and reads nothing`(
    kind: StoreKind
  ) throws {
    let (field, list) = (try SampleEntries.keyless(), try SampleEntries.list(nil))
    try kind.with { store in
      store.setObject("text", for: field)
      store.setArray(["a"], for: list)
      store.setObject("b", for: try #require(list.addSpecifier))
      store.setObject("c", for: try #require(list.itemSpecifier(for: 0)))
      store.removeObject(with: field)
      #expect(store.object(for: field) == nil)
      #expect(store.array(for: list) == [])
      #expect(store.object(for: try #require(list.itemSpecifier(for: 0))) == nil)
      #expect(store.lastFailure == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `T4: the row that adds appends, reads nothing, and needs a list`(kind: StoreKind) throws {
    let (field, list) = (try SampleEntries.field(), try SampleEntries.list())
    let add = try #require(list.addSpecifier)
    #expect(field.addSpecifier == nil && field.itemSpecifier(for: 0) == nil)
    #expect(list.itemSpecifier(for: -1) == nil)
    try kind.with { store in
      store.setObject("first", for: add)
      store.add(["name": "second", "n": 2], for: add)
      store.setBool(true, for: add)
      store.add("elsewhere", for: field)
      #expect(store.array(for: list) == ["first", ["name": "second", "n": 2], true])
      #expect(store.object(for: add) == nil)
      #expect(store.object(for: field) == nil)
    }
  }

  @Test(arguments: StoreKind.allCases) func `T5, T6: items are written and read`(kind: StoreKind)
    throws
  {
    let list = try SampleEntries.list()
    let items = try (0..<4).map { try #require(list.itemSpecifier(for: $0)) }
    try kind.with { store in
      store.setArray(["plain", ["name": "inner", "n": 1], 3], for: list)
      #expect(store.object(for: items[0]) == "plain")
      #expect(store.object(for: items[1]) == "inner")
      #expect(store.object(for: items[3]) == nil)
      store.setObject("edited", for: items[0])
      store.setObject("renamed", for: items[1])
      store.setObject(["name": "now a dictionary"], for: items[2])
      store.setObject("beyond", for: items[3])
      #expect(
        store.array(for: list) == [
          "edited", ["name": "renamed", "n": 1], ["name": "now a dictionary"],
        ])
      store.setInteger(42, for: items[2])
      #expect(store.object(for: items[2]) == 42)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `T6: an item entry without key stands for the whole item`(kind: StoreKind) throws {
    let list = try SampleEntries.list(itemKey: nil)
    let item = try #require(list.itemSpecifier(for: 0))
    try kind.with { store in
      store.setArray([["name": "inner"]], for: list)
      #expect(store.object(for: item) == ["name": "inner"])
      store.setObject("plain", for: item)
      #expect(store.array(for: list) == ["plain"])
    }
  }

  @Test(arguments: StoreKind.allCases) func `T7: removing out of range is ignored`(kind: StoreKind)
    throws
  {
    let list = try SampleEntries.list()
    try kind.with { store in
      store.removeObject(with: try #require(list.itemSpecifier(for: 0)))
      #expect(store.object(for: list) == nil)
      store.setArray(["a", "b"], for: list)
      store.removeObject(with: try #require(list.itemSpecifier(for: 2)))
      store.removeObject(with: try #require(list.addSpecifier))
      #expect(store.array(for: list) == ["a", "b"])
      store.removeObject(with: try #require(list.itemSpecifier(for: 0)))
      #expect(store.array(for: list) == ["b"])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `T8: a value that is no list reads as an empty one and is not destroyed by adding`(
    kind: StoreKind
  ) throws {
    let list = try SampleEntries.list()
    try kind.with { store in
      store.setObject("precious", forKey: "list")
      #expect(store.array(for: list) == [])
      store.setObject("x", for: try #require(list.itemSpecifier(for: 0)))
      store.removeObject(with: try #require(list.itemSpecifier(for: 0)))
      #expect(store.lastFailure == nil)
      store.add("new", for: try #require(list.addSpecifier))
      #expect(store.object(forKey: "list") == "precious")
      let failure = try #require(store.lastFailure)
      #expect(failure.reason == .notAList && failure.key == "list")
      #expect(failure.description.contains("list: the stored value is of kind string"))
      #expect(!store.synchronize())
    }
  }

  @Test(arguments: StoreKind.allCases) func `T9: what was written is durable, except in memory`(
    kind: StoreKind
  ) throws {
    try kind.with { store in
      store.setObject("text", forKey: "name")
      #expect(store.synchronize() == (kind != .memory))
    }
  }

  @Test(arguments: StoreKind.allCases) func `every kind of value is read as it was written`(
    kind: StoreKind
  ) throws {
    let values: [SettingValue] = [
      true, 1, 1.5, "text", .integer(.max), .data(.init([0, 255])),
      .date(.init(timeIntervalSinceReferenceDate: 86_400)), [], [1, true, "x", [2.5]],
      ["a": ["b": [true, 0]]],
    ]
    try kind.with { store in
      for (index, value) in values.enumerated() {
        store.setObject(value, forKey: "key\(index)")
        #expect(store.object(forKey: "key\(index)") == value)
      }
      #expect(store.lastFailure == nil)
    }
  }
}
