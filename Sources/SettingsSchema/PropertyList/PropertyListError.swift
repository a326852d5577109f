/// Says why a property list cannot be read or written, and where.
public struct PropertyListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or whatever name the caller gave to the bytes; nil for a value that has no file.
  public let file: String?
  /// The line the problem was met on, counted from 1; nil where lines mean nothing (binary files).
  public let line: Int?
  /// What is wrong, as a clause that starts in lower case.
  public let problem: String

  /// Makes an error from its parts.
  public init(file: String?, line: Int? = nil, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// A sentence that names file, line and problem.
  ///
  /// For example, `Root.plist:12: the tag <foo> is unknown.`
  public var description: String {
    let place = [file, line.map(String.init)].compactMap { $0 }.joined(separator: ":")
    return place.isEmpty ? "\(problem)." : "\(place): \(problem)."
  }
}

extension PropertyListError {
  /// The same error for another file: readers of nested values do not know the name.
  func inFile(_ name: String) -> PropertyListError {
    PropertyListError(file: file ?? name, line: line, problem: problem)
  }
}
