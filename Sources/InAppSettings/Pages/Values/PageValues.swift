public import SettingsCore
import SettingsLedger

/// Where the values of a page lie: in a store, or in the item that a draft holds.
protocol PageValues: AnyObject, Sendable {
  /// Whether nothing can be changed.
  var isReadOnly: Bool { get }

  /// The store that they end up in.
  var storePath: String { get }

  /// All that a page reads, at one moment.
  func moment() throws(PageError) -> PageMoment

  /// The default that the program registered for a setting that has no stored value.
  func registered(_ name: SettingName) throws(PageError) -> SettingValue?

  /// What tells the present moment from others.
  ///
  /// - Throws: ``PageError/store(_:)`` when the store cannot be read.
  func stamp() throws(PageError) -> PageStamp

  /// Changes one setting, in one commit.
  ///
  /// - Parameters:
  ///   - name: The setting.
  ///   - facts: What the log says about the commit.
  ///   - change: Gives the new value for what is stored when the change is made; nil for none.
  func update(
    _ name: SettingName, _ facts: EditFacts, _ change: PageChanging
  ) throws(PageError) -> PageWrite

  /// Makes these the hidden settings, in one commit.
  func setHidden(
    _ names: Set<SettingName>,
    _ facts: (_ hidden: [SettingName], _ shown: [SettingName]) -> EditFacts
  ) throws(PageError) -> EditOutcome

  /// Calls a closure whenever there may be news, until it answers that nobody asks any more.
  ///
  /// Returns when the store was closed or the task cancelled, too.
  func follow(_ tell: @escaping @Sendable () throws(PageError) -> Bool) async throws(PageError)
}

/// Gives the new value of a setting for the one that is stored.
typealias PageChanging = (SettingValue?) throws(PageError) -> SettingValue?

/// What the log says about an edit.
struct EditFacts: Sendable {
  let reason: String
  let source: String
  /// Which step of undo it belongs to.
  var undo = UndoPolicy.step
}

/// What a change of one setting came to.
struct PageWrite {
  let outcome: EditOutcome
  let revision: Revision
  let old: SettingValue?
  let new: SettingValue?
}

/// What became of an edit of a settings page.
@nonexhaustive
public enum EditOutcome: Hashable, Sendable {
  /// A commit was recorded.
  case recorded(SettingsCommit)
  /// Everything was as asked already, so nothing was recorded, and nobody was told.
  case unchanged
  /// The draft that the page belongs to was changed; nothing is recorded before it is taken over.
  case drafted

  /// The commit that was recorded; nil when none was.
  public var commit: SettingsCommit? {
    if case .recorded(let commit) = self { commit } else { nil }
  }
}
