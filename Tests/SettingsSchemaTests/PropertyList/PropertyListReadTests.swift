import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct PropertyListReadTests {
  private func xml(_ content: String) -> Data {
    Data(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\(content)</plist>".utf8)
  }

  private func read(_ data: Data) throws -> SettingValue {
    try PropertyList.read(data, name: "Root.plist")
  }

  private func read(_ text: String) throws -> SettingValue { try read(Data(text.utf8)) }

  private func problem(_ data: Data) -> String {
    do {
      return "no error: \(try read(data))"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("<true/>", SettingValue.bool(true)), ("<false></false>", false), ("<integer>1</integer>", 1),
    ("<integer> -0x1F </integer>", -31), ("<real>1</real>", 1.0),
    ("<real>-inf</real>", .double(-.infinity)),
    ("<real>nan</real>", .double(.nan)), ("<string/>", ""),
    ("<string>a&amp;&#233;<![CDATA[<b>]]></string>", "a&é<b>"),
    ("<data> AA\nEC </data>", .data(Data([0, 1, 2]))), ("<array/>", SettingValue.array([])),
    ("<date>2001-01-02T00:00:01Z</date>", .date(Date(timeIntervalSinceReferenceDate: 86_401))),
    (
      "<dict><key>a</key><integer>1</integer><!-- b --><key/><true/></dict>",
      ["a": 1, "": true] as SettingValue
    ),
    ("<integer>-9223372036854775808</integer>", .integer(.min)),
  ]) func `each kind of XML value keeps its kind`(content: String, expected: SettingValue) throws {
    #expect(try read(xml(content)) == expected)
  }

  @Test func `keys that differ in normalization only are two keys`() throws {
    let value = try read(xml("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>"))
    #expect(value == ["\u{E9}": true, "e\u{301}": false])
  }

  @Test(arguments: [
    ("<array>\n<true/>\n<foo></array>", "Root.plist:4: the tag <foo> is unknown."),
    ("<dict><key>a</key></dict>", "Root.plist:2: the key \"a\" has no value."),
    ("<dict><true/></dict>", "Root.plist:2: <true> in a <dict> has no key."),
    ("<array>x</array>", "Root.plist:2: a tag was expected, not the character \"x\"."),
    ("\n<integer>12x</integer>", "Root.plist:3: \"12x\" is not the text of <integer>."),
    (
      "<integer>9223372036854775808</integer>",
      "Root.plist:2: \"9223372036854775808\" is not the text of <integer>."
    ),
    ("<date>yesterday</date>", "Root.plist:2: \"yesterday\" is not the text of <date>."),
    ("<string>&nbsp;</string>", "Root.plist:2: the entity &nbsp; is unknown."),
    ("<array>\n<string>a", "Root.plist:3: </string> was expected."),
  ]) func `a broken XML file names file and line`(content: String, expected: String) {
    #expect(problem(xml(content)) == expected)
  }

  @Test func `a file that is cut off names its last line`() {
    #expect(
      problem(Data("<plist>\n<array>\n".utf8)) == "Root.plist:3: the file ends within <array>.")
    #expect(problem(Data()) == "Root.plist:1: the file is empty.")
  }

  @Test func `nesting without end is refused, not followed`() {
    let depth = 100_000
    let nested = String(repeating: "<array>", count: depth)
    #expect(problem(xml(nested)).contains("nested deeper than 128 levels"))
    #expect(problem(Data(String(repeating: "(", count: depth).utf8)).contains("nested deeper"))
  }

  @Test func `an OpenStep file gives texts, data, lists and dictionaries`() throws {
    let text = "// c\n{ a = 1; 'b c' = (x, \"y\\n\\U00e9\\101\\\"\",); /* d */ d = <0102 ff>; e; }"
    #expect(
      try read(text)
        == ["a": "1", "b c": ["x", "y\né\u{41}\""], "d": .data(Data([1, 2, 255])), "e": "e"])
  }

  @Test(arguments: [
    (
      "\"a\" = \"b\";\n\"c\" = \"d\"\n\"e\" = \"f\";",
      "Root.plist:2: the entry \"c\" lacks a semicolon."
    ),
    (
      "{ a = 1;\n b = (x, y; \n}",
      "Root.plist:2: the array that starts on line 2 lacks a \",\" or \")\"."
    ),
    ("\"a\" = \"b;\n", "Root.plist:1: a text in quotes does not end."),
    ("/* a", "Root.plist:1: a comment does not end."),
    ("<0>", "Root.plist:1: raw data does not end, or has half a byte."),
    ("\"a\" = \"b\";\n= 3;", "Root.plist:2: a text was expected, not the character \"=\"."),
  ]) func `a broken OpenStep file names file and line`(text: String, expected: String) {
    #expect(problem(Data(text.utf8)) == expected)
  }

  @Test func `text is UTF-8 or UTF-16 with or without mark, and Latin-1 when XML says so`() throws {
    let text = "\"k\" = \"é😀\";"
    let expected: SettingValue = ["k": "é😀"]
    var little: [UInt8] = []
    for unit in text.utf16 { little += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    var big: [UInt8] = []
    for unit in text.utf16 { big += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    #expect(try read(text) == expected)
    #expect(try read(Data([0xEF, 0xBB, 0xBF] + Array(text.utf8))) == expected)
    #expect(try read(Data([0xFF, 0xFE] + little)) == expected)
    #expect(try read(Data([0xFE, 0xFF] + big)) == expected)
    #expect(try read(Data(little)) == expected)
    #expect(try read(Data(big)) == expected)
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><string>".utf8) + [0xDC]
    #expect(try read(Data(latin + Array("</string>".utf8))) == "Ü")
    #expect(problem(Data([0x61, 0x0A, 0xFF])) == "Root.plist:2: the text is not valid UTF-8.")
    #expect(problem(Data([0xFF, 0xFE, 0x61])).contains("middle of a character"))
  }

  @Test func `a binary file as Foundation writes it is read back`() throws {
    let value: SettingValue = [
      "bool": true, "int": 300, "negative": -7, "min": .integer(.min), "real": 1.0, "text": "é",
      "plain": "abc", "data": .data(Data([1, 2])), "list": [1, [2]], "large": 4_294_967_295,
      "date": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
      "long": .string(String(repeating: "x", count: 1000)),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: value.propertyList, format: .binary, options: 0)
    #expect(try read(data) == value)
  }

  @Test func `shared objects of a binary file are not expanded without bound`() {
    var bytes = Array("bplist00".utf8)
    let levels = UInt8(60)
    for level in 0..<levels { bytes += [0xA2, level + 1, level + 1] }
    bytes.append(0x09)
    let table = bytes.count
    for level in 0...levels { bytes.append(8 + 3 * level) }
    bytes += [0, 0, 0, 0, 0, 0, 1, 1] + be(Int(levels) + 1) + be(0) + be(table)
    #expect(problem(Data(bytes)).contains("far more than the size of the file"))
    // An array that holds itself.
    let circle = Array("bplist00".utf8) + [0xA1, 0, 8] + [0, 0, 0, 0, 0, 0, 1, 1]
    #expect(problem(Data(circle + be(1) + be(0) + be(10))).contains("nested deeper"))
    #expect(problem(Data(circle)).contains("cut off"))
  }

  private func be(_ value: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
  }
}
