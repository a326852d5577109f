import SettingsCore

/// Makes one entry of a page from its dictionary, and says what is wrong with it.
struct SpecifierReader {
  private let attributes: SpecifierAttributes
  private let place: DiagnosticPlace
  private(set) var diagnostics: [SchemaDiagnostic] = []

  init(_ attributes: SpecifierAttributes, place: DiagnosticPlace) {
    self.attributes = attributes
    self.place = place
  }

  /// The entry; nil when it cannot be used, with a diagnostic of the severity `error`.
  mutating func read() -> Specifier? {
    guard case .string(let type) = attributes["Type"] else {
      let problem = attributes["Type"] == nil ? "the Type is missing" : "the Type is not a text"
      skip(problem)
      return nil
    }
    guard let element = element(of: type) else { return nil }
    let vocabulary = SchemaVocabulary.types[type]
    if let vocabulary {
      for name in vocabulary.required where attributes[SettingValue.DictionaryKey(name)] == nil {
        report(.warning, "the required \(name) is missing", "nothing stands for it")
      }
    } else if case .unknown = element {
      report(
        .warning, "the type \(type.debugDescription) is unknown", "it is kept, with its attributes")
    }
    checkIdioms()
    var specifier = Specifier(
      index: place.index ?? -1, type: type, key: key(), title: attributes.title("Title"),
      defaultValue: attributes["DefaultValue"], idioms: attributes.idioms, element: element,
      appearance: attributes.appearance, destination: attributes.destination,
      attributes: attributes.values,
      unknownAttributes: attributes.values.keys.filter { key in
        !SchemaVocabulary.common.contains(key.text)
          && !(vocabulary?.required.contains(key.text) ?? false)
          && !(vocabulary?.optional.contains(key.text) ?? false)
      }.sorted())
    specifier.visibleIf = visibleIf()
    return specifier
  }

  /// The condition of `SLVisibleIf`; nil, so that the entry shows, when it cannot be read.
  private mutating func visibleIf() -> VisibilityCondition? {
    guard let value = attributes["SLVisibleIf"] else { return nil }
    guard case .string(let text) = value else {
      report(.error, "the SLVisibleIf is not a text", "the entry is always shown")
      return nil
    }
    do throws(ConditionError) {
      return try VisibilityCondition(text)
    } catch {
      report(
        .error, "the SLVisibleIf is wrong at column \(error.column): \(error.problem)",
        "the entry is always shown")
      return nil
    }
  }

  private mutating func key() -> SettingName? {
    guard let text = attributes.keyText else {
      if attributes["Key"] != nil {
        report(.error, "the Key is not a text", "the entry has no key")
      }
      return nil
    }
    if case .integer = attributes["Key"] {
      report(.warning, "the Key is a number", "its digits are the key")
    }
    do throws(InvalidNameError) {
      return try SettingName(text)
    } catch {
      report(.error, "the Key cannot be a setting's name", "the entry has no key")
      return nil
    }
  }

  private mutating func element(of type: String) -> Specifier.Element? {
    switch type {
    case "PSGroupSpecifier":
      return .group(Specifier.Element.Group(footerText: attributes.title("FooterText")))
    case "PSRadioGroupSpecifier":
      guard let choices = choices() else { return nil }
      return .radioGroup(
        Specifier.Element.RadioGroup(
          footerText: attributes.title("FooterText"), choices: choices.value,
          isSortedByTitle: attributes.isSortedByTitle))
    case "IASKListGroupSpecifier": return .listGroup(listGroup())
    case "PSToggleSwitchSpecifier":
      checkToggle()
      return .toggle(attributes.toggle)
    case "PSSliderSpecifier":
      let slider = attributes.slider
      if slider.minimum > slider.maximum {
        report(.warning, "the minimum is above the maximum", "the slider stays at the minimum")
      }
      return .slider(slider)
    case "PSTitleValueSpecifier":
      guard let choices = choices() else { return nil }
      return .titleValue(Specifier.Element.TitleValue(choices: choices.value))
    case "PSTextFieldSpecifier": return .textField(attributes.textField)
    case "PSMultiValueSpecifier":
      guard let choices = choices() else { return nil }
      return .multiValue(
        Specifier.Element.MultiValue(
          choices: choices.value, isSortedByTitle: attributes.isSortedByTitle,
          footerText: attributes.title("FooterText"),
          isQuickSelection: attributes.flag("IASKQuickMultiValueSelection")))
    case "PSChildPaneSpecifier": return .childPane(attributes.childPane)
    case "IASKOpenURLSpecifier":
      return .openURL(Specifier.Element.OpenURL(url: attributes.text("File")))
    case "IASKMailComposeSpecifier": return .mailCompose(attributes.mail)
    case "IASKButtonSpecifier": return .button
    case "IASKTextViewSpecifier": return .textView(attributes.textView)
    case "IASKCustomViewSpecifier": return .customView
    case "IASKDatePickerSpecifier": return .datePicker(attributes.datePicker)
    default: return .unknown
    }
  }

  /// A value that may be absent, to tell that from an entry that cannot be used.
  private struct Present<Value> {
    let value: Value?
  }

  /// The choices, sorted when asked for; nil when sorting is asked for and cannot be done (rule
  /// V2).
  private mutating func choices() -> Present<Choices>? {
    for name in ["Values", "Titles", "ShortTitles", "IconNames"] as [SettingValue.DictionaryKey]
    where attributes[name] != nil && attributes.list(name) == nil {
      report(.error, "the \(name) are not a list", "they count as absent")
    }
    let counts = (attributes.list("Values")?.count, attributes.list("Titles")?.count)
    if (counts.0 == nil) != (counts.1 == nil) {
      let missing = counts.0 == nil ? "Values" : "Titles"
      if attributes.isSortedByTitle, (counts.0 ?? 0) != (counts.1 ?? 0) {
        skip("there are no \(missing), so that the values cannot be sorted")
        return nil
      }
      report(.warning, "there are no \(missing)", "the entry has no values to choose from")
    }
    guard let choices = attributes.choices else { return Present(value: nil) }
    if choices.hasEqualCounts, !attributes.isSortedByTitle { return Present(value: choices) }
    if attributes.isSortedByTitle {
      if let sorted = choices.sortedByTitle() { return Present(value: sorted) }
      let problem =
        choices.hasEqualCounts
        ? "a title is neither text nor number" : Self.unequalCounts(choices)
      skip(problem + ", so that the values cannot be sorted")
      return nil
    }
    report(.error, Self.unequalCounts(choices), "the values are shown without titles")
    return Present(value: choices)
  }

  private static func unequalCounts(_ choices: Choices) -> String {
    var counts = ["\(choices.values.count) values", "\(choices.titles.count) titles"]
    if let short = choices.shortTitles { counts.append("\(short.count) short titles") }
    if let icons = choices.iconNames { counts.append("\(icons.count) icon names") }
    return "the counts differ: " + counts.joined(separator: ", ")
  }

  private mutating func checkToggle() {
    if let value = attributes["DefaultValue"], value.truth == nil {
      report(.warning, "the DefaultValue is of kind \(value.kind)", "the toggle is off")
    }
    if (attributes["TrueValue"] == nil) != (attributes["FalseValue"] == nil) {
      report(
        .note, "only one of TrueValue and FalseValue is given", "true or false stands for the other"
      )
    }
  }

  private mutating func checkIdioms() {
    guard case .array(let names)? = attributes["SupportedUserInterfaceIdioms"] else {
      if attributes["SupportedUserInterfaceIdioms"] != nil {
        report(.warning, "SupportedUserInterfaceIdioms is not a list", "it counts as absent")
      }
      return
    }
    let unknown = names.filter {
      if case .string(let name) = $0 { Idiom(schemaName: name) == nil } else { true }
    }
    if !unknown.isEmpty {
      let isNever = unknown.count == names.count
      report(
        .warning, "SupportedUserInterfaceIdioms has unknown names",
        isNever ? "the entry is never shown" : "they are left out")
    }
  }

  private mutating func report(
    _ severity: SchemaDiagnostic.Severity, _ problem: String, _ action: String
  ) {
    diagnostics.append(place.diagnostic(severity, problem, action))
  }

  private mutating func skip(_ problem: String) {
    report(.error, problem, "the entry is skipped")
  }
}

// MARK: - List groups

extension SpecifierReader {
  private mutating func listGroup() -> Specifier.Element.ListGroup {
    Specifier.Element.ListGroup(
      footerText: attributes.title("FooterText"),
      item: nested("ItemSpecifier", allowed: SchemaVocabulary.itemTypes),
      add: nested("AddSpecifier", allowed: Array(SchemaVocabulary.itemTypes.dropFirst())),
      isDeletable: attributes.flag("Deletable"))
  }

  private mutating func nested(
    _ name: SettingValue.DictionaryKey, allowed: [String]
  ) -> Specifier? {
    guard let value = attributes[name] else { return nil }
    guard case .dictionary(let values) = value else {
      report(.error, "the \(name) is not a dictionary", "it counts as absent")
      return nil
    }
    let inner = SpecifierAttributes(values, strings: attributes.strings)
    if case .string(let type) = values["Type"], !allowed.contains(type) {
      report(
        .error, "the \(name) cannot be of the type \(type.debugDescription)", "it counts as absent")
      return nil
    }
    if values["SLVisibleIf"] != nil {
      report(.warning, "the \(name) has an SLVisibleIf", "it does not count in a list")
    }
    var innerPlace = place
    innerPlace.key = inner.keyText
    var reader = SpecifierReader(inner, place: innerPlace)
    let specifier = reader.read()
    // Its title stands in the items, so the schema does not ask for a key or title here.
    diagnostics += reader.diagnostics.filter { $0.severity == .error }
    return specifier
  }
}
