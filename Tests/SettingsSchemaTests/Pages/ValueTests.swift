import Foundation
import SettingsCore
import SettingsSchema
import Testing

@Suite struct ValueTests {
  private func multi(_ extra: [SettingValue.DictionaryKey: SettingValue]) throws -> Specifier {
    let base: [SettingValue.DictionaryKey: SettingValue] = [
      "Type": "PSMultiValueSpecifier", "Key": "m", "Title": "t",
    ]
    return try specifier(.dictionary(base.merging(extra) { $1 }))
  }

  @Test func `V1 values exist only with titles, short titles and icons only when not empty`() throws
  {
    #expect(try multi(["Values": [1]]).choices == nil)
    #expect(try multi(["Titles": ["a"]]).choices == nil)
    #expect(try multi(["Values": "abc", "Titles": ["a"]]).choices == nil)
    let choices = try multi([
      "Values": [1], "Titles": ["a"], "ShortTitles": [], "IconNames": [],
    ]).choices
    #expect(choices?.values == [1])
    #expect(choices?.shortTitles == nil)
    #expect(choices?.iconNames == nil)
  }

  @Test func `V2 sorting moves values, titles, short titles and icons together`() throws {
    let choices = try #require(
      try multi([
        "DisplaySortedByTitle": true, "Values": [1, 2, 3], "Titles": ["delta", "Älpha", "beta"],
        "ShortTitles": ["d", "a", "b"], "IconNames": ["id", "ia", "ib"],
      ]).choices)
    #expect(choices.values == [2, 3, 1])
    #expect(choices.titles == ["Älpha", "beta", "delta"])
    #expect(choices.shortTitles == ["a", "b", "d"])
    #expect(choices.iconNames == ["ia", "ib", "id"])
  }

  @Test(
    arguments: [
      ["Values": [1, 2], "Titles": ["a"]], ["Values": [1], "Titles": [["x": 1]]],
      ["Values": [1], "Titles": ["a"], "ShortTitles": ["a", "b"]], ["Values": [1]],
      ["Values": [1], "Titles": ["a"], "IconNames": ["a", "b"]],
    ] as [[SettingValue.DictionaryKey: SettingValue]])
  func `V2 what cannot be sorted is skipped, the rest loads`(
    extra: [SettingValue.DictionaryKey: SettingValue]
  ) throws {
    let base: [SettingValue.DictionaryKey: SettingValue] = [
      "Type": "PSMultiValueSpecifier", "Key": "m", "Title": "t", "DisplaySortedByTitle": "YES",
    ]
    let bundle = try bundle(
      .dictionary(base.merging(extra) { $1 }), ["Type": "PSGroupSpecifier", "Key": "g"])
    #expect(bundle.root.specifiers.map(\.key) == ["g"])
    #expect(bundle.diagnostics.first?.severity == .error)
    #expect(bundle.diagnostics.first?.key == "m")
  }

  @Test func `V5 titles for values`() throws {
    let plain = try #require(
      try multi(["Values": [1, "1", 2, 2.5, 2], "Titles": ["a", "b", "c", "d", "e"]]).choices)
    #expect(plain.title(for: 1.0) == "a")
    #expect(plain.title(for: true) == "a")
    #expect(plain.title(for: "1") == "b")
    #expect(plain.title(for: 2) == "c")
    #expect(plain.title(for: 2.5) == "d")
    #expect(plain.title(for: 3) == nil)
    let short = try multi(["Values": [1], "Titles": ["a"], "ShortTitles": ["s"]]).choices
    #expect(short?.title(for: 1) == "s")
    let unequal = try multi(["Values": [1, 2], "Titles": ["a"]]).choices
    #expect(unequal?.title(for: 1) == nil)
    #expect(unequal?.index(of: 2) == 1)
  }

  @Test(
    arguments: [
      (SettingValue.integer(1), SettingValue.double(1), true), (true, 1, true), (false, 0.0, true),
      ("1", 1, false), (9_007_199_254_740_993, 9_007_199_254_740_992, false),
      ([1, true], [true, 1.0], true), (["a": 1], ["a": 1.0], true), (["a": 1], ["b": 1], false),
      (.double(.nan), .double(.nan), false),
    ] as [(SettingValue, SettingValue, Bool)]) func `V5 numbers match by value`(
      a: SettingValue, b: SettingValue, isMatch: Bool
    )
  {
    #expect(a.matches(b) == isMatch)
    #expect(b.matches(a) == isMatch)
  }

  @Test func `V6 subtitles`() throws {
    func subtitle(_ value: SettingValue, of type: SettingValue = "PSMultiValueSpecifier") throws
      -> Specifier
    {
      try specifier(["Type": type, "Key": "k", "Title": "t", "IASKSubtitle": value])
    }
    #expect(try subtitle("s").subtitle(for: 7) == "s")
    let byValue = try subtitle(["a": "A", "1": "one", "1.5": "more", "__default__": "other"])
    #expect(byValue.subtitle(for: "a") == "A")
    #expect(byValue.subtitle(for: 1) == "one")
    #expect(byValue.subtitle(for: 1.0) == "one")
    #expect(byValue.subtitle(for: 1.5) == "more")
    #expect(byValue.subtitle(for: "b") == "other")
    #expect(byValue.subtitle(for: nil) == "other")
    let states = try subtitle(["YES": "on", "NO": "off"], of: "PSToggleSwitchSpecifier")
    #expect(states.subtitle(for: true) == "on")
    #expect(states.subtitle(for: 0) == "off")
    #expect(states.subtitle(for: nil) == nil)
  }

  private func toggle(_ attributes: [SettingValue.DictionaryKey: SettingValue]) throws
    -> Specifier.Element.Toggle
  {
    let base: [SettingValue.DictionaryKey: SettingValue] = [
      "Type": "PSToggleSwitchSpecifier", "Key": "k", "Title": "t",
    ]
    let specifier = try specifier(.dictionary(base.merging(attributes) { $1 }))
    guard case .toggle(let toggle) = specifier.element else { throw MissingSpecifier() }
    return toggle
  }

  @Test(
    arguments: [
      (nil, false), (true, true), (0, false), (2, true), (-1, true), (0.4, true), ("YES", true),
      ("yes", true), ("true", true), ("NO", false), ("on", false), (" 1", true), ("-1", true),
      ("00", false), ("", false), (["a": 1], false), ([1], false), (.data(Data([1])), false),
    ] as [(SettingValue?, Bool)])
  func `V7 P1 P3 the truth of values`(value: SettingValue?, isOn: Bool) throws {
    #expect(try toggle([:]).isOn(value) == isOn)
  }

  @Test func `V7 E3 P11 true and false values come before truth`() throws {
    let named = try toggle(["TrueValue": "enabled", "FalseValue": "YES"])
    #expect(named.isOn("enabled"))
    #expect(!named.isOn("YES"))
    #expect(named.isOn(true))
    #expect(!named.isOn("other"))
    let inverted = try toggle(["TrueValue": 0, "FalseValue": 1])
    #expect(inverted.isOn(false))
    #expect(!inverted.isOn(true))
    #expect(try toggle(["TrueValue": "same", "FalseValue": "same"]).isOn("same"))
  }

  @Test func `V7 P3 a default that is neither is a diagnostic`() throws {
    let bundle = try bundle([
      "Type": "PSToggleSwitchSpecifier", "Key": "k", "Title": "t", "DefaultValue": ["a": 1],
    ])
    #expect(bundle.diagnostics.map(\.severity) == [.warning])
  }

  @Test func `V8 E4 sliders`() throws {
    func slider(_ minimum: SettingValue?, _ maximum: SettingValue?) throws
      -> Specifier.Element.Slider
    {
      var attributes: SettingValue = ["Type": "PSSliderSpecifier", "Key": "k"]
      if let minimum { attributes = attributes.adding("MinimumValue", minimum) }
      if let maximum { attributes = attributes.adding("MaximumValue", maximum) }
      guard case .slider(let slider) = try specifier(attributes).element else {
        throw MissingSpecifier()
      }
      return slider
    }
    #expect(try slider(nil, nil).maximum == 0)
    #expect(try slider(".1", "2,5").minimum == 0.1)
    #expect(try slider(".1", "2,5").maximum == 2)
    #expect(try slider("-3e1x", true).minimum == -30)
    let tens = try slider("2", "40")
    #expect(tens.position(of: 100) == 40)
    #expect(tens.position(of: "7") == 7)
    #expect(tens.position(of: nil) == 2)
    #expect(tens.position(of: .double(.nan)) == 2)
    #expect(try slider(5, 1).position(of: 3) == 5)
  }
}
