import SettingsCore
import SettingsSchema
import Testing

@Suite struct ElementTests {
  private func field(_ extra: [SettingValue.DictionaryKey: SettingValue]) throws
    -> Specifier.Element.TextField
  {
    let base: [SettingValue.DictionaryKey: SettingValue] = [
      "Type": "PSTextFieldSpecifier", "Key": "k",
    ]
    let specifier = try specifier(.dictionary(base.merging(extra) { $1 }))
    guard case .textField(let field) = specifier.element else { throw MissingSpecifier() }
    return field
  }

  @Test func `V9 flags may be texts`() throws {
    for (value, isOn) in [("YES", true), (true, true), (1, true), ("NO", false), (0, false)]
      as [(SettingValue, Bool)]
    {
      #expect(try field(["IsSecure": value]).isSecure == isOn)
      let shrinks = try specifier([
        "Type": "PSTextFieldSpecifier", "Key": "k", "IASKAdjustsFontSizeToFitWidth": value,
      ])
      #expect(shrinks.appearance.adjustsFontSizeToFitWidth == isOn)
    }
    let plain = try specifier(["Type": "PSTextFieldSpecifier", "Key": "k"])
    #expect(!plain.isSecure)
    #expect(plain.appearance.adjustsFontSizeToFitWidth)
  }

  @Test func `V10 traits of text, with exact names`() throws {
    for type in Specifier.KeyboardType.allCases {
      #expect(try field(["KeyboardType": .string(type.rawValue)]).keyboardType == type)
    }
    let unknown = try field([
      "KeyboardType": "emailaddress", "AutocapitalizationType": "words", "AutocorrectionType": "no",
    ])
    #expect(unknown.keyboardType == .standard)
    #expect(unknown.autocapitalizationType == .none)
    #expect(unknown.autocorrectionType == .standard)
    #expect(try field(["AutocapitalizationType": "Words"]).autocapitalizationType == .words)
    #expect(try field(["AutocorrectionType": "No"]).autocorrectionType == .no)
  }

  @Test func `V11 the first letter of a content type may be small`() throws {
    for type in Specifier.TextContentType.allCases {
      let small = type.rawValue.prefix(1).lowercased() + type.rawValue.dropFirst()
      #expect(try field(["IASKTextContentType": .string(small)]).contentType == type)
    }
    for name in ["", "n", "url", "Bogus"] {
      #expect(try field(["IASKTextContentType": .string(name)]).contentType == nil)
    }
  }

  @Test func `V12 date pickers`() throws {
    func picker(_ mode: String, _ style: String, _ interval: SettingValue) throws
      -> Specifier.Element.DatePicker
    {
      let specifier = try specifier([
        "Type": "IASKDatePickerSpecifier", "Key": "k", "DatePickerMode": .string(mode),
        "DatePickerStyle": .string(style), "MinuteInterval": interval,
      ])
      guard case .datePicker(let picker) = specifier.element else { throw MissingSpecifier() }
      return picker
    }
    let odd = try picker("date", "bogus", 0)
    #expect(odd.mode == .dateAndTime)
    #expect(odd.style == .wheels)
    #expect(odd.minuteInterval == 1)
    #expect(try picker("Time", "Inline", "5").minuteInterval == 5)
    #expect(try picker("Time", "Inline", 1).isEmbedded)
    #expect(try !picker("Date", "Inline", 1e300).isEmbedded)
    #expect(try picker("Date", "Compact", -4).isEmbedded)
  }

  @Test func `V13 toggle styles`() throws {
    for (name, style) in [
      ("Checkmark", Specifier.Element.ToggleStyle.checkmark), ("checkmark", .switchControl),
    ] {
      let specifier = try specifier([
        "Type": "PSToggleSwitchSpecifier", "Key": "k", "Title": "t",
        "IASKToggleStyle": .string(name),
      ])
      guard case .toggle(let toggle) = specifier.element else { throw MissingSpecifier() }
      #expect(toggle.style == style)
    }
  }

  @Test(arguments: [
    ("PSTitleValueSpecifier", true, false), ("PSChildPaneSpecifier", true, true),
    ("PSTextFieldSpecifier", true, true), ("PSMultiValueSpecifier", true, true),
    ("IASKButtonSpecifier", true, true), ("IASKCustomViewSpecifier", true, true),
    ("PSToggleSwitchSpecifier", true, true), ("PSSliderSpecifier", true, true),
    ("PSGroupSpecifier", false, false), ("IASKDatePickerSpecifier", false, false),
  ]) func `V15 what may be an item and what may add one`(
    type: String, isItem: Bool, isAdd: Bool
  ) throws {
    let inner: SettingValue = ["Type": .string(type), "Key": "i"]
    let bundle = try bundle([
      "Type": "IASKListGroupSpecifier", "Key": "l", "ItemSpecifier": inner, "AddSpecifier": inner,
    ])
    guard case .listGroup(let list) = bundle.root.specifiers.first?.element else {
      throw MissingSpecifier()
    }
    #expect((list.item != nil) == isItem)
    #expect((list.add != nil) == isAdd)
    let errors = bundle.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == (isItem ? 0 : 1) + (isAdd ? 0 : 1))
  }

  @Test func `the fields of links and mails`() throws {
    let pane = try specifier([
      "Type": "PSChildPaneSpecifier", "Title": "t", "File": "F", "IASKChildTitle": "c",
      "IASKWebViewShowProgress": true, "IASKViewControllerClass": "C", "IASKSegueIdentifier": "s",
    ])
    guard case .childPane(let child) = pane.element else { throw MissingSpecifier() }
    #expect(child.file == "F")
    #expect(child.childTitle == "c")
    #expect(child.webView.showsProgress)
    #expect(pane.destination.viewControllerClass == "C")
    #expect(pane.destination.segueIdentifier == "s")
    let mail = try specifier([
      "Type": "IASKMailComposeSpecifier", "Title": "t", "IASKMailComposeToRecipents": ["a", "b"],
      "IASKMailComposeSubject": "s", "IASKMailComposeBodyIsHTML": "YES",
    ])
    guard case .mailCompose(let letter) = mail.element else { throw MissingSpecifier() }
    #expect(letter.to == ["a", "b"])
    #expect(letter.cc == [])
    #expect(letter.subject == "s")
    #expect(letter.isBodyHTML)
  }

  @Test func `unknown types and attributes are kept`() throws {
    let bundle = try bundle(
      ["Type": "XMystery", "Key": "k", "Extra": 7],
      ["Type": "PSToggleSwitchSpecifier", "Key": "t", "Title": "t", "Extra": ["a"]])
    let mystery = bundle.root.specifiers[0]
    guard case .unknown = mystery.element else { throw MissingSpecifier() }
    #expect(mystery.type == "XMystery")
    #expect(mystery.unknownAttributes == ["Extra"])
    #expect(mystery.attributes["Extra"] == 7)
    #expect(bundle.root.specifiers[1].unknownAttributes == ["Extra"])
    #expect(bundle.diagnostics.map(\.severity) == [.warning])
  }

  @Test func `alignment follows the kind, and a subtitle makes it natural`() throws {
    func alignment(_ type: String, _ extra: [SettingValue.DictionaryKey: SettingValue]) throws
      -> Specifier.TextAlignment
    {
      let base: [SettingValue.DictionaryKey: SettingValue] = [
        "Type": .string(type), "Key": "k", "Title": "t",
      ]
      return try specifier(.dictionary(base.merging(extra) { $1 })).appearance.textAlignment
    }
    #expect(try alignment("PSMultiValueSpecifier", [:]) == .right)
    #expect(try alignment("IASKButtonSpecifier", [:]) == .center)
    #expect(try alignment("IASKButtonSpecifier", ["IASKCellImage": "i"]) == .natural)
    #expect(try alignment("PSTextFieldSpecifier", ["IASKTextAlignment": "Left"]) == .natural)
    let left: [SettingValue.DictionaryKey: SettingValue] = [
      "IASKTextAlignment": "IASKUITextAlignmentLeft"
    ]
    #expect(try alignment("PSTextFieldSpecifier", left) == .left)
    #expect(
      try alignment("PSMultiValueSpecifier", left.merging(["IASKSubtitle": "s"]) { $1 }) == .natural
    )
  }
}
