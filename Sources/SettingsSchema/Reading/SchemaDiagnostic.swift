/// Something that is wrong with a settings bundle, and what reading it did about it.
public struct SchemaDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad a problem is.
  public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing; nothing is lost.
    case note
    /// Probably not meant so.
    case warning
    /// A part of the bundle cannot be used.
    case error

    /// Whether one severity is less bad than another.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// How bad the problem is.
  public let severity: Severity
  /// The file, relative to the app or the bundle: `Settings.bundle/Root.plist`.
  public let file: String
  /// The line in the file, from 1; nil when it is not known.
  public let line: Int?
  /// The name of the page; nil for files that belong to no page.
  public let page: String?
  /// The entry's position in `PreferenceSpecifiers`, from 0; nil when it is about no entry.
  public let index: Int?
  /// The entry's key as written; nil when it has none.
  public let key: String?
  /// What is wrong, as a clause.
  public let problem: String
  /// What was done about it, as a clause.
  public let action: String

  /// One line that names the place, the problem and the action.
  ///
  /// For example, `Settings.bundle/Root.plist: specifier 3 (key "x"): error: the Type is missing;
  /// the entry is skipped.`
  public var description: String {
    var place = line.map { "\(file):\($0)" } ?? file
    if let index {
      place += ": specifier \(index)"
      if let key { place += " (key \(key.debugDescription))" }
    }
    return "\(place): \(severity.rawValue): \(problem); \(action)."
  }
}

/// The place that diagnostics of a page or one of its entries are about.
struct DiagnosticPlace {
  let file: String
  let page: String?
  var index: Int?
  var key: String?

  func diagnostic(
    _ severity: SchemaDiagnostic.Severity, _ problem: String, _ action: String, line: Int? = nil
  ) -> SchemaDiagnostic {
    SchemaDiagnostic(
      severity: severity, file: file, line: line, page: page, index: index, key: key,
      problem: problem, action: action)
  }
}
