import SettingsCore
import SettingsLedger

/// The values of a page of a store.
final class StoreValues: PageValues {
  private let store: SettingsStore

  init(_ store: SettingsStore) { self.store = store }

  var isReadOnly: Bool { store.isReadOnly }
  var storePath: String { store.path }

  func moment() throws(PageError) -> PageMoment {
    // The stamp first: what comes in between is news.
    let stamp = try stamp()
    let snapshot = try read { () throws(SettingsError) in try store.snapshot() }
    return PageMoment(
      stamp: stamp, store: snapshot, item: nil, hidden: Set(snapshot.state.hiddenNames()),
      isRegisteredSecret: { [store] in store.isRegisteredSecret($0) })
  }

  func registered(_ name: SettingName) throws(PageError) -> SettingValue? {
    let snapshot = try read { () throws(SettingsError) in try store.snapshot() }
    return snapshot.isSet(name) ? nil : snapshot[name]
  }

  func stamp() throws(PageError) -> PageStamp {
    PageStamp(store: try read { () throws(SettingsError) in try store.stamp })
  }

  func update(
    _ name: SettingName, _ facts: EditFacts, _ change: PageChanging
  ) throws(PageError) -> PageWrite {
    var (old, new): (SettingValue?, SettingValue?)
    do {
      let outcome = try store.commit(
        reason: facts.reason, source: facts.source, undo: facts.undo
      ) { draft in
        old = draft.isSet(name) ? draft[name] : nil
        new = try change(old)
        draft[name] = new
      }
      return PageWrite(
        outcome: EditOutcome(outcome), revision: outcome.revision, old: old, new: new)
    } catch {
      throw PageError(error)
    }
  }

  func setHidden(
    _ names: Set<SettingName>, _ facts: ([SettingName], [SettingName]) -> EditFacts
  ) throws(PageError) -> EditOutcome {
    while true {
      let (revision, before) = try read { () throws(SettingsError) in
        let snapshot = try store.snapshot()
        return (snapshot.revision, Set(snapshot.state.hiddenNames()))
      }
      let (hidden, shown) = (names.subtracting(before).sorted(), before.subtracting(names).sorted())
      guard !hidden.isEmpty || !shown.isEmpty else { return .unchanged }
      let facts = facts(hidden, shown)
      do {
        return EditOutcome(
          try store.commit(reason: facts.reason, source: facts.source, expecting: revision) {
            for name in hidden { $0.hide(name) }
            for name in shown { $0.unhide(name) }
          })
      } catch let error as SettingsError where error.code == .conflict {
        continue  // Somebody else was faster: what differs is found anew.
      } catch {
        throw PageError(error)
      }
    }
  }

  func follow(_ tell: @escaping @Sendable () throws(PageError) -> Bool) async throws(PageError) {
    var states = store.states()
    while !Task.isCancelled {
      do throws(PageError) {
        guard try await next(&states), try tell() else { return }
      } catch {
        guard case .store(let problem) = error, problem.code == .busy else { throw error }
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  private func next(_ states: inout StateCursor) async throws(PageError) -> Bool {
    do throws(SettingsError) { return try await states.next() } catch { throw .store(error) }
  }

  private func read<R>(
    _ body: () throws(SettingsError) -> R
  ) throws(PageError) -> R {
    do throws(SettingsError) { return try body() } catch { throw .store(error) }
  }
}

extension EditOutcome {
  init(_ outcome: CommitOutcome) {
    self = outcome.commit.map(EditOutcome.recorded) ?? .unchanged
  }
}
