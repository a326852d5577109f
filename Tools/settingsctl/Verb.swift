/// One verb of the command line: how it is called, and what it does.
struct Verb: Sendable {
  var name: String
  /// The operands as they are shown in the usage line.
  var operands = ""
  /// How many operands it takes.
  var operandCount: ClosedRange<Int> = 0...0
  /// One sentence.
  var summary: String
  /// What else a user has to know, in lines.
  var details = ""
  var options: [Option] = []
  /// One command, and the lines it prints.
  var example: String
  var run: @Sendable (Invocation) throws -> ExitCode

  /// The most operands that a verb without a limit takes.
  static let anyNumber = Int.max

  /// All verbs, in the order in which the help lists them.
  static let all: [Verb] = [
    // Settings
    .initialize, .get, .set, .reset, .hide, .unhide, .secret, .apply, .list,
    // History
    .log, .show, .history, .blame, .diff,
    // Going back
    .undo, .redo, .revert, .rollback, .tag, .tags, .pending, .confirm, .cancel,
    // Other places
    .watch, .importing, .export,
    // Settings bundles
    .schema, .defaults, .lint, .edit,
    // Evidence and maintenance
    .verify, .digest, .redact, .compact, .stats, .doctor, .rebuild, .backup, .salvage,
  ]

  /// The line that shows how it is called.
  var usage: String {
    ([name, operands] + options.map(\.usage)).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// An option, declared by the verb that takes it.
struct Option: Hashable, Sendable {
  /// The name without the dashes.
  var name: String
  /// What the value is called in the help; nil for a flag.
  var value: String?
  var summary: String

  init(_ name: String, _ value: String? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }

  var usage: String { value.map { "[--\(name) \($0)]" } ?? "[--\(name)]" }
}

extension Option {
  static let store = Option("store", "DIR", "the store's directory (else SETTINGS_STORE)")
  static let author = Option("author", "NAME", "who makes the change (else SETTINGS_AUTHOR)")
  static let reason = Option("reason", "TEXT", "why, for people who read the log")
  static let json = Option("json", nil, "print JSON, one object a line")
  static let help = Option("help", nil, "explain the verb")
  static let version = Option("version", nil, "print the version")

  /// The options that every verb takes, before it or after it.
  static let global: [Option] = [.store, .author, .reason, .json, .help, .version]

  static let at = Option("at", "POINT", "as of a place in history")
  static let prefix = Option("prefix", "P", "only keys that start with P")
  static let expecting = Option("expecting", "REV", "do nothing unless the store is at REV")
  static let reveal = Option("reveal", nil, "print the values of secret keys")
  static let dryRun = Option("dry-run", nil, "print what would change, and record nothing")
  static let format = Option("format", "plist|json|ndjson", "the form of the file")
}
