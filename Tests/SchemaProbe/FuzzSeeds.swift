import Foundation
import SettingsCore
import SettingsSchema

/// What the fuzzer starts from.
enum FuzzSeeds {
  /// A page with every kind of entry, as XML, binary and OpenStep, and tables of texts.
  static func all() throws -> [[UInt8]] {
    let xml = try PropertyList.write(page)
    let binary = try PropertyListSerialization.data(
      fromPropertyList: page.propertyList, format: .binary, options: 0)
    let strings = Array(#"/* c */ "a" = "b\n\U00e9"; // d"#.utf8) + Array("\n\"k\";\n".utf8)
    return [
      Array(xml), Array(binary), Array(openStep.utf8), strings,
      [0xFF, 0xFE] + strings.flatMap { [$0, 0] }, [0xFE, 0xFF] + strings.flatMap { [0, $0] },
      [0xEF, 0xBB, 0xBF] + strings,
    ]
  }

  private static let openStep = """
    { Title = T; PreferenceSpecifiers = (
      { Type = PSSliderSpecifier; Key = s; MinimumValue = "1.5"; MaximumValue = 1e3; },
      { Type = PSToggleSwitchSpecifier; Key = t; DefaultValue = <0102>; TrueValue = YES; },
    ); }
    """

  private static let page: SettingValue = [
    "Title": "Page", "StringsTable": "Root",
    "PreferenceSpecifiers": [
      ["Type": "PSGroupSpecifier", "Title": 1.5, "FooterText": "f", "Key": "g"],
      ["Type": "PSToggleSwitchSpecifier", "Key": "t", "DefaultValue": true, "TrueValue": "on"],
      ["Type": "PSSliderSpecifier", "Key": "s", "MinimumValue": "1", "MaximumValue": 9],
      [
        "Type": "PSMultiValueSpecifier", "Key": "m", "Values": [1, 2.0, "3"],
        "Titles": ["c", "b", "a"], "DisplaySortedByTitle": true, "IASKSubtitle": ["1": "one"],
      ],
      ["Type": "PSTextFieldSpecifier", "Key": "p", "IsSecure": "YES", "KeyboardType": "URL"],
      ["Type": "PSRadioGroupSpecifier", "Key": "r", "Values": [1, 2], "Titles": ["x", "y"]],
      [
        "Type": "IASKListGroupSpecifier", "Key": "l", "Deletable": true,
        "ItemSpecifier": ["Type": "PSChildPaneSpecifier", "File": "Root"],
        "AddSpecifier": ["Type": "PSTextFieldSpecifier", "Title": "Add"],
      ],
      ["Type": "PSChildPaneSpecifier", "Title": "c", "File": "Root"],
      [
        "Type": "IASKDatePickerSpecifier", "Key": "d", "MinuteInterval": 5,
        "DefaultValue": .date(Date(timeIntervalSinceReferenceDate: 0)),
      ],
      ["Type": "IASKMailComposeSpecifier", "IASKMailComposeToRecipents": ["a"]],
      [
        "Type": "Mystery", "SupportedUserInterfaceIdioms": ["Phone", "Watch"],
        "x": .data(Data([1])),
      ],
    ],
  ]
}

/// One input: a seed, changed in a few places, sometimes cut, repeated or joined with another.
func mutated(_ seeds: [[UInt8]], using generator: inout SeededGenerator) -> [UInt8] {
  guard var bytes = seeds.randomElement(using: &generator) else { return [] }
  for _ in 0..<Int.random(in: 1...3, using: &generator) {
    guard !bytes.isEmpty else { break }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 2: bytes.remove(at: place)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case 4: bytes.removeLast(bytes.count - place)
    case 5:
      let end = min(bytes.count, place + Int.random(in: 1...64, using: &generator))
      let times = Int.random(in: 1...200, using: &generator)
      bytes.insert(contentsOf: (0..<times).flatMap { _ in bytes[place..<end] }, at: place)
    case 6:
      let token = tokens.randomElement(using: &generator) ?? ""
      bytes.insert(contentsOf: Array(token.utf8), at: place)
    default:
      let other = seeds.randomElement(using: &generator) ?? []
      bytes.insert(contentsOf: other.suffix(other.count / 2), at: place)
    }
  }
  return bytes
}

/// Pieces of the formats that a change of bytes would hardly hit on.
private let tokens = [
  "<dict>", "</dict>", "<array>", "</array>", "<key>", "<key>File</key><string>../Root</string>",
  "<integer>99999999999999999999</integer>", "<real>nan</real>", "<real>1e999</real>",
  "<date>0000-00-00T00:00:00Z</date>", "&#0;", "&#xD800;", "<![CDATA[", "<!--", "<!DOCTYPE [",
  "<string/>", "(", "{", "\"\\U", "\\777", "/*", "//", "bplist00", "\u{2028}", "é",
]
