import Foundation

/// Reads files and standard input.
enum Input {
  /// The bytes of a file; `-` is standard input.
  static func bytes(_ path: String) throws -> Data {
    let path = try checked(path)
    do {
      if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      let url = URL(fileURLWithPath: path)
      if isDirectory(url) == true {
        throw unreadable(path, "it is a directory")
      }
      // A handle also reads pipes, such as a shell makes of <(…).
      return try FileHandle(forReadingFrom: url).readToEnd() ?? Data()
    } catch let error as ToolError {
      throw error
    } catch {
      throw unreadable(path, problem(of: error))
    }
  }

  /// A path that names something: an empty one would be taken for the working directory.
  static func checked(_ path: String) throws -> String {
    guard !path.isEmpty else {
      throw ToolError(.usage, "inputUnreadable", "The name of a file or directory is empty.")
    }
    return path
  }

  /// Whether a place is a directory; nil when nothing is there.
  static func isDirectory(_ url: URL) -> Bool? {
    (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory
  }

  /// What errors and the log call a file.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
  }

  /// What is thrown of a file that cannot be read.
  static func unreadable(_ path: String, _ problem: String) -> ToolError {
    ToolError(
      .usage, "inputUnreadable", "\(path == "-" ? name(path) : path) cannot be read: \(problem).")
  }

  private static func problem(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "permission denied"
    default: "reading it failed"
    }
  }
}
