import Dispatch
import Foundation
import SettingsLedger
import Testing

@Suite struct NotificationTests {
  @Test(.timeLimit(.minutes(10)))
  func `each setting that a commit changed is posted once, with values and revision`() async throws
  {
    try await withStore { store in
      try await store.set("a", to: 1)
      let center = NotificationCenter()
      let (stream, continuation) = AsyncStream<String>.makeStream()
      let observer = center.addObserver(
        forName: SettingsNotifications.settingChanged, object: nil, queue: nil
      ) { notification in
        let info = notification.userInfo ?? [:]
        let old = info["oldValue"] as? SettingValue
        let new = info["newValue"] as? SettingValue
        let revision = info["revision"] as? Revision
        continuation.yield(
          "\(info["key"] ?? "") \(old == 1) \(new == 2) \(new == nil) \(revision?.rawValue ?? 0)")
      }
      defer { center.removeObserver(observer) }
      let queue = DispatchQueue(label: "observers")
      let notifications = SettingsNotifications(of: store, center: center, on: queue)
      _ = try await store.commit { draft in
        draft["a"] = 2
        draft.hide("a")
        draft.hide("b")
      }
      _ = try await store.reset("a")
      var lines = stream.makeAsyncIterator()
      #expect(await lines.next() == "a true true false 2")
      #expect(await lines.next() == "b false false true 2")
      #expect(await lines.next() == "a false false true 3")
      notifications.stop()
    }
  }
}
