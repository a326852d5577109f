import Foundation
import SettingsLedger
import SettingsSchema

extension Verb {
  static let schema = Verb(
    name: "schema", operands: "BUNDLE", operandCount: 1...1,
    summary: "Draws a page of a settings bundle.",
    details: """
      BUNDLE is a settings bundle, or the directory of an app that holds one. With a store (--store or
      SETTINGS_STORE) the page shows its values and marks what is hidden; without, the defaults.
      """,
    options: [.page, .language, .idiom],
    example: """
      settingsctl schema App/Settings.bundle
      Settings
      ========

      -- Appearance --
        [x] Dark mode
      """
  ) { invocation in
    let bundle = try invocation.bundle()
    let page = try invocation.page(of: bundle)
    let state = try invocation.hasStore ? invocation.storeForReading().snapshot().state : nil
    let outline = PageOutline(
      page, idiom: bundle.context.idiom, hidden: Set(state?.hiddenNames() ?? []),
      secrets: bundle.secretNames().union(state?.secretNames() ?? [])
    ) { state?[$0] }
    if invocation.isJSON {
      invocation.output.line(JSON(outline.value))
    } else {
      for line in outline.text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
        invocation.output.line(String(line).escapedForTerminal)
      }
    }
    return .done
  }

  static let defaults = Verb(
    name: "defaults", operands: "BUNDLE", operandCount: 1...1,
    summary: "Prints the defaults that a settings bundle declares.",
    options: [.language, .idiom],
    example: "settingsctl defaults App/Settings.bundle\neditor.fontSize = 13.0"
  ) { invocation in
    let bundle = try invocation.bundle()
    let secrets = bundle.secretNames()
    for (name, value) in bundle.defaults().sorted(by: { $0.key < $1.key }) {
      let shown = ShownValue.showing(value, isSecret: secrets.contains(name))
      if invocation.isJSON {
        invocation.output.line(
          .object(present: ["key": .string(name.text), "value": shown.map { JSON($0) }]))
      } else {
        invocation.output.line("\(Text.name(name)) = \(Text.full(shown))")
      }
    }
    return .done
  }

  static let lint = Verb(
    name: "lint", operands: "BUNDLE", operandCount: 1...1,
    summary: "Prints what is wrong with a settings bundle.",
    details:
      "Exits 1 when one of the findings is an error, so that it can guard an app's own checks.",
    options: [.language, .idiom],
    example: """
      settingsctl lint App/Settings.bundle
      Settings.bundle/Root.plist: specifier 3: error: the Type is missing; the entry is skipped.
      """
  ) { invocation in
    let diagnostics = SettingsBundle.lint(
      try invocation.bundleURL(), context: try invocation.context())
    for diagnostic in diagnostics {
      invocation.output.line(
        invocation.isJSON
          ? JSON(finding: diagnostic).text : diagnostic.description.escapedForTerminal)
    }
    if diagnostics.isEmpty && !invocation.isJSON { invocation.output.line("nothing to report") }
    return diagnostics.contains { $0.severity == .error } ? .negative : .done
  }
}

extension Option {
  static let page = Option("page", "P", "the page, by the name of its file")
  static let language = Option("language", "L", "the languages wanted, best first: de,en")
  static let idiom = Option("idiom", "I", "the device: phone, pad, mac or vision")
}

extension Invocation {
  /// The directory that the first operand names.
  ///
  /// - Throws: `inputUnreadable` when it is not there: that is nothing wrong with a bundle.
  func bundleURL() throws -> URL {
    let path = try Input.checked(operands[0])
    let url = URL(filePath: path)
    // Of what a link leads to.
    switch Input.isDirectory(url.resolvingSymlinksInPath()) {
    case true?: return url
    case false?: throw Input.unreadable(path, "a settings bundle is a directory")
    case nil: throw Input.unreadable(path, "there is no such directory")
    }
  }

  /// The settings bundle that the first operand names.
  func bundle() throws -> SettingsBundle {
    try SettingsBundle.open(try bundleURL(), context: try context())
  }

  /// The page that `--page` names, else the root.
  func page(of bundle: SettingsBundle) throws -> PageSchema {
    guard let page = bundle.page(named: self[.page] ?? bundle.root.name) else {
      let names = bundle.pages.map(\.name).joined(separator: ", ")
      throw ToolError(
        .negative, "noSuchPage",
        "There is no page \((self[.page] ?? "").debugDescription); there are \(names).")
    }
    return page
  }

  fileprivate func context() throws -> SchemaContext {
    var context = SchemaContext()
    if let languages = self[.language] {
      context.languages = languages.split(separator: ",").map(String.init)
    }
    if let name = self[.idiom] {
      guard let idiom = Idiom(rawValue: name.lowercased()) else {
        let names = Idiom.allCases.map(\.rawValue).joined(separator: ", ")
        throw ToolError.usage("There is no idiom \(name.debugDescription); it is one of \(names).")
      }
      context.idiom = idiom
    }
    return context
  }
}

extension JSON {
  fileprivate init(finding diagnostic: SchemaDiagnostic) {
    self = .object(present: [
      "action": .string(diagnostic.action), "file": .string(diagnostic.file),
      "index": diagnostic.index.map { .integer(Int64($0)) },
      "key": diagnostic.key.map { .string($0) },
      "line": diagnostic.line.map { .integer(Int64($0)) },
      "page": diagnostic.page.map { .string($0) }, "problem": .string(diagnostic.problem),
      "severity": .string(diagnostic.severity.rawValue),
    ])
  }
}
