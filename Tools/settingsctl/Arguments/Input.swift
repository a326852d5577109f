import Foundation

/// Reads files and standard input.
enum Input {
  /// The bytes of a file; `-` is standard input.
  static func bytes(_ path: String) throws -> Data {
    do {
      if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      let url = URL(fileURLWithPath: path)
      if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
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

  /// What errors and the log call a file.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
  }

  private static func unreadable(_ path: String, _ problem: String) -> ToolError {
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
