import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct PropertyListBridgeTests {
  @Test func `Foundation's own truth values and numbers keep their kinds`() throws {
    let object = NSArray(array: [
      NSNumber(value: true), NSNumber(value: 1), NSNumber(value: 0), NSNumber(value: 1.0),
      NSNumber(value: Double.nan), NSNumber(value: -1e20), NSString(string: "s"), NSDictionary(),
      NSData(data: Data([0])), NSDate(timeIntervalSinceReferenceDate: 1),
    ])
    #expect(
      try SettingValue(propertyList: object)
        == [
          true, 1, 0, 1.0, .double(.nan), -1e20, "s", [:], .data(Data([0])),
          .date(Date(timeIntervalSinceReferenceDate: 1)),
        ])
  }

  @Test func `Swift's numbers of every width are taken`() throws {
    let list: [Any] = [
      1, UInt8(2), Int64.min, UInt64(3), Float(0.5), 1.0, NSNumber(value: 7), NSNumber(value: 2.0),
      true, NSNumber(value: true),
    ]
    #expect(
      try SettingValue(propertyList: list)
        == [1, 2, .integer(.min), 3, 0.5, 1.0, 7, 2.0, true, true])
  }

  @Test func `what no property list holds is refused by name`() {
    #expect(throws: PropertyListError.self) { try SettingValue(propertyList: UInt64.max) }
    #expect(throws: PropertyListError.self) {
      try SettingValue(propertyList: NSNumber(value: UInt64.max))
    }
    #expect {
      try SettingValue(propertyList: ["a": [URL(filePath: "/")]])
    } throws: {
      "\($0)" == "a value of type URL is not part of a property list."
    }
  }

  @Test func `what is written is read back, here and by Foundation`() throws {
    let value: SettingValue = [
      "a&<>": ["x\r\n\t", 1, 1.0, -0.5, true, []], "": [:], "\u{E9}": 1, "e\u{301}": 2,
      "date": .date(Date(timeIntervalSinceReferenceDate: -86_399)), "data": .data(Data([0, 255])),
      "big": 1e300, "nan": .double(.nan), "inf": .double(.infinity), "min": .integer(.min),
    ]
    let data = try PropertyList.write(value)
    #expect(try PropertyList.read(data, name: "x") == value)
    let simple: SettingValue = ["b": ["x\r\n\t", "1.5"], "a&<>": ["é"]]
    let decoded = try PropertyListDecoder().decode(
      [String: [String]].self, from: try PropertyList.write(simple))
    #expect(decoded == ["b": ["x\r\n\t", "1.5"], "a&<>": ["é"]])
  }

  @Test func `what XML cannot hold is an error`() {
    #expect(throws: PropertyListError.self) { try PropertyList.write("a\u{0}") }
    #expect(throws: PropertyListError.self) { try PropertyList.write(.date(.distantPast - 1e12)) }
  }

  @Test(arguments: [
    "0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2000-02-29T12:00:00Z", "2001-01-01T00:00:00Z",
    "2100-02-28T23:59:59Z", "9999-12-31T23:59:59Z",
  ]) func `dates of all years go both ways`(text: String) throws {
    let data = Data("<plist><date>\(text)</date></plist>".utf8)
    let value = try PropertyList.read(data, name: "x")
    #expect(String(decoding: try PropertyList.write(value), as: UTF8.self).contains(text))
  }
}
