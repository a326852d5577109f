public import SettingsCore
import SettingsLedger
import SettingsSchema

/// An item of a list while it is edited on a page of its own (rules E17 and E18).
///
/// ```swift
/// if case .draft(let draft) = try page.select(server.id) {
///   let host = draft.page.snapshot.row(forKey: "host")
///   …                                    // edits change the draft only, and tell nobody
///   if draft.isValid { try draft.done() } else { draft.cancel() }
/// }
/// ```
///
/// It begins as a copy of the item, or as an empty one, with the defaults of its page. The delegate says
/// whether it is valid.
public final class ItemDraft: Sendable {
  /// The page that edits the item.
  public let page: SettingsPage
  private let values: DraftValues
  private let parent: SettingsPage
  private let place: RowPlace

  init(_ place: RowPlace, pane schema: PageSchema, on parent: SettingsPage) throws(PageError) {
    self.parent = parent
    self.place = place
    var item = parent.source.paneDefaults(of: schema, idiom: parent.recipe.idiom)
    item.merge(Self.entries(of: place.item, place.specifier.key)) { _, stored in stored }
    let list = place.header?.key
    // A list is secret for the fields of its items that are, which their pages mask by themselves; one
    // that is so for no such reason is a secret as a whole.
    let secrets = parent.recipe.secrets
    let isExplained = parent.source.hasSpecifier(from: schema) {
      $0.isSecure || $0.key.map(secrets.contains) ?? false
    }
    values = DraftValues(
      item, names: parent.source.names(from: schema), outer: parent.values,
      isPartOfSecret: { outside in
        outside.item?.isSecret ?? false
          || !isExplained && (list.map(outside.isSecret) ?? false)
      }
    ) { [weak parent] item in
      guard let parent, let delegate = parent.delegate else { return true }
      return delegate.settingsPage(parent, validate: &item, of: list)
    }
    page = try SettingsPage(
      schema, of: parent.source, values: values, options: parent.options,
      delegate: parent.delegate)
  }

  /// A dictionary's entries; another item is the entry of the pane's key.
  private static func entries(
    of item: SettingValue?, _ key: SettingName?
  ) -> [SettingValue.DictionaryKey: SettingValue] {
    if case .dictionary(let entries) = item { return entries }
    guard let item, let key else { return [:] }
    return [SettingValue.DictionaryKey(key.text): item]
  }

  /// The item as it stands.
  public var value: SettingValue { .dictionary(values.entries) }

  /// Whether the delegate finds the item complete and valid.
  public var isValid: Bool { values.isValid }

  /// Takes the item over: one commit, which appends it or replaces the one that it was made from.
  ///
  /// - Throws: ``PageError/invalidDraft`` while it is not valid, ``PageError/itemChanged(_:)`` when
  ///   somebody else has changed or removed the item; the draft stays open then.
  @discardableResult
  public func done() throws(PageError) -> EditOutcome {
    let item = try values.end()
    do throws(PageError) {
      let outcome = try parent.take(item, at: place)
      values.cancel()
      return outcome
    } catch {
      values.reopen()
      throw error
    }
  }

  /// Ends the draft; nothing is written, and nobody is told.
  public func cancel() { values.cancel() }
}

extension SettingsPage {
  fileprivate func take(
    _ item: SettingValue, at place: RowPlace
  ) throws(PageError) -> EditOutcome {
    try write(item, at: place, reason: place.listReason ?? "")
  }
}
