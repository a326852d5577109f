import Foundation
import SettingsLedger

/// The command line as a whole: arguments in, exit code out.
enum Tool {
  static let version = "0.1.0"

  /// Runs the process's own arguments and gives the code to exit with.
  static func main() -> Int32 {
    StandardStreams.occupy()
    // A reader that went away is met as an error of the write, and ends quietly.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    if Child.task(environment) != nil { Child.endWithParent() }
    return run(Array(CommandLine.arguments.dropFirst()), environment, Output()).rawValue
  }

  static func run(
    _ arguments: [String], _ environment: [String: String], _ output: Output
  ) -> ExitCode {
    // Known before the arguments are parsed: what is wrong with them is told in the same form.
    let isJSON = arguments.prefix { $0 != "--" }.contains("--json")
    do {
      let code = try answer(arguments, environment, output)
      try output.flush()
      return code
    } catch is BrokenPipe {
      return .done
    } catch {
      do {
        try output.flush()
      } catch is BrokenPipe {
        return .done
      } catch {
        // What is reported below comes first.
      }
      let report = ToolError(error)
      output.report(report, json: isJSON)
      return report.exit
    }
  }

  private static func answer(
    _ arguments: [String], _ environment: [String: String], _ output: Output
  ) throws -> ExitCode {
    try Self.checkEncoding(arguments)
    let parsed = try ParsedArguments(arguments)
    guard let verb = parsed.verb else {
      if parsed.has(.version) {
        output.line("settingsctl \(version)")
      } else if parsed.has(.help) {
        output.line(Help.overview)
      } else {
        throw ToolError.usage("A verb is missing; `settingsctl --help` lists them.")
      }
      return .done
    }
    if parsed.has(.help) || parsed.has(.version) {
      output.line(parsed.has(.help) ? Help.text(of: verb) : "settingsctl \(version)")
      return .done
    }
    guard verb.operandCount.contains(parsed.operands.count) else {
      throw ToolError.usage(
        "`\(verb.name)` is used as: settingsctl \(verb.usage). See `settingsctl \(verb.name) --help`."
      )
    }
    return try verb.run(Invocation(parsed, environment, output))
  }
}

extension Tool {
  /// Throws when an argument held bytes that are no text: they have been replaced by now, and what would
  /// be recorded is not what was given.
  fileprivate static func checkEncoding(_ arguments: [String]) throws {
    guard arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
      let given = try? FileHandle(forReadingFrom: URL(filePath: "/proc/self/cmdline")).readToEnd(),
      String(validating: given, as: UTF8.self) == nil
    else { return }
    throw ToolError.usage(
      "An argument is not valid UTF-8; give a value of other bytes with --type data as KEY @FILE or KEY -."
    )
  }
}

/// What the process's exit code tells a script.
enum ExitCode: Int32 {
  /// Done.
  case done = 0
  /// The answer is no: unset, no such revision, another type.
  case negative = 1
  /// The arguments or the input are wrong.
  case usage = 2
  /// The store is missing, newer, damaged, full or not permitted.
  case store = 3
  /// The store is in another state than the caller expected.
  case conflict = 4
  /// The verification failed.
  case verifyFailed = 5
  /// Others hold what is needed; try again.
  case busy = 6
}
