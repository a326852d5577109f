package import Foundation

/// Takes apart into lines what a process writes.
package final class LineReader {
  private let pipe: Pipe
  private var received = Data()

  package init(_ pipe: Pipe) { self.pipe = pipe }

  /// The next line, waited for; nil at the end.
  package func next() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  package func rest() -> [String] {
    var lines: [String] = []
    while let line = next() { lines.append(line) }
    return lines
  }

  /// Takes more of what was written, unless that was all.
  ///
  /// Foundation's own way stops the tests at a signal.
  private func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
    } while count < 0 && errno == EINTR
    received.append(contentsOf: buffer.prefix(max(count, 0)))
    return count > 0
  }
}
