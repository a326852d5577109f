package import Dispatch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Calls back when the data file of an environment was written to or replaced, by whichever process.
///
/// The system tells of writes (inotify on Linux, a dispatch source on Apple's systems); where it does
/// not, the slow beat of a timer is what is left. A call may come before a reader can see what was
/// written, and also when nothing was.
///
/// `@unchecked Sendable`: dispatch sources may be used from any thread, and are set once.
package final class FileWatcher: @unchecked Sendable {
  private let timer: any DispatchSourceTimer
  private let notifier: (any DispatchSourceProtocol)?

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - environment: whose file it is.
  ///   - queue: where the handler is called.
  ///   - milliseconds: how often it is called without a notification.
  package init(
    _ environment: Environment, on queue: DispatchQueue, every milliseconds: Int,
    _ handler: @escaping @Sendable () -> Void
  ) {
    let beat = DispatchTimeInterval.milliseconds(milliseconds)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + beat, repeating: beat, leeway: .milliseconds(100))
    timer.setEventHandler(handler: DispatchWorkItem(block: handler))
    notifier = Self.makeNotifier(environment.file.data, queue, handler)
    timer.activate()
    notifier?.activate()
  }

  deinit { stop() }

  /// Ends the calls, and frees what the system held.
  package func stop() {
    timer.cancel()
    notifier?.cancel()
  }

  #if os(Linux)
    private static func makeNotifier(
      _ file: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      // Also told when the file is removed, or another takes its name.
      let events = UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_MOVE_SELF)
      guard unsafe inotify_add_watch(descriptor, file, events) >= 0 else {
        close(descriptor)
        return nil
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      let drain: @Sendable () -> Void = {
        var events = [UInt8](repeating: 0, count: 4096)
        var length = 1
        while length > 0 {
          length = unsafe events.withUnsafeMutableBytes {
            unsafe read(descriptor, $0.baseAddress, $0.count)
          }
        }
        handler()
      }
      let end: @Sendable () -> Void = { close(descriptor) }
      source.setEventHandler(handler: DispatchWorkItem(block: drain))
      source.setCancelHandler(handler: DispatchWorkItem(block: end))
      return source
    }
  #else
    private static func makeNotifier(
      _ file: String, _ queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
      let descriptor = unsafe open(file, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .rename, .delete], queue: queue)
      let end: @Sendable () -> Void = { close(descriptor) }
      source.setEventHandler(handler: DispatchWorkItem(block: handler))
      source.setCancelHandler(handler: DispatchWorkItem(block: end))
      return source
    }
  #endif
}
