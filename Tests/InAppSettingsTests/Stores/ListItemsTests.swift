import SettingsCore
import Testing

@testable import InAppSettings

@Suite struct ListItemsTests {
  private let stored: SettingValue = ["plain", ["name": "inner", "n": 1], 3]

  @Test func `T6: an item reads its entry, else itself, and nothing beyond the end`() throws {
    let items = try #require(ListItems(stored))
    #expect(items.value(at: 0, key: "name") == "plain")
    #expect(items.value(at: 1, key: "name") == "inner")
    #expect(items.value(at: 1, key: "absent") == ["name": "inner", "n": 1])
    #expect(items.value(at: 1, key: nil) == ["name": "inner", "n": 1])
    #expect(items.value(at: 3, key: "name") == nil)
    #expect(items.value(at: -1, key: nil) == nil)
  }

  @Test func `T5: a value goes into a dictionary, a dictionary replaces, all else replaces`() throws
  {
    var items = try #require(ListItems(stored))
    items.set("new", at: 0, key: "name")
    items.set("renamed", at: 1, key: "name")
    items.set(["name": "third"], at: 2, key: "name")
    items.set("beyond", at: 3, key: "name")
    #expect(items.stored == ["new", ["name": "renamed", "n": 1], ["name": "third"]])
    items.set(["other": 2], at: 1, key: "name")
    items.set(5, at: 2, key: nil)
    #expect(items.stored == ["new", ["other": 2], 5])
  }

  @Test func `T7: removing and moving out of range change nothing`() throws {
    var items = try #require(ListItems(stored))
    items.remove(at: 3)
    items.remove(at: -1)
    items.move(from: 0, to: 3)
    items.move(from: -1, to: 0)
    #expect(items.stored == stored)
    items.move(from: 0, to: 2)
    items.remove(at: 1)
    #expect(items.stored == [["name": "inner", "n": 1], "plain"])
  }

  @Test func `T8: nothing stored is an empty list, a value of another kind is none`() {
    #expect(ListItems(nil)?.values == [])
    #expect(ListItems("text") == nil)
    #expect(ListItems(["a": 1]) == nil)
  }
}
