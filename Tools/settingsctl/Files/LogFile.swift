import Foundation
import SettingsLedger

/// Writes a whole log as lines of JSON.
struct LogFileWriter {
  private var state: SettingsState
  private let disclosure: Disclosure

  init(_ disclosure: Disclosure, after baseline: LogBaseline?) throws(SettingsError) {
    self.disclosure = disclosure
    state = try baseline?.state() ?? SettingsState()
  }

  /// The first line, with the baseline when older commits were dropped.
  static func header(origin: UUID, _ baseline: LogBaseline?) -> JSON {
    .object(present: [
      "baseline": baseline.map { .string(Data($0.bytes).base64EncodedString()) },
      "floor": baseline.map { JSON($0.floor) } ?? .integer(1), "format": .integer(1),
      "origin": .string(origin.uuidString.lowercased()),
    ])
  }

  /// The line of a record, of which the bytes are the only authority.
  mutating func line(_ record: LogRecord) -> JSON {
    guard case .object(var entries) = readable(record.commit) else { return .null }
    entries["record"] = .string(Data(record.bytes).base64EncodedString())
    return .object(entries)
  }

  /// What a line says of a commit for people; the commits come in the order of the log.
  mutating func readable(_ commit: SettingsCommit) -> JSON {
    let changes = commit.events.enumerated().map { index, event in
      let entry = state.entry(of: event.name)
      let isAboutValue = event.side == .value
      return SettingChange(
        position: Position(revision: commit.revision, index: index), event: event,
        old: isAboutValue ? entry?.value : nil,
        oldIsRedacted: isAboutValue && entry?.isRedacted ?? false, commit: commit)
    }
    state.apply(commit)
    return JSON(commit, changes, disclosure)
  }
}

/// Reads a whole log from lines of JSON.
struct LogFileReader {
  private let lines: [(number: Int, bytes: ArraySlice<UInt8>)]
  private let file: String
  private let baseline: LogBaseline?

  init(_ bytes: [UInt8], file: String) throws {
    self.file = file
    let all = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let filled = zip(1..., all).map { (number: $0, bytes: $1) }
      .filter { !$0.bytes.allSatisfy { [9, 13, 32].contains($0) } }
    guard let first = filled.first else { throw ToolError.malformed("\(file): the file is empty.") }
    let header = try JSONReader.read(first.bytes, file: file, line: first.number)
    guard case .integer(let format)? = header["format"] else {
      throw ToolError.malformed("\(file): line \(first.number): the first line names no format.")
    }
    guard format == 1 else {
      throw ToolError(
        .store, "newerFormat", "\(file) is the log of a newer program; use a newer program.")
    }
    baseline = try Self.baseline(of: header, file)
    lines = Array(filled.dropFirst())
  }

  private static func baseline(of header: JSON, _ file: String) throws -> LogBaseline? {
    switch (header["floor"] ?? .integer(1), header["baseline"]) {
    case (.integer(1), nil): return nil
    case (.integer(let floor), .string(let text)) where floor > 1:
      guard let data = Data(base64Encoded: text) else { fallthrough }
      return LogBaseline(floor: Revision(rawValue: UInt64(floor)), bytes: [UInt8](data))
    default:
      throw ToolError.malformed("\(file): the first line names a floor without its baseline.")
    }
  }

  /// Checks all lines, and gives the log that they make.
  ///
  /// - Throws: an error that names the line.
  func log(_ progress: Progress) throws -> LogImport {
    var (log, writer) = try begin()
    let count = Revision(rawValue: log.head.revision.rawValue + UInt64(lines.count))
    for line in lines {
      let json = try JSONReader.read(line.bytes, file: file, line: line.number)
      guard let text = json["record"]?.stringValue, let data = Data(base64Encoded: text) else {
        throw ToolError.malformed("\(file): line \(line.number): there is no record in base64.")
      }
      let commit: SettingsCommit
      do {
        commit = try log.append([UInt8](data))
      } catch {
        throw mismatch(error, line: line.number)
      }
      try check((line.number, json), writer.readable(commit))
      progress.show(commit.revision, of: count)
    }
    do {
      try log.check()
    } catch {
      throw mismatch(error, line: lines.last?.number ?? 1)
    }
    return log
  }

  private func begin() throws -> (LogImport, LogFileWriter) {
    do throws(SettingsError) {
      let log = try LogImport(after: baseline)
      let disclosure = Disclosure(SettingsState(), reveals: true)
      return (log, try LogFileWriter(disclosure, after: baseline))
    } catch {
      throw mismatch(error, line: 1)
    }
  }

  /// A line that does not hold is no damage of the store.
  private func mismatch(_ error: SettingsError, line: Int) -> ToolError {
    let code = error.code == .damaged ? "recordMismatch" : error.code.rawValue
    let cause = error.underlying.map { "\($0)" } ?? error.message
    return ToolError(
      error.code == .newerFormat ? .store : .usage, code,
      "\(file): line \(line): \(cause)\(cause.hasSuffix(".") ? "" : ".") Nothing was recorded.")
  }

  /// Holds what a line says for people against what its record says.
  private func check(_ line: (number: Int, json: JSON), _ truth: JSON) throws {
    guard case .object(let said) = line.json, case .object(let known) = truth else { return }
    for (field, value) in said.sorted(by: { $0.key < $1.key })
    where field != "record" && known[field] != value {
      throw ToolError(
        .usage, "recordMismatch",
        "\(file): line \(line.number): the field \(field.text.escapedForTerminal) differs from the "
          + "record. Nothing was recorded.")
    }
  }
}
