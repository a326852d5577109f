import Foundation
import SettingsLedger

/// Shows on a terminal how far long work has come.
final class Progress {
  private let label: String
  private let isShown: Bool
  private var lastShown = ContinuousClock.now
  private var hasShown = false

  /// What each output begins with, as nothing else on standard error does.
  static let mark = UInt8(ascii: "\r")

  init(_ label: String) {
    self.label = label
    // A child's goes through its parent, which knows whether a person looks.
    let task = Child.task(ProcessInfo.processInfo.environment)
    isShown = isatty(2) == 1 || task == Child.wholeWithProgress
  }

  /// Shows the part that is done, now and then.
  func show(_ done: Revision, of all: Revision) {
    let now = ContinuousClock.now
    guard isShown, all > .zero, lastShown + .milliseconds(100) <= now else { return }
    lastShown = now
    hasShown = true
    let percent = done.rawValue * 100 / all.rawValue
    Output.tell("\r\u{1B}[K\(label): \(percent) % (\(done) of \(all))", terminator: "")
  }

  /// Takes the line away.
  func finish() {
    if hasShown { Output.tell("\r\u{1B}[K", terminator: "") }
    hasShown = false
  }

  deinit { finish() }
}
