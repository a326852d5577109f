import Foundation
public import SettingsCore

/// The values a setting can be chosen from, and how they are shown.
public struct Choices: Sendable {
  /// The values, in the order they are shown.
  public let values: [SettingValue]
  /// The localized titles; nil where the property list has no text.
  public let titles: [String?]
  /// The localized short titles, shown beside the row's title instead of the titles.
  public let shortTitles: [String?]?
  /// The names of the icons.
  public let iconNames: [String?]?

  /// The titles as the property list has them; equal to the titles where code made the choices.
  package let titleKeys: [SettingValue]
  /// The short titles as the property list has them.
  package let shortTitleKeys: [SettingValue]?

  /// Makes choices, as a ``ChoicesProvider`` does.
  ///
  /// Counts that differ are kept as they are: a value without title has none.
  public init(
    values: [SettingValue], titles: [String], shortTitles: [String]? = nil,
    iconNames: [String]? = nil
  ) {
    self.init(
      values: values, titleKeys: titles.map(SettingValue.string), titles: titles,
      shortTitleKeys: shortTitles?.map(SettingValue.string), shortTitles: shortTitles,
      iconNames: iconNames)
  }

  init(
    values: [SettingValue], titleKeys: [SettingValue], titles: [String?],
    shortTitleKeys: [SettingValue]?, shortTitles: [String?]?, iconNames: [String?]?
  ) {
    self.values = values
    self.titleKeys = titleKeys
    self.titles = titles
    self.shortTitleKeys = shortTitleKeys?.isEmpty == true ? nil : shortTitleKeys
    self.shortTitles = shortTitles?.isEmpty == true ? nil : shortTitles
    self.iconNames = iconNames?.isEmpty == true ? nil : iconNames
  }

  /// The row of a value: the first that matches; nil when none does (rules V5, E6).
  ///
  /// - Complexity: O(number of values).
  public func index(of value: SettingValue) -> Int? {
    values.firstIndex { $0.matches(value) }
  }

  /// What is shown for a value: its short title where there are short titles, else its title; nil
  /// when the value is not in the list or the counts differ (rule V5).
  ///
  /// - Complexity: O(number of values).
  public func title(for value: SettingValue) -> String? {
    let shown = shortTitles ?? titles
    guard shown.count == values.count, let index = index(of: value) else { return nil }
    return shown[index]
  }

  /// Whether each value has a title, and a short title and an icon where there are any.
  public var hasEqualCounts: Bool {
    titles.count == values.count && (shortTitles?.count ?? values.count) == values.count
      && (iconNames?.count ?? values.count) == values.count
  }

  /// The same choices in the order of their titles; nil when counts differ or a title is not a text
  /// (rule V2).
  ///
  /// Letters compare without regard to case and accents; equal titles keep their order.
  ///
  /// - Complexity: O(n log n).
  public func sortedByTitle() -> Choices? {
    guard hasEqualCounts else { return nil }
    var keyed: [(fold: String, index: Int)] = []
    for (index, title) in titles.enumerated() {
      guard let title else { return nil }
      let fold = title.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      keyed.append((fold, index))
    }
    keyed.sort { $0.fold == $1.fold ? $0.index < $1.index : $0.fold < $1.fold }
    let order = keyed.map(\.index)
    return Choices(
      values: order.map { values[$0] }, titleKeys: order.map { titleKeys[$0] },
      titles: order.map { titles[$0] },
      shortTitleKeys: shortTitleKeys.map { keys in order.map { keys[$0] } },
      shortTitles: shortTitles.map { titles in order.map { titles[$0] } },
      iconNames: iconNames.map { names in order.map { names[$0] } })
  }
}

/// Gives the values and titles of a multi-value list or radio group whose property list has none.
public protocol ChoicesProvider: Sendable {
  /// The choices for a specifier; nil when this provider knows none.
  ///
  /// They are sorted afterwards when the specifier says `DisplaySortedByTitle`.
  ///
  /// - Parameter specifier: A multi-value list or radio group.
  /// - Returns: The choices, with localized titles.
  func choices(for specifier: Specifier) -> Choices?
}
