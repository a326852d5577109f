package import Foundation

extension Process {
  /// Starts the process; one that is still there after four minutes is killed.
  ///
  /// Whoever waits for it, or for a line of it, goes on then, and the test fails instead of waiting for ever.
  package func start() throws {
    try run()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(240)) { [weak self] in
      guard let self, isRunning else { return }
      kill(processIdentifier, SIGKILL)
    }
  }
}

/// Ends this process when the one that started it has ended, so that none is left behind.
package func endWithParent() {
  let parent = getppid()
  Thread.detachNewThread {
    while getppid() == parent { Thread.sleep(forTimeInterval: 0.5) }
    _exit(1)
  }
}
