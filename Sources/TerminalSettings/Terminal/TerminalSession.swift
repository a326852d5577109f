import Foundation

/// A terminal that is used as a whole screen, from ``begin()`` to ``end()``.
///
/// Whatever ends the process in between, the terminal is put back: by ``end()``, else by
/// `LastResort`. Only `SIGKILL` leaves it as it is; `stty sane` helps then.
final class TerminalSession {
  private let input: Int32
  private let output: Int32
  private let original: TerminalDevice.Modes
  private let events: EventQueue
  private var sources: [any DispatchSourceProtocol] = []
  private var signals: SignalPipe?
  private var isBegun = false

  /// The alternate screen; no cursor, no wrapping, pastes marked as such.
  private static let entering = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?2004h\u{1b}[H\u{1b}[2J"
  private static let leaving = "\u{1b}[0m\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// The terminal that standard input and output are; nil when they are none.
  init?(events: EventQueue) {
    guard isatty(0) == 1, isatty(1) == 1, let modes = TerminalDevice.modes(of: 0) else {
      return nil
    }
    (input, output, original) = (0, 1, modes)
    self.events = events
  }

  deinit { end() }

  var size: ScreenSize {
    TerminalDevice.size(of: output) ?? ScreenSize(columns: 80, rows: 24)
  }

  func write(_ text: String) { TerminalDevice.write(Array(text.utf8), to: output) }

  /// Takes the screen, and reports keys, sizes and the like as events.
  func begin() {
    guard !isBegun else { return }
    isBegun = true
    enter()
    let (input, events) = (input, events)
    watch(input) {
      guard let bytes = TerminalDevice.read(input) else { return }
      events.push(bytes.isEmpty ? .ended : .bytes(bytes))
    }
    signals = SignalPipe([SIGWINCH, SIGTSTP, SIGCONT])
    guard let signals else { return }
    // The handler keeps the pipe as long as it may be called.
    watch(signals.reading) {
      for number in TerminalDevice.read(signals.reading) ?? [] {
        switch Int32(number) {
        case SIGWINCH: events.push(.resized)
        case SIGTSTP: events.push(.stop)
        default: events.push(.continued)
        }
      }
    }
  }

  /// Gives the screen back.
  func end() {
    guard isBegun else { return }
    isBegun = false
    for source in sources { source.cancel() }
    sources = []
    signals?.end()
    signals = nil
    leave()
  }

  /// Stops the process as Control-Z does, with the terminal put back as long as it is stopped.
  func stop() {
    leave()
    signals?.stop()
    enter()
  }

  /// Takes the screen again after the process was stopped in whatever way.
  func takeAgain() { enter() }

  private func enter() {
    LastResort.arm(original, descriptor: output, leaving: Array(Self.leaving.utf8))
    TerminalDevice.apply(original.raw, to: input)
    write(Self.entering)
  }

  private func leave() {
    write(Self.leaving)
    TerminalDevice.apply(original, to: input)
    LastResort.disarm()
  }

  private func watch(_ descriptor: Int32, _ read: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
    source.setEventHandler(handler: read)
    source.resume()
    sources.append(source)
  }
}
