import Foundation
public import SettingsCore
public import SettingsLedger
public import SettingsSchema
import Synchronization

/// A page of settings without a screen: what it shows, and everything that can be done on it.
///
/// ```swift
/// let bundle = try SettingsBundle(inApp: appDirectory)
/// let page = try SettingsPage(bundle.root, of: bundle, in: store)
///
/// for section in page.snapshot.sections {
///   for row in section.rows { print(row.title ?? "", row.detail ?? "", row.control) }
/// }
///
/// if let wifi = page.snapshot.row(forKey: "wifi") {
///   try page.setToggle(wifi.id, to: true)     // one commit: Turned on “Wi-Fi”; store.undo() takes it back
/// }
///
/// for try await update in page.updates {      // this page's edits, and everybody else's
///   list.apply(update.snapshot, update.rows)
/// }
/// ```
///
/// A page is drawn from its ``snapshot`` and changed by the calls that take a row's identity. Each edit is
/// one commit, durable when the call returns, with the store's author, a sentence as its reason, and the
/// page as its source; the snapshot shows it then. An edit that fails throws a ``PageError`` and changes
/// nothing. Changes made elsewhere, by another page, handle or process, are shown once ``refresh()`` was
/// called or while ``updates`` are followed.
///
/// Its rules are those of InAppSettingsKit's view controller. A page may be used from any thread, blocks
/// it for the flush of the disk when it edits, and holds no lock while it calls its delegate: so that may
/// read and edit the page.
public final class SettingsPage: Sendable {
  /// What the page is made of.
  public let schema: PageSchema
  /// Where the pages that this one leads to come from.
  public let source: any PageSource
  /// What the page is shown for.
  public let options: PageOptions

  let values: any PageValues
  let recipe: PageRecipe
  let state: Mutex<PageState>

  /// Opens a page of a store.
  ///
  /// - Parameters:
  ///   - schema: The page.
  ///   - source: Where the pages that it leads to come from; a ``SettingsBundle``.
  ///   - store: Where the values and the hidden names lie; edits are recorded for its author.
  ///   - options: What the app adds.
  ///   - delegate: Who is told of changes and asked about texts; not kept alive.
  /// - Throws: ``PageError/store(_:)`` when the store cannot be read.
  public convenience init(
    _ schema: PageSchema, of source: any PageSource, in store: SettingsStore,
    options: PageOptions = PageOptions(), delegate: (any PageDelegate)? = nil
  ) throws(PageError) {
    try self.init(
      schema, of: source, values: StoreValues(store), options: options, delegate: delegate)
  }

  init(
    _ schema: PageSchema, of source: any PageSource, values: any PageValues, options: PageOptions,
    delegate: (any PageDelegate)?
  ) throws(PageError) {
    self.schema = schema
    self.source = source
    self.values = values
    self.options = options
    recipe = PageRecipe(
      schema: schema, source: source, options: options, isReadOnly: values.isReadOnly,
      secrets: source.secretNames())
    let content = recipe.content(try values.moment(), editedDate: nil, identities: [:])
    state = Mutex(PageState(content, delegate))
  }

  deinit { state.withLock { $0.finish() } }
}

/// A date whose editor is open.
struct EditedDate {
  /// The position of the entry.
  let entry: Int
  /// What makes its changes one step of undo.
  let token = UUID().uuidString
}

/// What changes about a page.
struct PageState {
  var content: PageContent
  /// Counts everything that the content is made from.
  var version = 0
  /// The date whose editor is open.
  var edited: EditedDate?
  weak var delegate: (any PageDelegate)?
  var followers = PageFollowers()

  init(_ content: PageContent, _ delegate: (any PageDelegate)?) {
    self.content = content
    self.delegate = delegate
  }

  mutating func finish() { followers.finish(nil) }
}

extension SettingsPage {
  /// What the page shows now.
  public var snapshot: PageSnapshot { state.withLock { $0.content.snapshot } }

  /// The store's revision that the snapshot stands for.
  public var revision: Revision { state.withLock { $0.content.revision } }

  /// Who is told of changes and asked about texts; not kept alive.
  public var delegate: (any PageDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// Shows what is stored now, changes made elsewhere included.
  ///
  /// It need not be called while ``updates`` are followed, or after an edit of this page.
  ///
  /// - Throws: ``PageError/store(_:)`` when the store cannot be read; the snapshot stays.
  /// - Complexity: O(number of entries and items).
  public func refresh() throws(PageError) {
    while true {
      let base = state.withLock { ($0.version, $0.edited?.entry, $0.content.identities) }
      // Made without the lock: a provider of choices may ask the page.
      let content = recipe.content(try values.moment(), editedDate: base.1, identities: base.2)
      let isDone = state.withLock { state in
        guard state.version == base.0 else { return false }
        state.version += 1
        let isNews = content.snapshot != state.content.snapshot
        state.content = content
        if isNews { state.followers.tell() }
        return true
      }
      if isDone { return }
    }
  }

  /// The entry that a row shows, with everything the property list says about it; the group for a value
  /// of a radio group, and nil for a row that the page does not show.
  ///
  /// Rows that the app draws need it.
  public func specifier(of row: PageSnapshot.RowID) -> Specifier? {
    state.withLock { $0.content.places[row]?.specifier }
  }

  /// The place of a row.
  func place(of id: PageSnapshot.RowID) throws(PageError) -> RowPlace {
    guard let place = state.withLock({ $0.content.places[id] }) else { throw .noSuchRow(id) }
    return place
  }

  /// The page as commits name it: `Settings.bundle/Root`.
  var sourceName: String {
    schema.bundleName.isEmpty ? schema.name : schema.bundleName + "/" + schema.name
  }
}
