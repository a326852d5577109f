/// Says why a bundle cannot be read at all.
///
/// What only spoils a part of a bundle is no error but a ``SchemaDiagnostic``.
@nonexhaustive
public enum SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file for the page exists; the paths are all that were tried, in order.
  case notFound(page: String, tried: [String])
  /// The page's file is no property list; the error names file and line.
  case unreadable(PropertyListError)
  /// The page's file is a property list, but not a dictionary.
  case notAPage(file: String, kind: String)

  /// A sentence that names the file.
  public var description: String {
    switch self {
    case .notFound(let page, let tried):
      "There is no settings page \(page.debugDescription). Tried: "
        + tried.joined(separator: ", ") + "."
    case .unreadable(let error): error.description
    case .notAPage(let file, let kind):
      "\(file): a settings page is a dictionary, but this file holds a value of kind \(kind)."
    }
  }
}
