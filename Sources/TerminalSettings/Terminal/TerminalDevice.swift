#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A size in cells.
struct ScreenSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// The calls of the system that drive a terminal.
///
/// They take pointers, which is why this file may say `unsafe`: see decision record 0011. Nothing but
/// these calls belongs here.
enum TerminalDevice {
  /// How the terminal treats what is typed.
  struct Modes: Sendable {
    fileprivate var attributes: termios
  }

  /// The modes the terminal is in; nil when the descriptor is no terminal.
  static func modes(of descriptor: Int32) -> Modes? {
    var attributes = termios()
    guard unsafe tcgetattr(descriptor, &attributes) == 0 else { return nil }
    return Modes(attributes: attributes)
  }

  /// Puts the terminal into modes, and says whether that worked.
  @discardableResult
  static func apply(_ modes: Modes, to descriptor: Int32) -> Bool {
    var attributes = modes.attributes
    while unsafe tcsetattr(descriptor, TCSADRAIN, &attributes) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// The size of the terminal; nil when it does not say.
  static func size(of descriptor: Int32) -> ScreenSize? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// What has been typed; empty when nothing more can come, nil when there is nothing yet.
  static func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      #if canImport(Glibc)
        unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        unsafe Musl.read(descriptor, bytes.baseAddress, bytes.count)
      #else
        unsafe Darwin.read(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
    return Array(buffer.prefix(count))
  }

  /// Writes bytes, and says whether all of them could be written.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe write($0, to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = unsafe bytes[...]
    while let start = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress {
      #if canImport(Glibc)
        let count = unsafe Glibc.write(descriptor, start, rest.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.write(descriptor, start, rest.count)
      #else
        let count = unsafe Darwin.write(descriptor, start, rest.count)
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        // A terminal that another program made non-blocking is waited for.
        guard errno == EAGAIN else { return false }
        var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&waited, 1, 1000)
        continue
      }
      unsafe rest = rest.dropFirst(count)
      if unsafe rest.isEmpty { return true }
    }
    return true
  }
}

extension TerminalDevice.Modes {
  /// The same modes, but each key comes at once, is not echoed, and is never a signal.
  var raw: Self {
    var raw = self
    unsafe cfmakeraw(&raw.attributes)
    return raw
  }
}

// MARK: - The other end

/// Whoever reads what this process writes.
package enum OutputReader {
  /// Waits until nobody can read any more what is written to a descriptor.
  ///
  /// The reader of a pipe has closed it, the terminal has hung up. For a file it waits for ever.
  ///
  /// - Returns: true then; false when the system does not tell.
  package static func waitUntilGone(_ descriptor: Int32) -> Bool {
    // Asked for nothing, it tells of errors and the hang-up alone.
    var waited = pollfd(fd: descriptor, events: 0, revents: 0)
    while unsafe poll(&waited, 1, -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return false }
    }
    return Int32(waited.revents) & (POLLERR | POLLHUP) != 0
  }
}

// MARK: - The last resort

/// What puts the terminal back when the process ends in a way that runs no more of its code: by a
/// signal, by a crash, by `exit` on another thread.
///
/// The state is global, since a signal handler is given nothing else; it is written before the
/// handlers are installed and after they are gone, and read by the handlers alone. The handlers call
/// what POSIX allows in handlers: `tcsetattr`, `write`, `sigaction`, `raise`.
enum LastResort {
  nonisolated(unsafe) private static var modes: termios?
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  nonisolated(unsafe) private static var leaving: [UInt8] = []
  nonisolated(unsafe) private static var before: [(signal: Int32, action: sigaction)] = []
  nonisolated(unsafe) private static var isRegisteredAtExit = false

  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
  ]

  /// Arms it: from now on any end puts the modes back and writes the bytes that leave the screen.
  static func arm(_ modes: TerminalDevice.Modes, descriptor: Int32, leaving: [UInt8]) {
    disarm()
    unsafe Self.leaving = leaving
    unsafe Self.descriptor = descriptor
    unsafe Self.modes = modes.attributes
    if unsafe !isRegisteredAtExit {
      unsafe isRegisteredAtExit = true
      atexit { LastResort.restore() }
    }
    for number in signals {
      var old = sigaction()
      var new = sigaction()
      handle(&new)
      guard unsafe sigaction(number, &new, &old) == 0 else { continue }
      if isIgnored(old) {  // as nohup asks for
        unsafe sigaction(number, &old, nil)
      } else {
        unsafe before.append((number, old))
      }
    }
  }

  /// Disarms it; the signals do again what they did before.
  static func disarm() {
    for (number, action) in unsafe before {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    unsafe before = []
    unsafe modes = nil
  }

  private static func handle(_ action: inout sigaction) {
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = { LastResort.end($0) }
    #else
      unsafe action.__sigaction_handler.sa_handler = { LastResort.end($0) }
    #endif
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Puts the terminal back, and lets the signal do what it would have done.
  private static func end(_ signal: Int32) {
    restore()
    for (number, action) in unsafe before where number == signal {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    raise(signal)
  }

  private static func restore() {
    guard var modes = unsafe Self.modes else { return }
    unsafe Self.modes = nil
    TerminalDevice.write(unsafe leaving, to: unsafe descriptor)
    unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }
}

// MARK: - Signals as bytes

/// Turns the signals of a terminal into bytes that can be waited for.
///
/// A handler writes the signal's number into a pipe. Dispatch's own signal sources would not do: on
/// Linux they block the signal for threads one by one, and a process whose threads all block `SIGTSTP`
/// cannot stop.
final class SignalPipe: Sendable {
  /// Where the numbers can be read.
  let reading: Int32
  private let writing: Int32
  private let signals: [Int32]

  nonisolated(unsafe) private static var descriptor: Int32 = -1

  /// Takes over signals; nil when the system has no pipe left.
  init?(_ signals: [Int32]) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    (reading, writing, self.signals) = (ends[0], ends[1], signals)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    unsafe Self.descriptor = writing
    for number in signals { take(number) }
  }

  deinit {
    close(writing)
    close(reading)
  }

  /// Lets the signals do what they do by themselves.
  func end() {
    for number in signals { signal(number, SIG_DFL) }
    unsafe Self.descriptor = -1
  }

  /// Stops the job as the terminal itself does at Control-Z, and returns once it goes on.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    if signals.contains(SIGTSTP) { take(SIGTSTP) }
  }

  private func take(_ number: Int32) {
    signal(number) { number in
      let saved = errno
      TerminalDevice.write([UInt8(truncatingIfNeeded: number)], to: unsafe SignalPipe.descriptor)
      errno = saved
    }
  }
}
