import Foundation
import SettingsCore
import Testing

@Suite struct PendingChangesTests {
  private func changes(on values: [SettingName: SettingValue] = [:]) -> PendingChanges {
    var state = SettingsState()
    state.apply(
      SettingsCommit(
        revision: 1, time: Timestamp(microseconds: 1), author: "a", origin: .init(),
        events: values.map { SettingsEvent($0, .set($1)) }))
    return PendingChanges(on: PendingState(state))
  }

  @Test func `a draft gives one event a side, in the order of first writing`() {
    var draft = changes()
    draft.write(SettingsEvent("b", .set(1)))
    draft.write(SettingsEvent("a", .hide))
    draft.write(SettingsEvent("b", .set(2)))
    draft.write(SettingsEvent("a", .set(true)))
    #expect(
      draft.events == [
        SettingsEvent("b", .set(2)), SettingsEvent("a", .hide), SettingsEvent("a", .set(true)),
      ])
  }

  @Test func `what nets to nothing leaves no event`() {
    var draft = changes(on: ["a": 1])
    draft.write(SettingsEvent("a", .set(2)))
    draft.write(SettingsEvent("a", .set(1)))
    draft.write(SettingsEvent("new", .set(1)))
    draft.write(SettingsEvent("new", .reset))
    draft.write(SettingsEvent("a", .hide))
    draft.write(SettingsEvent("a", .unhide))
    draft.write(SettingsEvent("unset", .reset))
    #expect(draft.events.isEmpty)
  }

  @Test func `setting an equal number of another kind is a change`() {
    var draft = changes(on: ["a": 1])
    draft.write(SettingsEvent("a", .set(1.0)))
    #expect(draft.events == [SettingsEvent("a", .set(1.0))])
  }

  @Test func `a draft reads its own writes`() {
    var draft = changes(on: ["a": 1, "ab": 2])
    draft.write(SettingsEvent("a", .reset))
    draft.write(SettingsEvent("ac", .set(3)))
    draft.write(SettingsEvent("ab", .hide))
    #expect(draft.value(of: "a") == nil)
    #expect(draft.value(of: "ac") == 3)
    #expect(draft.isHidden("ab"))
    #expect(draft.names(prefix: "a") == ["ab", "ac"])
  }
}
