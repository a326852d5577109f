import SettingsCore
import SettingsLedger
import Synchronization

/// The values of the pages of a draft: an item of a list, in memory until it is taken over.
final class DraftValues: PageValues {
  /// Says whether the item is valid, and may change it.
  typealias Validator = @Sendable (inout [SettingValue.DictionaryKey: SettingValue]) -> Bool

  private struct State {
    var item: PageMoment.Item
    var order: UInt64 = 0
    var isValid = false
    var isOpen = true
    /// What is hidden in the draft; nil for the same as outside.
    var hidden: Set<SettingName>?
    var followers = PageFollowers()
  }

  private let state: Mutex<State>
  private let outer: any PageValues
  /// Whether none of the item's values must be shown, as things stand outside.
  private let isPartOfSecret: @Sendable (PageMoment) -> Bool
  private let validate: Validator

  init(
    _ entries: [SettingValue.DictionaryKey: SettingValue], names: Set<SettingName>,
    outer: any PageValues, isPartOfSecret: @escaping @Sendable (PageMoment) -> Bool,
    validate: @escaping Validator
  ) {
    self.outer = outer
    self.isPartOfSecret = isPartOfSecret
    self.validate = validate
    var entries = entries
    let isValid = validate(&entries)
    state = Mutex(State(item: PageMoment.Item(entries: entries, names: names), isValid: isValid))
  }

  var entries: [SettingValue.DictionaryKey: SettingValue] { state.withLock { $0.item.entries } }
  var isValid: Bool { state.withLock { $0.isValid } }
  var isReadOnly: Bool { outer.isReadOnly }
  var storePath: String { outer.storePath }

  func moment() throws(PageError) -> PageMoment {
    let outside = try outer.moment()
    let isSecret = isPartOfSecret(outside)
    return state.withLock { state in
      var item = state.item
      item.isSecret = isSecret
      return PageMoment(
        stamp: outside.stamp.with(state.order), store: outside.store, item: item,
        outerItems: [outside.item].compactMap { $0 } + outside.outerItems,
        hidden: state.hidden ?? outside.hidden, isRegisteredSecret: outside.isRegisteredSecret)
    }
  }

  func registered(_ name: SettingName) -> SettingValue? { nil }

  func stamp() throws(PageError) -> PageStamp {
    let outside = try outer.stamp()
    return outside.with(state.withLock { $0.order })
  }

  func update(
    _ name: SettingName, _ facts: EditFacts, _ change: PageChanging
  ) throws(PageError) -> PageWrite {
    let key = SettingValue.DictionaryKey(name.text)
    while true {
      let before = try open()
      let old = before.item.entries[key]
      let new = try change(old)
      var entries = before.item.entries
      entries[key] = new
      let revision = try outer.moment().store.revision
      guard old != new else {
        return PageWrite(outcome: .unchanged, revision: revision, old: old, new: new)
      }
      // The validator is the app's and may read the page, so that no lock is held.
      let isValid = validate(&entries)
      if replace(before, entries, isValid: isValid) {
        return PageWrite(outcome: .drafted, revision: revision, old: old, new: new)
      }
    }
  }

  func setHidden(
    _ names: Set<SettingName>, _ facts: ([SettingName], [SettingName]) -> EditFacts
  ) throws(PageError) -> EditOutcome {
    _ = try open()
    return state.withLock { state in
      guard state.hidden != names else { return .unchanged }
      state.hidden = names
      state.order += 1
      state.followers.tell()
      return .drafted
    }
  }

  func follow(_ tell: @escaping @Sendable () throws(PageError) -> Bool) async throws(PageError) {
    let news = state.withLock { $0.followers.add() }
    do {
      // What is hidden outside is hidden in the draft, too.
      try await withThrowingTaskGroup(of: Void.self) { [outer] group in
        group.addTask { try await outer.follow(tell) }
        group.addTask { for await _ in news { guard try tell() else { return } } }
        try await group.next()
        group.cancelAll()
      }
    } catch {
      throw PageError(error)
    }
  }

  /// Ends the draft and gives the item.
  func end() throws(PageError) -> SettingValue {
    try state.withLock { state throws(PageError) in
      guard state.isOpen else { throw .draftEnded }
      guard state.isValid else { throw .invalidDraft }
      state.isOpen = false
      return .dictionary(state.item.entries)
    }
  }

  /// Opens the draft again, when the item could not be taken over, unless it was cancelled meanwhile.
  func reopen() { state.withLock { $0.isOpen = !$0.followers.isFinished } }

  /// Ends the draft, and its pages' updates with it.
  func cancel() {
    state.withLock { state in
      state.isOpen = false
      state.followers.finish(nil)
    }
  }

  private func open() throws(PageError) -> State {
    let current = state.withLock { $0 }
    guard current.isOpen else { throw .draftEnded }
    return current
  }

  /// Puts in what an edit made of the item, unless another edit was faster.
  private func replace(
    _ before: State, _ entries: [SettingValue.DictionaryKey: SettingValue], isValid: Bool
  ) -> Bool {
    state.withLock { state in
      guard state.order == before.order, state.isOpen else { return false }
      state.item.entries = entries
      state.isValid = isValid
      state.order += 1
      state.followers.tell()
      return true
    }
  }
}

extension PageStamp {
  fileprivate func with(_ order: UInt64) -> PageStamp {
    PageStamp(store: store, drafts: drafts + [order])
  }
}
