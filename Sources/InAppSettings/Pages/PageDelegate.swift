public import SettingsCore
import SettingsLedger
public import SettingsSchema

/// Told of what happens on a settings page, and asked about texts and items.
///
/// Everything has a default, so that a delegate has only what it needs. The page calls it on the thread
/// of the edit, without holding a lock: it may read and edit the page and the store.
public protocol PageDelegate: AnyObject, Sendable {
  /// A setting was changed on the page or on one that it led to (rule E1).
  ///
  /// Called once for each changed setting, after it was written and is shown; never for what changed
  /// elsewhere, for drafts, or for hiding. Edits made at the same time on several threads may be told in
  /// another order than that of their revisions. A delegate that writes the old value back through a page
  /// is not told of that.
  func settingsPage(_ page: SettingsPage, didChange change: PageChange)

  /// Whether a text may become a row's value (rules E7 and E8).
  func settingsPage(
    _ page: SettingsPage, validate text: String, for row: PageSnapshot.Row
  ) -> TextVerdict

  /// Whether the item that a draft holds is complete and valid, asked when it is opened and after each
  /// edit; the item may be changed (rule E18).
  ///
  /// - Parameters:
  ///   - page: The page that the draft was opened on.
  ///   - item: The item; what is changed about it is shown.
  ///   - list: The key of the list group.
  func settingsPage(
    _ page: SettingsPage, validate item: inout [SettingValue.DictionaryKey: SettingValue],
    of list: SettingName?
  ) -> Bool

  /// A row was selected that asks the app to do something.
  func settingsPage(_ page: SettingsPage, requests request: PageRequest)
}

extension PageDelegate {
  /// Does nothing.
  public func settingsPage(_ page: SettingsPage, didChange change: PageChange) {}

  /// Accepts every text.
  public func settingsPage(
    _ page: SettingsPage, validate text: String, for row: PageSnapshot.Row
  ) -> TextVerdict { .ok }

  /// Accepts every item.
  public func settingsPage(
    _ page: SettingsPage, validate item: inout [SettingValue.DictionaryKey: SettingValue],
    of list: SettingName?
  ) -> Bool { true }

  /// Does nothing.
  public func settingsPage(_ page: SettingsPage, requests request: PageRequest) {}
}

/// One setting that was changed on a page (rule E1).
public struct PageChange: Hashable, Sendable {
  /// The setting; for the rows of a list group its list.
  public let key: SettingName
  /// What was stored before; nil when nothing was.
  public let old: SettingValue?
  /// What is stored now; nil when it was removed.
  public let new: SettingValue?
  /// The revision of the commit.
  public let revision: Revision

  /// Makes a change.
  public init(key: SettingName, old: SettingValue?, new: SettingValue?, revision: Revision) {
    self.key = key
    self.old = old
    self.new = new
    self.revision = revision
  }
}

/// What is said of a text that was typed (rule E7).
@nonexhaustive
public enum TextVerdict: Hashable, Sendable {
  /// It is written.
  case ok
  /// This text is written instead.
  case okWithReplacement(String)
  /// Nothing is written.
  case failed
  /// Nothing is written, and the field shakes.
  case failedWithShake
  /// Nothing is written, and this sentence tells the person why; of a secret, it must not quote the text.
  case failedWithMessage(String, shakes: Bool = false)
}

/// Something that a row asks the app to do.
@nonexhaustive
public enum PageRequest: Sendable {
  /// Open a URL.
  case openURL(String, row: PageSnapshot.Row)
  /// Write an e-mail.
  case composeMail(Specifier.Element.MailCompose, row: PageSnapshot.Row)
  /// Do what a button is for; its ``PageSnapshot/Row/key`` says which.
  case pressButton(row: PageSnapshot.Row)
  /// Show a screen of the app.
  case showScreen(Specifier.Destination, row: PageSnapshot.Row)
  /// A row that the app draws was selected.
  case selectCustom(row: PageSnapshot.Row)
}
