import Foundation

/// What is shown on a screen and takes keys.
protocol ScreenContent {
  /// What to show at a size.
  mutating func frame(_ size: ScreenSize) -> Frame
  /// Takes a key.
  mutating func take(_ key: Key) -> AfterKey
  /// Looks again: what is shown may have changed.
  mutating func refresh()
  /// Whether something is to be done when no key comes for a moment.
  var isResting: Bool { get }
  /// Does it.
  mutating func rest()
}

/// What follows a key.
enum AfterKey {
  case goOn
  case end
  /// The process stops, as by Control-Z, until it is continued.
  case stop
  /// The whole screen is drawn again.
  case redraw
}

/// Shows content on a terminal and brings it what is typed, until it ends.
struct TerminalLoop {
  let session: TerminalSession
  let events: EventQueue
  let isColored: Bool

  /// A sequence of the terminal's comes in one piece; only a person's Escape has nothing behind it.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(40)

  /// How long a slider rests before it is let go.
  private static let restDelay = DispatchTimeInterval.milliseconds(700)

  func run(_ content: inout some ScreenContent) {
    var screen = Screen(isColored: isColored)
    var decoder = KeyDecoder()
    session.begin()
    defer { session.end() }
    while true {
      session.write(screen.bytes(showing: content.frame(session.size)))
      let delay =
        decoder.isPending ? Self.escapeDelay : content.isResting ? Self.restDelay : nil
      var keys: [Key] = []
      switch events.next(within: delay) {
      case nil where decoder.isPending: keys = decoder.flush()
      case nil: content.rest()
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
        case .redraw: screen.forget()
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
