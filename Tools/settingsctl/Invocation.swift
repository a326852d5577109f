import Foundation
import SettingsLedger

/// What a verb is given to work with: its arguments, the output, and the way to the store.
final class Invocation {
  let arguments: ParsedArguments
  let output: Output
  private let environment: [String: String]

  init(_ arguments: ParsedArguments, _ environment: [String: String], _ output: Output) {
    self.arguments = arguments
    self.environment = environment
    self.output = output
  }

  var operands: [String] { arguments.operands }
  var isJSON: Bool { arguments.has(.json) }
  /// Why; an empty text says nothing.
  var reason: String? { arguments[.reason].flatMap { $0.isEmpty ? nil : $0 } }

  /// What a parent process wants of this one; nil when it is no child.
  var childTask: String? { Child.task(environment) }

  func has(_ option: Option) -> Bool { arguments.has(option) }
  subscript(option: Option) -> String? { arguments[option] }

  /// The operand at an index as the name of a setting.
  func name(_ index: Int) throws -> SettingName { try SettingName(operands[index]) }

  /// The names that all operands are.
  func names() throws -> [SettingName] { try operands.map { try SettingName($0) } }

  /// The revision that `--expecting` gives.
  func expecting() throws -> Revision? {
    guard let text = self[.expecting] else { return nil }
    guard let number = UInt64(text) else {
      throw ToolError.usage(
        "--expecting takes the number of a revision, and not `\(text.escapedForTerminal)`.")
    }
    return Revision(rawValue: number)
  }
}

// MARK: - The store

extension Invocation {
  /// Opens the store for reading; it must exist.
  func storeForReading() throws -> SettingsStore { try open(.readOnly, author: "reader") }

  /// Opens the store for reading in the name of whoever would write; it must exist.
  func storeForPreview() throws -> SettingsStore { try open(.readOnly, author: author()) }

  /// Opens the store for writing; it must exist.
  func storeForWriting() throws -> SettingsStore { try open(.existing, author: author()) }

  /// Opens the store for writing, and makes it when it is absent.
  func storeToMakeOrWrite() throws -> SettingsStore {
    try open(.createIfMissing, author: author())
  }

  private func open(
    _ access: StoreConfiguration.Access, author: String
  ) throws -> SettingsStore {
    var configuration = StoreConfiguration(access: access)
    configuration.faultHandler = { Output.note($0.message) }
    return try SettingsStore(path: path(), author: author, configuration: configuration)
  }

  /// Whether a store is named at all.
  var hasStore: Bool { !(self[.store] ?? environment["SETTINGS_STORE"] ?? "").isEmpty }

  func path() throws -> String {
    guard let path = self[.store] ?? environment["SETTINGS_STORE"], !path.isEmpty else {
      throw ToolError.usage("Which store? Give --store DIR or set SETTINGS_STORE.")
    }
    return path
  }

  private func author() -> String {
    let named = self[.author] ?? filled("SETTINGS_AUTHOR") ?? filled("SUDO_USER")
    return named ?? NSUserName()
  }

  private func filled(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The place in history that an option names, else the newest.
  func point(_ option: Option, in store: SettingsStore) throws -> Revision? {
    try self[option].map { try Point.revision($0, in: store) }
  }

  /// The state at the place in history that an option names, else the newest.
  func state(_ option: Option, in store: SettingsStore) throws -> SettingsState {
    guard let revision = try point(option, in: store) else { return try store.snapshot().state }
    return try store.snapshot(at: .revision(revision)).state
  }
}
