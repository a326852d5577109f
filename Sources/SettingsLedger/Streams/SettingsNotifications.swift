public import Dispatch
public import Foundation
import SettingsCore

/// Posts a notification for each setting that a commit changed, for code that listens to a
/// `NotificationCenter`.
///
/// ```swift
/// let notifications = SettingsNotifications(of: store, on: .main)
/// NotificationCenter.default.addObserver(
///   forName: SettingsNotifications.settingChanged, object: nil, queue: nil
/// ) { notification in
///   print(notification.userInfo?["key"] ?? "")
/// }
/// ```
///
/// Begins with the first commit after its making, other processes' commits included, in the order of the
/// commits. The notification's object is the name of the setting as a `String`. Its user info has `key`
/// (the name), `revision` (a ``Revision``), and `newValue` and `oldValue` (each a ``SettingValue``, absent
/// when unset). A setting that was only hidden, shown or marked posts one without values. No commit is read
/// any more after ``stop()``, after the bridge was dropped, or after the store was closed.
public final class SettingsNotifications: Sendable {
  /// The name of the notifications.
  public static let settingChanged = Notification.Name("SettingsLedger.settingChanged")

  private let task: Task<Void, Never>

  /// Starts to post.
  ///
  /// - Parameters:
  ///   - store: the store to follow. It is kept open until the bridge stops.
  ///   - center: where to post.
  ///   - queue: where observers are called.
  public init(
    of store: SettingsStore, center: NotificationCenter = .default, on queue: DispatchQueue
  ) {
    let commits = CommitSequence(
      connection: store.connection, start: StreamStart(store.connection.head))
    task = Task {
      do {
        for try await commit in commits {
          for change in try store.changes(in: [commit]).joined().onePerSetting() {
            queue.async { change.post(to: center) }
          }
        }
      } catch {
        store.connection.fault(SettingsError(error, path: store.path))
      }
    }
  }

  deinit { task.cancel() }

  /// Stops posting; notifications that wait on the queue are still posted.
  public func stop() { task.cancel() }
}

/// What a commit did to one setting.
private struct NetChange: Sendable {
  let name: SettingName
  let revision: Revision
  var old: SettingValue?
  var new: SettingValue?

  func post(to center: NotificationCenter) {
    var info: [AnyHashable: Any] = ["key": name.text, "revision": revision]
    if let old { info["oldValue"] = old }
    if let new { info["newValue"] = new }
    center.post(name: SettingsNotifications.settingChanged, object: name.text, userInfo: info)
  }
}

extension Sequence<SettingChange> {
  /// One change a setting, in the order of their first events.
  fileprivate func onePerSetting() -> [NetChange] {
    var changes: [NetChange] = []
    for change in self where change.event.side == .value {
      changes.append(
        NetChange(
          name: change.name, revision: change.commit.revision, old: change.old, new: change.new))
    }
    let named = Set(changes.map(\.name))
    var others: Set<SettingName> = []
    for change in self where !named.contains(change.name) && others.insert(change.name).inserted {
      changes.append(NetChange(name: change.name, revision: change.commit.revision))
    }
    return changes
  }
}
