/// A failed operation on an LMDB environment: what was tried, where, and why it did not succeed.
///
/// The description is one sentence for people; `code` is what programs decide by.
package struct LMDBError: Error, Hashable, Sendable {
  /// Why the operation failed.
  package let code: Code
  /// What was being done, for example `commit` or `open`.
  package let operation: String
  /// The environment's directory, or the file that the error is about.
  package let path: String
  /// What is particular to this case: a size, a limit, a missing permission.
  package let detail: String?

  package init(_ code: Code, operation: String, path: String, detail: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
    self.detail = detail
  }
}

extension LMDBError: CustomStringConvertible {
  /// One sentence that says what failed, why, and what to do about it.
  package var description: String {
    let about = detail.map { " (\($0))" } ?? ""
    return "\(operation) failed for \(path): \(code.explanation)\(about)"
  }
}

/// Turns a status code of the C library into a thrown error: the only place where that is done.
@inline(__always)
func check(
  _ status: Int32, _ operation: StaticString, _ path: @autoclosure () -> String
) throws(LMDBError) {
  if status != 0 { throw LMDBError(status: status, operation, path()) }
}

extension LMDBError {
  /// The error for a status that the C library or the operating system returned.
  @inline(never)
  init(status: Int32, _ operation: StaticString, _ path: String) {
    self.init(Code(rawValue: status), operation: operation.description, path: path)
  }
}
