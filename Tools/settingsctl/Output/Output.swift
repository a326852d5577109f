import Foundation
import SettingsLedger

/// Standard output, buffered, and what is told beside it.
final class Output {
  /// Whether a person looks at the output.
  let isTerminal = isatty(1) == 1
  let style: Style
  private var buffer = Data()

  init() {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    style = Style(isColored: isatty(1) == 1 && !isPlain)
  }

  /// Prints a line.
  func line(_ text: String) { write(Data((text + "\n").utf8)) }

  /// Prints a JSON value as a line.
  func line(_ json: JSON) { line(json.text) }

  /// Prints bytes as they are.
  func write(_ bytes: Data) { buffer.append(bytes) }

  /// Prints rows of columns, aligned when a person looks at them.
  func table(_ rows: [[String]]) {
    guard isTerminal else {
      for row in rows { line(row.joined(separator: "  ")) }
      return
    }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.lazy.filter { $0.count > column + 1 }.map { $0[column].count }.max() ?? 0
    }
    for row in rows {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: max(0, width - cell.count))
      }
      line(cells.joined(separator: "  ").trimmingTrailingBlanks)
    }
  }

  /// Hands everything on once it is worth a system call.
  func flushIfLarge() throws {
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Hands everything on.
  ///
  /// - Throws: ``BrokenPipe`` when nobody reads any longer.
  func flush() throws {
    guard !buffer.isEmpty else { return }
    defer { buffer = Data() }
    do {
      try FileHandle.standardOutput.write(contentsOf: buffer)
    } catch {
      if Self.isBrokenPipe(error) { throw BrokenPipe() }
      throw ToolError(
        .store, "outputFailed",
        "The output cannot be written; is the disk full? What the command had to change is changed."
      )
    }
  }

  private static func isBrokenPipe(_ error: any Error) -> Bool {
    var next: NSError? = error as NSError
    while let current = next {
      if current.domain == NSPOSIXErrorDomain { return current.code == Int(EPIPE) }
      next = current.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return false
  }

  /// Tells an error on standard error.
  func report(_ error: ToolError, json: Bool) {
    if json {
      let object = JSON.object([
        "error": .object(["code": .string(error.code), "message": .string(error.message)])
      ])
      Self.tell(object.text)
    } else {
      Self.note(error.message)
    }
  }

  /// Tells something on standard error.
  static func note(_ message: String) { tell("settingsctl: " + message.escapedForTerminal) }

  static func tell(_ line: String, terminator: String = "\n") {
    // When not even that can be written there is nobody left to tell.
    try? FileHandle.standardError.write(contentsOf: Data((line + terminator).utf8))
  }
}

/// Nobody reads the output any longer.
struct BrokenPipe: Error {}

/// Emphasis, where a terminal can show it.
struct Style {
  let isColored: Bool

  func strong(_ text: String) -> String { code(1, text) }
  func faint(_ text: String) -> String { code(2, text) }
  func added(_ text: String) -> String { code(32, text) }
  func removed(_ text: String) -> String { code(31, text) }
  func changed(_ text: String) -> String { code(33, text) }

  private func code(_ number: Int, _ text: String) -> String {
    isColored ? "\u{1B}[\(number)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text with what drives a terminal written out, so that it can do one no harm.
  var escapedForTerminal: String {
    guard unicodeScalars.contains(where: \.drivesTerminal) else { return self }
    return String(
      unicodeScalars.flatMap {
        Array(($0.drivesTerminal ? "\\u{\(String($0.value, radix: 16))}" : String($0)))
      })
  }

  /// The first characters, with an ellipsis when there are more.
  func shortened(to length: Int) -> String {
    count <= length ? self : String(prefix(length - 1)) + "…"
  }

  fileprivate var trimmingTrailingBlanks: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, breaks the line, or turns around what follows on it, so that a
  /// line could be made to say something else than it does.
  var drivesTerminal: Bool {
    switch value {
    case 0..<32, 127...159, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
