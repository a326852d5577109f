/// The arguments of the process, sorted into verb, options and operands.
struct ParsedArguments {
  private(set) var verb: Verb?
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  /// - Throws: a usage error that names the verb or option that is unknown.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || Self.isOperand(argument) {
        try take(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else {
        try takeOption(argument, &rest)
      }
    }
  }

  /// The value of an option.
  subscript(option: Option) -> String? { values[option.name] }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// A single dash and a negative number are operands.
  private static func isOperand(_ argument: String) -> Bool {
    !argument.hasPrefix("-") || argument == "-"
      || (!argument.hasPrefix("--") && Double(argument) != nil)
  }

  private mutating func take(_ argument: String) throws {
    guard verb != nil else {
      // What people type who do not know yet how options are written here.
      if let option = [Option.help, .version].first(where: { $0.name == argument }) {
        values[option.name] = ""
        return
      }
      guard let found = Verb.all.first(where: { $0.name == argument }) else {
        throw ToolError.usage(
          "There is no verb `\(argument.escapedForTerminal)`."
            + Suggestion.sentence(argument, among: Verb.all.map(\.name)))
      }
      verb = found
      return
    }
    operands.append(argument)
  }

  private mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws {
    guard argument.hasPrefix("--") else {
      guard argument == "-h" else {
        // Not repeated: it may be a secret that was meant to be a value.
        throw ToolError.usage(
          "Options start with two dashes; put `--` before a value that starts with one.")
      }
      values[Option.help.name] = ""
      return
    }
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    let known = Option.global + (verb?.options ?? [])
    guard let option = known.first(where: { $0.name == parts[0] }) else {
      throw unknown(parts[0], known)
    }
    if option.value == nil {
      guard parts.count == 1 else {
        throw ToolError.usage("The option --\(option.name) takes no value.")
      }
      values[option.name] = ""
    } else if parts.count == 2 {
      values[option.name] = parts[1]
    } else if let value = rest.popFirst() {
      values[option.name] = value
    } else {
      throw ToolError.usage("The option --\(option.name) needs a value.")
    }
  }

  private func unknown(_ name: String, _ known: [Option]) -> ToolError {
    let place = verb.map { "`\($0.name)` has no option" } ?? "Before the verb there is no option"
    return .usage(
      "\(place) --\(name.escapedForTerminal)."
        + Suggestion.sentence(name, among: known.map(\.name), dashes: "--"))
  }
}
