import Foundation

/// What is shown on a screen and takes keys.
protocol ScreenContent {
  /// What to show at a size.
  mutating func frame(_ size: ScreenSize) -> Frame
  /// Takes a key.
  mutating func take(_ key: Key) -> AfterKey
  /// Looks again: what is shown may have changed.
  mutating func refresh()
}

/// What follows a key.
enum AfterKey {
  case goOn
  case end
  /// The process stops, as by Control-Z, until it is continued.
  case stop
}

/// Shows content on a terminal and brings it what is typed, until it ends.
struct TerminalLoop {
  let session: TerminalSession
  let events: EventQueue
  let isColored: Bool

  /// A sequence of the terminal's comes in one piece; only a person's Escape has nothing behind it.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(40)

  func run(_ content: inout some ScreenContent) {
    var screen = Screen(isColored: isColored)
    var decoder = KeyDecoder()
    session.begin()
    defer { session.end() }
    while true {
      session.write(screen.bytes(showing: content.frame(session.size)))
      let event = events.next(within: decoder.isPending ? Self.escapeDelay : nil)
      var keys: [Key] = []
      switch event {
      case nil: keys = decoder.flush()
      case .bytes(let bytes): keys = decoder.feed(bytes)
      case .ended: return
      case .changed: content.refresh()
      case .resized: screen.forget()
      case .stop: stop(&screen)
      case .continued:
        session.takeAgain()
        screen.forget()
      }
      for key in keys {
        switch content.take(key) {
        case .goOn: continue
        case .stop: stop(&screen)
        case .end: return
        }
      }
    }
  }

  private func stop(_ screen: inout Screen) {
    session.stop()
    screen.forget()
  }
}
