import Foundation
import SettingsLedger

/// A process of this program that reads a file which may be damaged.
///
/// The C library can end a process on a damaged page; then it is this one. It runs the same command
/// with a mark in its environment, and ends when its parent does.
struct Child {
  /// The task of a child that does all that its parent was called for.
  static let whole = "whole"
  /// The same for a parent whose standard error a person looks at.
  static let wholeWithProgress = "whole, with progress"

  private static let mark = "SETTINGSCTL_CHILD"

  /// How a child ended.
  enum Ending {
    case exit(Int32)
    case crash(signal: Int32)
  }

  /// What the parent wants of this process; nil when it is no child.
  static func task(_ environment: [String: String]) -> String? {
    environment[mark].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Ends this process once its parent is gone, however that came about.
  static func endWithParent() {
    Thread.detachNewThread { @Sendable in
      _ = try? FileHandle.standardInput.readToEnd()
      _exit(ExitCode.store.rawValue)
    }
  }

  private let process = Process()
  /// Never written to: its end tells the child that the parent is gone.
  private let life = Pipe()
  private let ended = DispatchSemaphore(value: 0)

  /// Makes a child that is to do what this process was called for.
  init(_ task: String) {
    process.executableURL =
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = Array(CommandLine.arguments.dropFirst())
    // A crash is an answer here, and needs no report of the run-time library.
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.mark: task, "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    process.standardInput = life
  }

  /// Runs it with the output of this process, and passes on what it tells beside.
  func run() throws -> Ending {
    let notes = Pipe()
    process.standardError = notes
    try start()
    var held = Data()
    while case let chunk = notes.fileHandleForReading.availableData, !chunk.isEmpty {
      if chunk.first == Progress.mark {
        try? FileHandle.standardError.write(contentsOf: chunk)
      } else {
        held += chunk
      }
    }
    let ending = end()
    // In a crash these are the C library's words, for which there is a sentence.
    if case .exit = ending { try? FileHandle.standardError.write(contentsOf: held) }
    return ending
  }

  /// Runs it, and calls a closure with each whole line that it prints.
  func run(_ body: ([UInt8]) throws -> Void) throws -> Ending {
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try start()
    do {
      var line: [UInt8] = []
      while case let chunk = output.fileHandleForReading.availableData, !chunk.isEmpty {
        var parts = [UInt8](chunk).split(separator: 10, omittingEmptySubsequences: false)[...]
        while let part = parts.popFirst() {
          line += part
          if parts.isEmpty { break }  // The line may go on in the next chunk.
          try body(line)
          line = []
        }
      }
    } catch {
      process.terminate()
      _ = end()
      throw error
    }
    return end()
  }

  private func start() throws {
    // Waiting by a run loop would be for ever where the clock stands still, as under faketime.
    process.terminationHandler = { [ended] _ in ended.signal() }
    do {
      try process.run()
    } catch {
      throw ToolError(
        .store, "failed", "No other process can be started to read the store in: \(error).")
    }
  }

  private func end() -> Ending {
    ended.wait()
    let status = process.terminationStatus
    return process.terminationReason == .exit ? .exit(status) : .crash(signal: status)
  }
}

extension Child.Ending {
  /// Why reading ended with the process; nil when the process ended by itself.
  var crash: String? {
    guard case .crash(let signal) = self else { return nil }
    return "a damaged page ended the C library with the signal \(signal)"
  }
}

extension Invocation {
  /// Does the work in another process, and turns its crash into an answer.
  ///
  /// - Parameter crashed: gives the answer, or throws it, from the sentence that says what happened.
  func guarded(
    _ work: () throws -> ExitCode, crashed: (String) throws -> ExitCode
  ) throws -> ExitCode {
    guard childTask == nil else { return try work() }
    let ending = try Child(isatty(2) == 1 ? Child.wholeWithProgress : Child.whole).run()
    if case .exit(let code) = ending {
      // The child has told what there was to tell.
      return ExitCode(rawValue: code) ?? .store
    }
    let path = try path()
    return try crashed(
      "The store \(path) cannot be read: \(ending.crash ?? ""). Nothing was changed: keep the files as "
        + "they are; `settingsctl salvage` recovers what can be read into a new store.")
  }
}
