import Foundation
import SettingsCore
import SettingsSchema

/// An entry in the shape of the expected files, where every field is asked of every kind of entry.
struct SpecifierShape {
  let strings: StringsTable
  /// The stored items of the section's list group.
  let items: [SettingValue]

  /// What an item's entry reads of the item (rule T6).
  private static func value(of specifier: Specifier, in item: SettingValue) -> SettingValue {
    guard case .dictionary(let values) = item, let key = specifier.key else { return item }
    return values[SettingValue.DictionaryKey(key.text)] ?? item
  }

  func row(_ row: PageRow) -> JSON {
    var fields = fields(of: row.specifier, isRow: true)
    switch row {
    case .entry, .dateEditor: break
    case .choice(_, let index, let choices):
      fields["checkedRow"] = nil
      fields["radioGroupValue"] = JSON(choices.values[index])
      fields["radioTitle"] = choices.title(for: choices.values[index]).map(JSON.string)
    case .item(let item, let index):
      let value = items.indices.contains(index) ? Self.value(of: item, in: items[index]) : nil
      if let choices = item.choices {
        let row = value.flatMap { choices.index(of: $0) }
        fields["checkedRow"] = row.map { .integer(Int64($0)) } ?? .null
      }
      fields["isItemSpecifier"] = .bool(true)
      fields["itemIndex"] = .integer(Int64(index))
    case .add: fields["isAddSpecifier"] = .bool(true)
    }
    return .object(fields)
  }

  func fields(of specifier: Specifier, isRow: Bool) -> [String: JSON] {
    let attributes = SpecifierAttributes(specifier.attributes, strings: strings)
    var fields: [String: JSON] = [
      "type": .string(specifier.type), "titleRaw": raw(attributes, "Title"),
      "title": JSON(specifier.title), "key": raw(attributes, "Key"),
      "file": raw(attributes, "File"), "cellImageName": raw(attributes, "IASKCellImage"),
      "trueValue": raw(attributes, "TrueValue"), "falseValue": raw(attributes, "FalseValue"),
      "footerText": JSON(attributes.title("FooterText")),
      "footerTextRaw": raw(attributes, "FooterText"),
      "minimumValueImage": raw(attributes, "MinimumValueImage"),
      "maximumValueImage": raw(attributes, "MaximumValueImage"),
      "minimumValue": .object(["$real": .real(attributes.slider.minimum)]),
      "maximumValue": .object(["$real": .real(attributes.slider.maximum)]),
      "displaySortedByTitle": .bool(attributes.isSortedByTitle),
      "deletable": .bool(attributes.flag("Deletable")),
      "quickSelection": .bool(attributes.flag("IASKQuickMultiValueSelection")),
      "toggleStyle": .string(attributes.toggle.style.rawValue),
      "userInterfaceIdioms": idioms(specifier),
    ]
    fields.merge(text(attributes)) { $1 }
    fields.merge(appearance(specifier, attributes)) { $1 }
    fields.merge(values(specifier, attributes)) { $1 }
    fields.merge(date(attributes)) { $1 }
    return fields.filter { $0.value != .null || $0.key == "checkedRow" }
  }

  private func raw(_ attributes: SpecifierAttributes, _ name: SettingValue.DictionaryKey) -> JSON {
    attributes[name].map(JSON.init) ?? .null
  }

  private func idioms(_ specifier: Specifier) -> JSON {
    // The original was built without visionOS.
    let numbers: [(Idiom, Int64)] = [(.phone, 0), (.pad, 1), (.mac, 5)]
    return .list(
      numbers.filter { specifier.idioms.contains($0.0) }.map { JSON.integer($0.1) })
  }

  private func text(_ attributes: SpecifierAttributes) -> [String: JSON] {
    let field = attributes.textField
    let keyboard: String =
      switch field.keyboardType {
      case .standard, .alphabet: "default"
      case .url: "URL"
      default: Self.lowercasedFirst(field.keyboardType.rawValue)
      }
    return [
      "isSecure": .bool(field.isSecure), "keyboardType": .string(keyboard),
      "autocapitalizationType": .string(
        Self.lowercasedFirst(field.autocapitalizationType.rawValue)),
      "autocorrectionType": .string(Self.lowercasedFirst(field.autocorrectionType.rawValue)),
      "textContentType": JSON(field.contentType.map(Self.systemName)),
    ]
  }

  private func appearance(
    _ specifier: Specifier, _ attributes: SpecifierAttributes
  ) -> [String: JSON] {
    let look = specifier.appearance
    let alignment: String =
      switch look.textAlignment {
      case .natural: "natural"
      case .left: "left"
      case .right: "right"
      case .center: "center"
      }
    return [
      "placeholder": JSON(look.placeholder), "textAlignment": .string(alignment),
      "adjustsFontSizeToFitWidth": .bool(look.adjustsFontSizeToFitWidth),
      "hasSubtitle": .bool(attributes["IASKSubtitle"] != nil),
      "subtitle": JSON(look.subtitle?.otherwise),
      "subtitleYES": JSON(look.subtitle?.text(for: "YES")),
      "subtitleNO": JSON(look.subtitle?.text(for: "NO")),
      "subtitleForDefault": JSON(specifier.subtitle(for: specifier.defaultValue)),
      "viewControllerClassName": JSON(specifier.destination.viewControllerClass),
      "viewControllerSelector": JSON(specifier.destination.viewControllerSelector),
      "segueIdentifier": JSON(specifier.destination.segueIdentifier),
    ]
  }

  private func values(
    _ specifier: Specifier, _ attributes: SpecifierAttributes
  ) -> [String: JSON] {
    var fields: [String: JSON] = [
      "multipleShortTitles": raw(attributes, "ShortTitles"),
      "multipleIconNames": raw(attributes, "IconNames"),
    ]
    if let value = specifier.defaultValue {
      fields["defaultValue"] = JSON(value)
      fields["defaultBoolValue"] = .bool(attributes.toggle.isOn(value))
      fields["defaultStringValue"] = JSON(Self.description(of: value))
    }
    // The original reads values for every kind of entry.
    var choices = attributes.choices
    if attributes.isSortedByTitle { choices = choices?.sortedByTitle() }
    guard let choices else { return fields.filter { $0.value != .list([]) } }
    fields["multipleValues"] = .list(choices.values.map(JSON.init))
    fields["multipleTitles"] = .list(choices.titleKeys.map(JSON.init))
    fields["multipleTitlesLocalized"] = .list(choices.titles.map { JSON($0) })
    fields["multipleShortTitles"] = choices.shortTitleKeys.map { .list($0.map(JSON.init)) }
    fields["multipleIconNames"] = choices.iconNames.map { .list($0.map { JSON($0) }) }
    fields["multipleValuesCount"] = .integer(Int64(choices.values.count))
    fields["titlesForValues"] = .list(choices.values.map { JSON(choices.title(for: $0)) })
    fields["titleForDefault"] = JSON(specifier.defaultValue.flatMap { choices.title(for: $0) })
    let isChosen = ["PSMultiValueSpecifier", "PSRadioGroupSpecifier"].contains(specifier.type)
    if isChosen {
      fields["checkedRow"] =
        specifier.defaultValue.flatMap { choices.index(of: $0) }.map { .integer(Int64($0)) }
        ?? .null
    }
    return fields
  }

  private func date(_ attributes: SpecifierAttributes) -> [String: JSON] {
    let picker = attributes.datePicker
    return [
      "datePickerMode": .string(Self.lowercasedFirst(picker.mode.rawValue)),
      "datePickerStyle": .string(Self.lowercasedFirst(picker.style.rawValue)),
      "datePickerMinuteInterval": .integer(Int64(picker.minuteInterval)),
      "embeddedDatePicker": .bool(picker.isEmbedded),
    ]
  }

  private static func lowercasedFirst(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func description(of value: SettingValue) -> String? {
    switch value {
    case .string(let text): text
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    default: nil
    }
  }

  /// What the system calls a kind of content.
  private static func systemName(of type: Specifier.TextContentType) -> String {
    switch type {
    case .name: "name"
    case .namePrefix: "honorific-prefix"
    case .givenName: "given-name"
    case .middleName: "additional-name"
    case .familyName: "family-name"
    case .nameSuffix: "honorific-suffix"
    case .nickname: "nickname"
    case .jobTitle: "organization-title"
    case .organizationName: "organization"
    case .location: "location"
    case .fullStreetAddress: "street-address"
    case .streetAddressLine1: "address-line1"
    case .streetAddressLine2: "address-line2"
    case .addressCity: "address-level2"
    case .addressState: "address-level1"
    case .addressCityAndState: "address-level1+2"
    case .sublocality: "address-level3"
    case .countryName: "country-name"
    case .postalCode: "postal-code"
    case .telephoneNumber: "tel"
    case .emailAddress: "email"
    case .url: "url"
    case .creditCardNumber: "cc-number"
    case .username: "username"
    case .password: "password"
    case .newPassword: "new-password"
    case .oneTimeCode: "one-time-code"
    }
  }
}
